import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** Whose app an RV concerns that nobody owns: none. */
const NOBODY = '-'

/** RVs of a factory have no owner until one claims them; an owner's app hears of one that is no longer theirs. */
export async function rvsWithoutOwner(db: MigrationDb) {
  const postgres = isPostgres(db)
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run('alter table rvs alter column user_id drop not null')
  await run('create index rvs_without_owner on rvs (vin, model_id) where user_id is null')
  const now = postgres
    ? 'pg_catalog.pg_current_xact_id()::text::bigint'
    : '(select coalesce(max(moved), 0) + 1 from synced)'
  const write = (
    type: string,
    id: string,
    owner: string,
  ) => `insert into synced (record_type, record_id, owner_id, moved)
    values ('${type}', ${id}, ${owner}, ${now})
    on conflict (record_type, record_id) do update set owner_id = excluded.owner_id, moved = excluded.moved;`
  const note = write('rvs', 'new.id', `coalesce(new.user_id, '${NOBODY}')`)
  const left = write('left_rvs', "old.id || ' ' || old.user_id", 'old.user_id')
  const LEFT = 'old.user_id is not null and old.user_id is distinct from new.user_id'
  if (postgres) {
    await run(
      `create or replace function sync_rvs() returns trigger language plpgsql as $$ begin ${note} return null; end $$`,
    )
    await run(
      `create function sync_left_rvs() returns trigger language plpgsql as $$ begin ${left} return null; end $$`,
    )
    await run(
      `create trigger rvs_synced_left after update on rvs for each row when (${LEFT}) execute function sync_left_rvs()`,
    )
    return
  }
  for (const event of ['insert', 'update']) {
    await run(`drop trigger rvs_synced_${event}`)
    await run(`create trigger rvs_synced_${event} after ${event} on rvs begin ${note} end`)
  }
  await run(`create trigger rvs_synced_left after update on rvs when ${LEFT} begin ${left} end`)
}
