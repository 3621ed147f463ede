import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/demo-data.setup.ts',
  // Each worker has a server of its own, which the journeys of its files share. They wait more than they work: three keep
  // two cores busy.
  workers: 3,
  fullyParallel: false,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // Each frame of a transition is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Without the parts that draw windows, it leaves more of two slow cores to the pages.
      executablePath: '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
  },
})
