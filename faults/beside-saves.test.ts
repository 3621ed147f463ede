import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { FEW_ROUNDS, PATIENCE } from './rounds.ts'

const TESTS = 'server/mcp/beside-saves.test.ts'

it.each([
  ['SQLite', 'unit'],
  ['PostgreSQL', 'test:postgres'],
])(
  'what an assistant prepares beside people who save writes nothing, sends nothing and holds up nobody, on %s',
  async (_database, script) => {
    for (let round = 0; round < FEW_ROUNDS; round++) {
      const run = spawn('npm', ['run', script, '--', TESTS])
      let said = ''
      for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (said += String(text)))
      const [status] = (await once(run, 'exit')) as [number | null]
      expect([status, said]).toEqual([0, expect.stringContaining('writes nothing that is prepared beside people')])
    }
  },
  PATIENCE,
)
