import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { memoryPlugin } from './server/testing/put-back/memory.plugin.ts'
import { RandomOrder } from './server/testing/random-order.ts'
import { SEED } from './server/testing/seed.ts'

// Far above what any test takes: a busy machine is no fault.
const patience = { testTimeout: 300_000, hookTimeout: 300_000 }
const setUp = ['put-back/remembering', 'put-back/put-back', 'seed'].map((name) => `server/testing/${name}.setup.ts`)

export default defineConfig({
  test: {
    // Some tests wait for processes and time limits: three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: RandomOrder },
    env: { TEST_SEED: String(SEED) },
    projects: [
      {
        plugins: [memoryPlugin],
        test: {
          ...patience,
          name: 'server',
          environment: 'node',
          include: ['{contract,server,scripts,attacks}/**/*.test.ts'],
          setupFiles: setUp,
          // Loading the server takes longer than most of its tests: a worker loads it once for all its files.
          isolate: false,
        },
      },
      {
        plugins: [memoryPlugin, react()],
        test: {
          ...patience,
          name: 'web',
          environment: 'jsdom',
          include: ['{web,lossless}/**/*.test.{ts,tsx}'],
          setupFiles: [...setUp, 'web/testing/setup.ts'],
          isolate: false,
        },
      },
      {
        plugins: [memoryPlugin],
        test: {
          testTimeout: 600_000,
          hookTimeout: 600_000,
          name: 'faults',
          environment: 'node',
          include: ['faults/**/*.test.ts'],
          setupFiles: setUp,
          // They wait for processes that start, stop and time out.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
