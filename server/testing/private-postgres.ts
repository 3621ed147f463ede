import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const DEBIANS = '/usr/lib/postgresql'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
const TMPFS = 0x01021994
/** Of memory. All tests together take a tenth of it. */
const PLENTY = 4 * 1024 ** 3

/**
 * Starts a separate PostgreSQL in a new folder, from Debian's packages, at a free local port. Returns its address, ways
 * to end it suddenly or stop it and to start it again, and one to discard it. `durable` says whether it waits for the
 * disk as in production; without it, its files are in memory if there is enough. `follows` is the address of the server
 * it is a standby for until it is promoted; `env` is added to its environment. Throws if the packages are missing.
 */
export async function startPrivatePostgres({
  durable = false,
  follows,
  env = {},
}: {
  durable?: boolean
  follows?: string
  env?: Record<string, string>
} = {}) {
  const folder = mkdtempSync(join(!durable && hasRoomInMemory() ? MEMORY : tmpdir(), 'postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  // PostgreSQL refuses to run as root, and its own user must reach the folder.
  const user = process.getuid?.() === 0 ? 'postgres' : undefined
  if (user) {
    chmodSync(folder, 0o755)
    const idOf = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
    chownSync(data, idOf('-u'), idOf('-g'))
  }
  const commandOf = (program: string, words: string[]) => {
    const command = [join(binaries(), program), ...words]
    const [first = '', ...rest] = user ? ['runuser', '-u', user, '--', ...command] : command
    return [first, rest] as const
  }
  const run = (program: string, words: string[]) =>
    execFileSync(...commandOf(program, words), { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  const processes = () => {
    const first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return [first, ...childrenOf(first)]
  }
  const port = await freePort()
  if (follows) run('pg_basebackup', ['-D', data, '-d', follows, '-R', '-c', 'fast', '--no-sync'])
  else run('initdb', ['-D', data, '-U', 'tests', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'])
  const settings = [
    `-p ${port} -k "" -c listen_addresses=127.0.0.1 -c max_connections=200 -c shared_buffers=256MB`,
    // A temporary server needs neither the disk nor care for its tables, and short queries no compiler.
    ...(durable ? [] : ['-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off -c jit=off']),
  ].join(' ')
  const starting = ['-D', data, '-w', '-o', settings, '-l', join(data, 'log'), 'start']
  execFileSync(...commandOf('pg_ctl', starting), {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: folder,
    env: { ...process.env, ...env },
  })
  return {
    /** The server's; append a database name. */
    url: `postgres://tests@127.0.0.1:${port}`,
    /** Ends it without notice: as PostgreSQL itself does in a hurry, or by killing all its processes. */
    async crash(way: 'immediate' | 'killed') {
      const all = processes()
      const first = all[0] as number
      if (way === 'immediate') process.kill(first, 'SIGQUIT')
      else for (const pid of all) kill(pid)
      while (all.some(isAlive)) await setTimeout(20)
      // The dead process may not have been reaped yet, and then seems alive.
      rmSync(join(data, 'postmaster.pid'), { force: true })
    },
    /** Starts it again and waits until it answers, without blocking this process. */
    async start() {
      await promisify(execFile)(...commandOf('pg_ctl', starting), { cwd: folder, env: { ...process.env, ...env } })
    },
    /** Lets a standby take over. */
    async promote() {
      await promisify(execFile)(...commandOf('pg_ctl', ['-D', data, '-w', 'promote']), { cwd: folder })
    },
    /** Freezes all its processes: it takes connections and queries but answers none. */
    hang() {
      for (const pid of processes()) process.kill(pid, 'SIGSTOP')
    },
    goOn() {
      for (const pid of processes()) process.kill(pid, 'SIGCONT')
    },
    throwAway() {
      run('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Whether files can be kept in memory, with far more room than the tests need. */
function hasRoomInMemory() {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    return type === TMPFS && Math.min(bavail * bsize, process.availableMemory()) > PLENTY
  } catch {
    return false
  }
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself meanwhile.
  }
}

function isAlive(pid: number) {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function binaries() {
  const versions = existsSync(DEBIANS) ? readdirSync(DEBIANS).sort((a, b) => Number(b) - Number(a)) : []
  const [newest] = versions.filter((version) => existsSync(join(DEBIANS, version, 'bin', 'initdb')))
  if (!newest) throw new Error('PostgreSQL is missing; please install the package postgresql')
  return join(DEBIANS, newest, 'bin')
}
