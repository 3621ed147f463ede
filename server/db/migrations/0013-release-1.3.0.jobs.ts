import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/**
 * What comes due is a job that has a key; one that is due at a time on the clock of a zone says which, and by which version
 * of the rules its moment was computed. The same name meant a mail and the act that has it sent.
 */
export async function jobs(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    ...['key', 'due_at', 'wall_time', 'zone', 'zone_rules'].map(
      (column) => `alter table jobs add column ${column} ${text}`,
    ),
    `insert into jobs (id, kind, key, payload, run_at, attempts, due_at, wall_time, zone, zone_rules)
     select 'due ' || id, case kind when 'mail-key-ends' then 'key-ends' else kind end, about, '{}', try_at, 0, due_at,
       wall_time, zone, zone_rules from due`,
    'drop table due',
    'drop index jobs_due',
    'create index jobs_due on jobs (kind, run_at, id)',
    'create unique index jobs_by_key on jobs (kind, key) where key is not null',
    'create index jobs_by_moment on jobs (run_at, id) where due_at is not null',
    'create index jobs_by_rules on jobs (zone_rules) where zone_rules is not null',
  ])
}
