import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** What apps hold that shows the name of a year, or is not published without it. */
const alongYears: [table: string, where: string][] = [
  ['models', 'year_id = new.id'],
  ['manuals', 'year_id = new.id'],
  ['manual_pages', 'manual_id in (select id from manuals where year_id = new.id)'],
  ['rvs', 'year_id = new.id'],
]
const MOVES = ['is_deleted', 'name', 'rollover_id'].map((column) => `old.${column} is distinct from new.${column}`)

/** Model years are prepared, hidden from owners, as copies of others. */
export async function rollovers(db: MigrationDb) {
  const postgres = isPostgres(db)
  const text = postgres ? 'text collate pg_catalog."C"' : 'text'
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table years add column rollover_id text')
  await run(`create table rollovers (
    id ${text} primary key, from_year_id ${text} not null, year_id ${text} not null, name text not null,
    parts text not null, chosen text not null, counts text not null, change_id ${text} not null,
    created_at text not null, admin_id ${text}, go_live_at text, live_by ${text})`)
  await run('create index rollovers_by_year on rollovers (year_id)')
  await run(`create table rollover_copies (
    copy_id ${text} primary key, rollover_id ${text} not null, record_type text not null, source_id ${text} not null,
    source_version integer not null, copy_version integer not null)`)
  await run('create unique index rollover_copies_by_source on rollover_copies (rollover_id, record_type, source_id)')
  // A year that owners see from now on brings along what belongs to it.
  await run(`drop trigger years_synced_along${postgres ? ' on years' : ''}`)
  if (postgres) {
    await run(`create trigger years_synced_along after update on years for each row when (${MOVES.join(' or ')})
      execute function sync_along_years()`)
    return
  }
  const moved = '(select coalesce(max(moved), 0) + 1 from synced)'
  const along = alongYears.map(
    ([table, where]) => `update synced set moved = ${moved}
      where record_type = '${table}' and record_id in (select id from ${table} where ${where});`,
  )
  await run(
    `create trigger years_synced_along after update on years when ${MOVES.join(' or ')} begin ${along.join('\n')} end`,
  )
}
