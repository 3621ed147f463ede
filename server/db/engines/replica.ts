import { sql } from 'kysely'
import type { Logger } from 'pino'
import { readCounts } from '../lists/record-counts.ts'
import type { Db } from '../schema.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { openPostgres } from './open-postgres.ts'

const CONNECTIONS = 8
const SECONDS = 1000
/** Callers who have waited this long can still get an answer from the database in time. */
const LIMITS = { statement: 2 * SECONDS, answer: 3 * SECONDS, idle: 10 * SECONDS }
const LOOK_EVERY = 5 * SECONDS

/** The tables of a read, the listed one first, and their stamp in the database when it was requested. */
type ReplicaRead = { tables: [string, ...string[]]; stamp: string }

/** Whether the replica can be read: it must be a copy of the database, with the same schema, and answer. */
type State = 'in use' | 'silent' | 'behind' | 'foreign'

const WORDS: Record<Exclude<State, 'in use'>, string> = {
  silent: 'the read replica does not answer',
  behind: 'the read replica has not received the schema yet',
  foreign: 'DATABASE_READ_URL leads to another database',
}

export type Replica = Awaited<ReturnType<typeof openReplica>>

/**
 * Opens the read replica at `url` (postgres://…) of `db`, whose installation has that id. It is read only if its tables
 * match the database's at that moment, so no answer is older than an earlier one; everything else is read from the
 * database. Every five seconds it is checked whether the replica is usable.
 */
export async function openReplica(
  url: string,
  { db, installation }: { db: Db; installation: string },
  log: Pick<Logger, 'info' | 'warn'>,
) {
  const copy = openPostgres(url, CONNECTIONS, LIMITS)
  const { schema } = await identityOf(db)
  const reads = { replica: 0, behind: 0, failed: 0 }
  let state: State | undefined

  function become(now: State) {
    if (state === now) return
    if (now === 'in use') log.info('published content is read from the replica')
    else log.warn(`${WORDS[now]}: published content is read from the database`)
    state = now
  }

  async function look() {
    try {
      const found = await identityOf(copy)
      const isForeign = found.installation !== null && found.installation !== installation
      become(
        isForeign ? 'foreign' : found.installation === installation && found.schema === schema ? 'in use' : 'behind',
      )
    } catch {
      become('silent')
    }
  }

  await look()
  const timer = setInterval(() => void look(), LOOK_EVERY).unref()

  return {
    isForeign: () => state === 'foreign',
    /** Why it is not used, in words; null if it is. */
    whyUnused: () => (state === 'in use' || state === undefined ? null : WORDS[state]),
    /** How many reads the replica answered, and how many the database, because the replica was behind or unusable. */
    reads: (): Readonly<typeof reads> => reads,
    /** Resolves to what `read` finds: in the replica if it is up to date for this read, else in the database. */
    async read<Found>(
      { tables: [table, ...others], stamp }: ReplicaRead,
      read: (db: Db) => Promise<Found>,
    ): Promise<Found> {
      if (state !== 'in use') {
        reads.failed++
        return read(db)
      }
      try {
        if ((await readCounts(copy, table, others)).stamp === stamp) {
          const found = await read(copy)
          reads.replica++
          return found
        }
        reads.behind++
      } catch (error) {
        reads.failed++
        if (isDatabaseUnavailable(error)) become('silent')
      }
      return read(db)
    },
    stop() {
      clearInterval(timer)
      return copy.destroy()
    },
  }
}

async function identityOf(db: Db) {
  const { rows } = await sql<{ installation: string | null; schema: string | null }>`
    select (select value from secrets where name = 'installation') as installation,
      (select max(name) from migrations) as schema`.execute(db)
  return rows[0] ?? { installation: null, schema: null }
}
