import { existsSync } from 'node:fs'
import { RESTORED } from '../auth/own-secrets.ts'
import { SqliteFile } from '../db/engines/sqlite-file.ts'

/** The tables of release 1.2.0 whose rows are now in `one_time_secrets`. */
const FORMER = ['tickets', 'challenges', 'otps', 'factor_links', 'email_changes']

/** Whatever gives access. A restore would bring back what has been ended or used since. */
export const VOIDED = ['sessions', 'app_sessions', 'recovery_codes', ...FORMER]

/**
 * Ends all sessions in a database file that is not open and voids its codes and links, whichever release made it, and
 * records when, so that people are told. Returns the addresses of the administrators who can sign in, and what people
 * must make or start again.
 */
export function voidSecrets(file: string) {
  const database = new SqliteFile(file)
  try {
    const has = database.prepare("select 1 from sqlite_master where type = 'table' and name = ?")
    const ended = { keys: 0, webhooks: [] as string[] }
    database.transaction(() => {
      for (const table of VOIDED) if (has.get([table])) database.exec(`delete from ${table}`)
      if (has.get(['program_keys'])) {
        const now = new Date().toISOString()
        const active = database.prepare(
          'select count(*) as count from program_keys where ended_at is null and expires_at > ?',
        )
        ended.keys = (active.get([now]) as { count: number }).count
        database.prepare('update program_keys set ended_at = ? where ended_at is null').run([now])
      }
      if (has.get(['webhooks'])) {
        const urls = database.column<string>("select url from webhooks where state = 'active' order by id")
        ended.webhooks = urls.map((url) => new URL(url).host)
        database.exec("update webhooks set state = 'paused', why = 'restored' where state = 'active'")
      }
      // What apps have synced since the backup is not in it.
      if (has.get(['synced']))
        database.exec("update synced set record_id = lower(hex(randomblob(16))) where record_type = 'epoch'")
      // They belong to the servers of the backed-up installation.
      if (has.get(['server_notes'])) database.exec('delete from server_notes')
      if (has.get(['invitations'])) database.exec('update invitations set token_hash = null')
      if (has.get(['one_time_secrets'])) {
        database.exec("delete from one_time_secrets where purpose not in ('invitation', 'used_token')")
        database.exec("update one_time_secrets set hash = null where purpose = 'invitation'")
      }
      database.prepare('delete from secrets where name = ?').run([RESTORED])
      database.prepare('insert into secrets (name, value) values (?, ?)').run([RESTORED, new Date().toISOString()])
    })
    return { active: activeIn(database), ...ended }
  } finally {
    database.close()
  }
}

/** The addresses of those who could sign in before, from a database file; undefined if it is missing or damaged. */
export function findActive(file: string) {
  if (!existsSync(file)) return undefined
  try {
    const database = new SqliteFile(file, { readonly: true })
    try {
      return activeIn(database)
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

const activeIn = (database: SqliteFile) =>
  database.column<string>("select email from admins where status = 'ACTIVE' order by email")
