import { sql } from 'kysely'
import type { SystemStatus } from '#contract/system.ts'
import { isPostgres } from '../../db/engines/is-postgres.ts'
import type { Db } from '../../db/schema.ts'
import { MAIL } from '../letters.ts'

const MOST_MAILS = 20

/** The database's kind, version and size, and the last migration applied. */
export async function describeDatabase(db: Db): Promise<SystemStatus['database']> {
  const facts = isPostgres(db)
    ? sql<Facts>`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
    : sql<Facts>`select sqlite_version() as version, page_count * page_size as bytes
        from pragma_page_count(), pragma_page_size()`
  const { rows } = await facts.execute(db)
  const last = db.selectFrom('migrations').select('name').orderBy('name', 'desc').where('name', 'like', '0%')
  const { version = '', bytes = 0 } = rows[0] ?? {}
  return {
    kind: isPostgres(db) ? 'PostgreSQL' : 'SQLite',
    version,
    bytes,
    schema: (await last.limit(1).executeTakeFirst())?.name ?? '',
  }
}
type Facts = { version: string; bytes: number }

/** The newest failed mails, and the number of all. Their content and recipients are nobody's business. */
export async function listFailedMails(db: Db) {
  const failed = db.selectFrom('jobs').where('kind', '=', MAIL).where('last_error', 'is not', null)
  const newest = failed
    .select(['id', 'payload', 'attempts', 'last_error', 'gave_up_at'])
    .orderBy('id', 'desc')
    .limit(MOST_MAILS)
  const { total } = await failed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { mails: await newest.execute(), total: Number(total) }
}

/** When the last job was given up. */
export async function lastGivenUp(db: Db) {
  const row = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.max('gave_up_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}
