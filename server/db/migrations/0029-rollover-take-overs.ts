import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** What was taken over into a model year that is prepared, so that it is offered again once that is undone. */
export async function rolloverTakeOvers(db: MigrationDb) {
  const text = isPostgres(db) ? 'text collate pg_catalog."C"' : 'text'
  for (const statement of [
    `create table rollover_take_overs (
       id ${text} primary key, rollover_id ${text} not null, copy_id ${text} not null, change_id ${text} not null,
       source_version integer not null, copy_version integer not null)`,
    'create index rollover_take_overs_by_rollover on rollover_take_overs (rollover_id, change_id)',
  ])
    await sql.raw(statement).execute(db)
}
