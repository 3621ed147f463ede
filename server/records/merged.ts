import { readQuery, writeQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'
import { refused } from '../errors.ts'

export const WAS_MERGED = 'This account was merged into another one.'

/** 422 for what would bring back an account whose owner has another one. */
export const wasMerged = () => refused('user_id', WAS_MERGED, 'not_allowed')

/**
 * Takes phones and messages along with an account that is merged into another one, and back with the undo of that: both are
 * no records. A message that both have got stays where it is, and shows once.
 */
export async function followMerge(db: Db, id: string, into: unknown) {
  if (typeof into !== 'string') {
    const back = 'user_id = merged_from, merged_from = null'
    await writeQuery(db, `update devices set ${back} where merged_from = ? returning token`, [id])
    // Apps learn of what happens to `read_at`.
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

/** SQL for the messages of an account that the other one, named after it, has not got. */
const MOVING = `user_id = ? and notification_id not in (
  select notification_id from notification_recipients where user_id = ?)`

/** How many phones and messages a merge would take along. */
export async function countToFollow(db: Db, id: string, into: string) {
  const [found] = await readQuery<{ devices: number; notifications: number }>(
    db,
    `select (select count(*) from devices where user_id = ?) as devices,
       (select count(*) from notification_recipients where ${MOVING}) as notifications`,
    [id, id, into],
  )
  return { devices: Number(found?.devices), notifications: Number(found?.notifications) }
}
