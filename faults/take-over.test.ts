import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { PATIENCE, PLAYS } from './rounds.ts'

const TESTS = 'server/resources/account/take-over.test.ts'

it.each([
  ['SQLite', 'unit'],
  ['PostgreSQL', 'test:postgres'],
])(
  'after "this was not me" a stranger holds nothing, whatever that one did, on %s',
  async (_database, script) => {
    const run = spawn('npm', ['run', script, '--', TESTS], { env: { ...process.env, TAKE_OVERS: String(PLAYS) } })
    let said = ''
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (said += String(text)))
    const [status] = (await once(run, 'exit')) as [number | null]
    expect([status, said]).toEqual([0, expect.stringContaining('leaves a stranger nothing')])
  },
  PATIENCE,
)
