import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The databases on which tests of the server run, each with the command that runs them there. */
export const databases = [
  ['SQLite', 'unit'],
  ['PostgreSQL', 'test:postgres'],
] as const

/** Runs a file of tests by a command. Resolves to its exit status and all that it has said. */
export async function testsOn(script: string, file: string, env: NodeJS.ProcessEnv = {}) {
  const run = spawn('npm', ['run', script, '--', file], { env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text) => (said += String(text)))
  const [status] = (await once(run, 'exit')) as [number | null]
  return [status, said]
}
