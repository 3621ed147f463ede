import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** Codes, links, tickets, challenges and used tokens are rows of one table. */
export async function secrets(db: MigrationDb) {
  const text = textType(db)
  const json = isPostgres(db)
    ? (pairs: string) => `json_build_object(${pairs})::text`
    : (pairs: string) => `json_object(${pairs})`
  const move = (values: string, from: string) =>
    `insert into one_time_secrets
       (purpose, subject, hash, whose, request, expires_at, tries, tries_elsewhere, about) select ${values} from ${from}`
  await runAll(db, [
    `create table one_time_secrets (
       purpose ${text} not null, subject ${text} not null, hash ${text}, whose ${text}, request ${text},
       expires_at ${text} not null, tries integer not null default 0, tries_elsewhere integer not null default 0,
       about ${text} not null default '', primary key (purpose, subject))`,
    'create index one_time_secrets_by_hash on one_time_secrets (purpose, hash) where hash is not null',
    'create index one_time_secrets_by_whose on one_time_secrets (whose) where whose is not null',
    'create index one_time_secrets_by_end on one_time_secrets (expires_at)',
    move(`'code', email, code_hash, browser_hash, request, expires_at, tries, tries_elsewhere, ''`, 'otps'),
    move(`'ticket', token_hash, password_digest, admin_id, null, expires_at, tries, 0, ''`, 'tickets'),
    move(`'challenge', key, null, null, null, expires_at, 0, 0, challenge`, 'challenges'),
    move(`'used_token', key, null, null, null, expires_at, 0, 0, ''`, 'used_tokens'),
    move(
      `'link', token_hash, null, admin_id, null, expires_at, 0, 0,
       ${json(`'factor', factor, 'email', email, 'since', since`)}`,
      'factor_links',
    ),
    move(
      `'new_address', admin_id, token_hash, admin_id, request, expires_at, 0, 0, ${json(`'email', email`)}`,
      'email_changes',
    ),
    move(
      `'invitation', admin_id, token_hash, admin_id, request, coalesce(invited_until, ''), 0, 0, ''`,
      'invitations inner join admins on admins.id = invitations.admin_id',
    ),
    ...['otps', 'tickets', 'challenges', 'used_tokens', 'factor_links', 'email_changes', 'invitations'].map(
      (table) => `drop table ${table}`,
    ),
  ])
}
