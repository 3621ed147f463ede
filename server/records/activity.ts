import { v7 as newId } from 'uuid'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/schema.ts'

/** The changed fields, each with its value before and after. */
export type Changes = Record<string, [from: unknown, to: unknown]>

/** Records who did what to which record. Call it in the transaction of the change. */
export async function writeActivity(
  db: Db,
  entry: { action: 'add' | 'edit' | 'delete' | 'restore'; table: string; id: string; changes: Changes },
  actor: Actor,
) {
  await db
    .insertInto('activity')
    .values({
      id: newId(),
      at: new Date().toISOString(),
      admin_id: actor.kind === 'user' ? null : actor._id,
      user_id: actor.kind === 'user' ? actor._id : null,
      action: entry.action,
      table_name: entry.table,
      record_id: entry.id,
      changes: JSON.stringify(entry.changes),
    })
    .execute()
}

/** Who last changed a record, and when (ISO 8601); undefined if nobody did. */
export const lastChange = (db: Db, id: string) =>
  db
    .selectFrom('activity')
    .leftJoin('admins', 'admins.id', 'activity.admin_id')
    .leftJoin('users', 'users.id', 'activity.user_id')
    .select(({ fn }) => [fn.coalesce('admins.name', 'users.name').as('changed_by'), 'activity.at as changed_at'])
    .where('record_id', '=', id)
    .orderBy('activity.id', 'desc')
    .executeTakeFirst()
