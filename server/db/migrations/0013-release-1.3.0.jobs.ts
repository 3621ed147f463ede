import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** The kinds of mails of release 1.2.0; each is a template now. */
const MAILS = [
  'reset-code',
  'admin-password-changed',
  'new-browser',
  'factors-changed',
  'wrong-second-factors',
  'invitation',
  'confirm-email',
  'email-changed',
  'team-changed',
  'new-password',
  'user-password-changed',
  'registered',
  'owner-reset-code',
  'confirmation-code',
  'key-ends',
  'owner-new-email',
  'owner-old-email',
  'owner-deletion',
].map((template) => `mail-${template}`)

/**
 * What comes due is a job that has a key; one that is due at a time on the clock of a zone says which, and by which version
 * of the rules its moment was computed. The same name meant a mail and the act that has it sent.
 */
export async function jobs(db: MigrationDb) {
  const text = textType(db)
  const payload = isPostgres(db)
    ? `(payload::jsonb || jsonb_build_object('template', substr(kind, 6)))::text`
    : `json_set(payload, '$.template', substr(kind, 6))`
  await runAll(db, [
    ...['key', 'due_at', 'wall_time', 'zone', 'zone_rules'].map(
      (column) => `alter table jobs add column ${column} ${text}`,
    ),
    `insert into jobs (id, kind, key, payload, run_at, attempts, due_at, wall_time, zone, zone_rules)
     select 'due ' || id, case kind when 'mail-key-ends' then 'key-ends' else kind end, about, '{}', try_at, 0, due_at,
       wall_time, zone, zone_rules from due`,
    `update jobs set kind = 'mail', payload = ${payload}
     where kind in (${MAILS.map((kind) => `'${kind}'`).join()}) and key is null`,
    'drop table due',
    'drop index jobs_due',
    'create index jobs_due on jobs (kind, run_at, id)',
    'create unique index jobs_by_key on jobs (kind, key) where key is not null',
    'create index jobs_by_moment on jobs (run_at, id) where due_at is not null',
    'create index jobs_by_rules on jobs (zone_rules) where zone_rules is not null',
  ])
}
