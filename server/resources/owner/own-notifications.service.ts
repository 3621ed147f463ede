import type { z } from 'zod'
import type { ownNotifications } from '#contract/owner/notifications.ts'
import type { Session } from '../../auth/sessions.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { knownZone } from '../notifications/known-zone.ts'

type Device = z.output<typeof ownNotifications.addDevice.input>

const MAX_DEVICES = 20

/**
 * Registers a device for a user until this session ends, whoever had it before. If there are more than twenty, the
 * oldest is removed.
 */
export function addDevice(
  db: Db,
  { token, platform, time_zone, language }: Device,
  { actor: { _id: userId }, tokenHash }: Session,
) {
  return inTransaction(db, async (db) => {
    // What a phone leaves out stays as it was.
    const said = {
      ...(time_zone !== undefined && { time_zone: knownZone(time_zone) }),
      ...(language !== undefined && { language }),
    }
    const device = {
      user_id: userId,
      session: tokenHash,
      platform,
      created_at: isoNow(),
      merged_from: null,
      ...said,
    }
    await db
      .insertInto('devices')
      .values({ token, ...device })
      .onConflict((conflict) => conflict.column('token').doUpdateSet(device))
      .execute()
    await db
      .deleteFrom('devices')
      .where('user_id', '=', userId)
      .where('token', 'not in', (devices) =>
        devices
          .selectFrom('devices')
          .select('token')
          .where('user_id', '=', userId)
          .orderBy('created_at', 'desc')
          .limit(MAX_DEVICES),
      )
      .execute()
  })
}

/** Removes one of the user's devices. Does nothing if it is missing. */
export const removeDevice = (db: Db, token: string, userId: string) =>
  db.deleteFrom('devices').where('token', '=', token).where('user_id', '=', userId).execute()

/** Marks one message in the user's inbox as read, or without an id all of them. Does nothing if it is missing. */
export function markRead(db: Db, notificationId: string | undefined, userId: string) {
  let unread = db
    .updateTable('notification_recipients')
    .set({ read_at: isoNow() })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (notificationId !== undefined) unread = unread.where('notification_id', '=', notificationId)
  return unread.execute()
}

/** How many messages in the user's inbox are unread. */
export async function countUnread(db: Db, userId: string) {
  const { count } = await db
    .selectFrom('notification_recipients')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Removes a message from the user's inbox; whether it arrived and was read is kept. Does nothing if it is missing, or
 * was already removed.
 */
export const removeMessage = (db: Db, notificationId: string, userId: string) =>
  db
    .updateTable('notification_recipients')
    // This tells open lists about changes of `read_at`.
    .set(({ ref }) => ({ removed_at: isoNow(), read_at: ref('read_at') }))
    .where('user_id', '=', userId)
    .where('notification_id', '=', notificationId)
    .where('removed_at', 'is', null)
    .execute()
