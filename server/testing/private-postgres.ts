import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DEBIANS = '/usr/lib/postgresql'

/**
 * Starts a PostgreSQL of its own in a new folder, from Debian's packages, at a free port of this machine. Gives back its
 * address, ways to stop it hard and to start it again, and one to throw it away. `durable` says whether it waits for the
 * disk as it would in earnest. Throws where the packages are missing.
 */
export async function startPrivatePostgres({ durable = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  // PostgreSQL refuses to run as root, and its own user must reach the folder.
  const user = process.getuid?.() === 0 ? 'postgres' : undefined
  if (user) {
    chmodSync(folder, 0o755)
    const idOf = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
    chownSync(data, idOf('-u'), idOf('-g'))
  }
  const run = (program: string, words: string[]) => {
    const command = [join(binaries(), program), ...words]
    const [first = '', ...rest] = user ? ['runuser', '-u', user, '--', ...command] : command
    execFileSync(first, rest, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  }
  const port = await freePort()
  run('initdb', ['-D', data, '-U', 'tests', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'])
  const settings = [
    `-p ${port} -k "" -c listen_addresses=127.0.0.1 -c max_connections=200 -c shared_buffers=256MB`,
    ...(durable ? [] : ['-c fsync=off -c synchronous_commit=off -c full_page_writes=off']),
  ].join(' ')
  const start = () => run('pg_ctl', ['-D', data, '-w', '-o', settings, '-l', join(data, 'log'), 'start'])
  const stop = () => run('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop'])
  start()
  return {
    /** Of the server; append the name of a database. */
    url: `postgres://tests@127.0.0.1:${port}`,
    start,
    stop,
    throwAway() {
      stop()
      rmSync(folder, { recursive: true })
    },
  }
}

function binaries() {
  const versions = existsSync(DEBIANS) ? readdirSync(DEBIANS).sort((a, b) => Number(b) - Number(a)) : []
  const [newest] = versions.filter((version) => existsSync(join(DEBIANS, version, 'bin', 'initdb')))
  if (!newest) throw new Error('PostgreSQL is missing; please install the package postgresql')
  return join(DEBIANS, newest, 'bin')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
