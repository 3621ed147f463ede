import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Far above what any test takes: a busy machine is no fault.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patience,
          name: 'server',
          environment: 'node',
          include: ['{contract,server,scripts,faults,attacks}/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        test: {
          ...patience,
          name: 'web',
          environment: 'jsdom',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/setup.ts'],
        },
      },
    ],
  },
})
