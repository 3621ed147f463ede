import { sql } from 'kysely'
import { isPostgres } from './engines/is-postgres.ts'
import type { Db } from './schema.ts'

/** What triggers count by day: its table, and the column that holds the time. */
export const countedByDay = {
  sign_ins: { table: 'app_sign_ins', at: 'at' },
  new_users: { table: 'users', at: 'created_at' },
  opened: { table: 'notification_recipients', at: 'read_at' },
} as const
export type DailyCount = keyof typeof countedByDay
export const dailyCounts = Object.keys(countedByDay) as DailyCount[]

/** The row that marks the days before the triggers as counted. */
const COMPLETE = 'complete'

/** How often each of these happened per day, from `from` on (YYYY-MM-DD). */
export async function readDays(db: Db, from: string) {
  const rows = await db.selectFrom('daily_counts').selectAll().where('day', '>=', from).execute()
  return rows.map(({ name, day, count }) => ({ name: name as DailyCount, day, count: Number(count) }))
}

/** Whether the days before the triggers have been counted. */
export async function isComplete(db: Db) {
  const row = await db.selectFrom('daily_counts').select('count').where('name', '=', COMPLETE).executeTakeFirst()
  return row !== undefined
}

/** Marks all days as counted. Call it in a transaction. */
export async function markComplete(db: Db) {
  await replaceDays(db, COMPLETE, `select '${COMPLETE}', '', 1`)
}

/** Recounts all days of one thing from its rows, in a transaction: what others add meanwhile is added on top. */
export async function countDays(db: Db, name: DailyCount) {
  const { table, at } = countedByDay[name]
  await replaceDays(
    db,
    name,
    `select '${name}', substr(${at}, 1, 10), count(*) from ${table} where ${at} is not null group by 2`,
  )
}

async function replaceDays(db: Db, name: string, rows: string) {
  const stored = isPostgres(db) ? 'daily_count_slots' : 'daily_counts'
  await sql`delete from ${sql.table(stored)} where name = ${name}`.execute(db)
  await sql
    .raw(`insert into ${stored} (name, day, count${isPostgres(db) ? ', slot' : ''})
    select counted.*${isPostgres(db) ? ', 0' : ''} from (${rows}) as counted`)
    .execute(db)
}
