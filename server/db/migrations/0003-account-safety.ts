import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/**
 * Keeps for a year what happens to each administrator's account, how sessions ended, mailed links against strangers,
 * new addresses that wait for their confirmation, and which tokens of social networks were used. Changes of an owner
 * that follow each other are folded.
 */
export async function accountSafety(db: MigrationDb) {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table security_events (
    id text primary key, admin_id text not null, at text not null, kind text not null,
    browser text not null, address text not null, by_id text, detail text)`)
  await run('create index security_events_of_admin on security_events (admin_id, id)')
  await run(`create table factor_links (
    token_hash text primary key, admin_id text not null, factor text not null,
    email text not null, expires_at text not null)`)
  await run('create index factor_links_by_end on factor_links (expires_at)')
  await run(`create table email_changes (
    admin_id text primary key, email text not null, request text not null, token_hash text, expires_at text not null)`)
  await run('create table ended_sessions (token_hash text primary key, ended_at text not null)')
  await run('create index ended_sessions_by_end on ended_sessions (ended_at)')
  await run('create table used_tokens (key text primary key, expires_at text not null)')
  await run('create index used_tokens_by_end on used_tokens (expires_at)')
  await run('alter table admins add column mail_problem text')
  await run('alter table sessions add column former_hash text')
  await run('alter table sessions add column rotated_at text')
  await run('alter table sessions add column rotated_from text')
  await run('create index sessions_by_former_hash on sessions (former_hash)')
  await run('alter table changes add column fold text')
  await run('alter table changes add column folded_count integer not null default 0')
  await run('create index changes_of_owner on changes (user_id, seq) where user_id is not null')
  await run('create index changes_by_fold on changes (fold, id) where fold is not null')
}
