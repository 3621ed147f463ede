import { defineConfig } from '@playwright/test'
import { JOURNEYS } from './scripts/tiers.ts'

export default defineConfig({
  projects: Object.entries(JOURNEYS).map(([name, { include, exclude }]) => ({
    name,
    testMatch: include,
    testIgnore: exclude,
  })),
  // A stumble of one must not cost the whole run: it is tried once more, and named in the end.
  retries: 1,
  outputDir: 'test-results',
  globalSetup: './e2e/demo-data.setup.ts',
  // Each worker has a server of its own, which the journeys of its files share. They wait more than they work: three keep
  // two cores busy.
  workers: 3,
  fullyParallel: false,
  // Far above what a machine takes that is ten times slower; what is never there must not hold up all others for longer.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  use: {
    actionTimeout: 120_000,
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
