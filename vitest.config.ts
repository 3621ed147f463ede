import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { PROJECTS } from './scripts/tiers.ts'
import { memoryPlugin } from './server/testing/put-back/memory.plugin.ts'
import { RandomOrder } from './server/testing/random-order.ts'
import { SEED } from './server/testing/seed.ts'

// Far above what any test takes: a busy machine is no fault.
const patience = { testTimeout: 900_000, hookTimeout: 900_000 }
const setUp = ['put-back/remembering', 'put-back/put-back', 'seed'].map((name) => `server/testing/${name}.setup.ts`)

// Loading the application takes longer than most of its tests: a worker loads it once for all its files.
const loadedOnce = { ...patience, isolate: false }

const nodeProject = (name: 'server' | 'server-long') => ({
  plugins: [memoryPlugin],
  test: { ...loadedOnce, name, environment: 'node', ...PROJECTS[name], setupFiles: setUp },
})

const webProject = (name: 'web' | 'web-long') => ({
  plugins: [memoryPlugin, react()],
  test: {
    ...loadedOnce,
    name,
    environment: 'jsdom',
    ...PROJECTS[name],
    setupFiles: [...setUp, 'web/testing/setup.ts'],
  },
})

export default defineConfig({
  test: {
    // Some tests wait for processes and time limits: three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: RandomOrder },
    env: { TEST_SEED: String(SEED) },
    projects: [
      nodeProject('server'),
      webProject('web'),
      nodeProject('server-long'),
      webProject('web-long'),
      {
        plugins: [memoryPlugin],
        test: {
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
          name: 'faults',
          environment: 'node',
          ...PROJECTS.faults,
          setupFiles: setUp,
          // They wait for processes that start, stop and time out.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
