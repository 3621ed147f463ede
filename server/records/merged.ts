import { endAppSessions } from '../auth/app-sessions.ts'
import { readQuery, writeQuery } from '../db/raw-query.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import { refused } from '../errors.ts'
import type { Changes } from './activity.ts'
import { recordTables } from './record-tables.ts'

export const WAS_MERGED = 'This account was merged into another one.'

/** 422 for anything that would restore an account whose owner has another one. */
export const wasMerged = () => refused('user_id', WAS_MERGED, 'not_allowed')

/**
 * Moves phones and messages with an account that is merged into another, and back when that is undone: neither are
 * records. A message that both have stays where it is, and shows once.
 */
export async function followMerge(db: Db, id: string, into: unknown) {
  if (typeof into !== 'string') {
    const back = 'user_id = merged_from, merged_from = null'
    await writeQuery(db, `update devices set ${back} where merged_from = ? returning token`, [id])
    // This tells apps about changes of `read_at`.
    await writeQuery(
      db,
      `update notification_recipients set ${back}, read_at = read_at where merged_from = ? returning seq`,
      [id],
    )
    return
  }
  const along = 'user_id = ?, merged_from = user_id'
  await writeQuery(db, `update devices set ${along} where user_id = ? returning token`, [into, id])
  await writeQuery(db, `update notification_recipients set ${along}, read_at = read_at where ${MOVING} returning seq`, [
    into,
    id,
    into,
  ])
}

/** SQL for the messages that one account got and the other, named after it, did not. */
const MOVING = `user_id = ? and state not in ('not_meant', 'recalled') and notification_id not in (
  select notification_id from notification_recipients where user_id = ?)`

/** How many phones and messages a merge would move. */
export async function countToFollow(db: Db, id: string, into: string) {
  const [found] = await readQuery<{ devices: number; notifications: number }>(
    db,
    `select (select count(*) from devices where user_id = ?) as devices,
       (select count(*) from notification_recipients where ${MOVING}) as notifications`,
    [id, id, into],
  )
  return { devices: Number(found?.devices), notifications: Number(found?.notifications) }
}

/** The column that says whether an owner may sign in: deleted owners may not, restored ones may. */
export const switchedBy = (table: RecordTable) =>
  Object.entries(recordTables[table].columns).find(([, { controlsSignIn }]) => controlsSignIn)?.[0] ?? ''

/**
 * Ends the app sessions of owners whom a change locks out. Those of a merged account are kept, refused because of its
 * state, so that an undo finds them and their phones again.
 */
export async function endSessions(db: Db, table: RecordTable, ids: string[], changes: Changes) {
  const merged = changes['merged_into']
  if (merged) {
    for (const id of ids) await followMerge(db, id, merged[1])
    return
  }
  const { columns } = recordTables[table]
  const keepsOut = Object.entries(changes).some(([column, [, to]]) => columns[column]?.controlsSignIn && to === 0)
  if (keepsOut) await endAppSessions(db, ids, 'deactivated')
}
