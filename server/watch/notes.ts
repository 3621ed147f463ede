import { HOUR, isoNow, now } from '../clock.ts'
import { isAlive, listServers } from '../db/engines/servers.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'

/** What a server knows about its scheduled backups. */
export type BackupNote = {
  /** When the newest finished one was made (ISO 8601); null if there is none. */
  last: string | null
  /** Why the last attempt failed; null if it did not. */
  problem: string | null
  /** Whether that was a fault of the file storage. */
  ofStorage: boolean
  /** How many files needed by the newest one's records the storage lacked. */
  missing: number
  /** When the server began to make backups. */
  since: string
  everyHours: number
}
export type BackupState = Pick<BackupNote, 'last' | 'problem' | 'ofStorage' | 'missing'> & {
  /** No backup was finished for twice the interval, or the last attempt failed. */
  overdue: boolean
}

/** Adds whether a backup is overdue now: the server that made them may not be there to notice. */
export const withOverdue = <Note extends BackupNote>(note: Note) => ({
  ...note,
  overdue: note.problem !== null || now() - Date.parse(note.last ?? note.since) > 2 * note.everyHours * HOUR,
})

/** The findings of the last sweep of unnamed files, in numbers. */
export type SweepNote = { files: number; stopped: boolean; missing: number }

type Notes = { backups: BackupNote; sweep: SweepNote }
type Name = keyof Notes
/** What `server` has recorded, and when. */
export type Noted<Facts> = Facts & { server: string; noted_at: string }

/**
 * Records for all servers what `server` knows. Notes of servers that are gone are removed: this one does it in their
 * place.
 */
export const note = <N extends Name>(db: Db, server: string, name: N, facts: Notes[N]) =>
  inTransaction(db, async (db) => {
    const alive = (await listServers(db)).filter(isAlive)
    await db
      .deleteFrom('server_notes')
      .where('name', '=', name)
      .where('server', 'not in', [server, ...alive.map(({ name }) => name)])
      .execute()
    const row = { name, server, noted_at: isoNow(), facts: JSON.stringify(facts) }
    await db
      .insertInto('server_notes')
      .values(row)
      .onConflict((conflict) => conflict.columns(['name', 'server']).doUpdateSet(row))
      .execute()
  })

/** The same for what one server finds out for all: others' earlier notes are removed. */
export const noteAlone = <N extends Name>(db: Db, server: string, name: N, facts: Notes[N]) =>
  inTransaction(db, async (db) => {
    await db.deleteFrom('server_notes').where('name', '=', name).execute()
    await note(db, server, name, facts)
  })

/** All notes, by name. */
export async function readNotes(db: Db): Promise<{ [N in Name]: Noted<Notes[N]>[] }> {
  const rows = await db.selectFrom('server_notes').selectAll().orderBy('server').execute()
  const of = <N extends Name>(name: N) =>
    rows
      .filter((row) => row.name === name)
      .map(({ server, noted_at, facts }) => ({ ...(JSON.parse(facts) as Notes[N]), server, noted_at }))
  return { backups: of('backups'), sweep: of('sweep') }
}

/** Forgets that `server` made backups; without one, that any did. */
export async function forgetBackups(db: Db, server?: string) {
  const noted = db.deleteFrom('server_notes').where('name', '=', 'backups')
  await (server === undefined ? noted : noted.where('server', '=', server)).execute()
}
