import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Far above what any test takes: a busy machine is no fault.
const patience = { testTimeout: 240_000, hookTimeout: 240_000 }

export default defineConfig({
  test: {
    // Some tests wait for processes and time limits: three workers keep two cores busy.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...patience,
          name: 'server',
          environment: 'node',
          include: ['{contract,server,scripts,attacks}/**/*.test.ts'],
          globalSetup: ['server/testing/seed.setup.ts'],
          setupFiles: ['server/testing/seed.setup.ts', 'server/testing/put-back.setup.ts'],
          // Loading the server takes longer than most of its tests: a worker loads it once for all its files.
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          ...patience,
          name: 'web',
          environment: 'jsdom',
          include: ['{web,lossless}/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/setup.ts'],
          isolate: false,
        },
      },
      {
        test: {
          testTimeout: 600_000,
          hookTimeout: 600_000,
          name: 'faults',
          environment: 'node',
          include: ['faults/**/*.test.ts'],
          globalSetup: ['server/testing/seed.setup.ts'],
          setupFiles: ['server/testing/seed.setup.ts', 'server/testing/put-back.setup.ts'],
          // They wait for processes that start, stop and time out.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
