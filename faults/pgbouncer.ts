import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/testing/free-port.ts'
import { untilListening } from './until-listening.ts'

/** Starts PgBouncer in transaction mode in front of the server at `url`, as docs/operating.md says. */
export async function startPgBouncer(url: string) {
  const { hostname, port: behind, username } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${behind} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
ignore_startup_parameters = idle_in_transaction_session_timeout, lock_timeout, statement_timeout
`,
  )
  // It refuses to run as root.
  const words = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn('/usr/sbin/pgbouncer', [...words, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  await untilListening(child, port, 'PgBouncer')
  return {
    /** Of the server; append the name of a database. */
    url: `postgres://${username}@127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}
