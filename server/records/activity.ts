import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../actor.ts'
import type { Db, RecordTable } from '../db/schema.ts'

/** The changed fields, each with its value before and after. */
export type Changes = Record<string, [from: unknown, to: unknown]>

type Action = 'add' | 'edit' | 'delete' | 'restore'

/** Records who did what to which record. Call it in the transaction of the change. */
export const writeActivity = (
  db: Db,
  { id, ...entry }: { action: Action; table: string; id: string; changes: Changes },
  actor: Actor,
) => writeActivities(db, { ...entry, ids: [id] }, actor)

/** Few enough for the number of values that one statement may have. */
const ENTRIES_AT_ONCE = 2000

/** Records that somebody did the same to many records. Call it in the transaction of the change. */
export async function writeActivities(
  db: Db,
  { action, table, ids, changes }: { action: Action; table: string; ids: string[]; changes: Changes },
  actor: Actor,
) {
  const shared = {
    at: new Date().toISOString(),
    admin_id: actor.kind === 'user' ? null : actor._id,
    user_id: actor.kind === 'user' ? actor._id : null,
    action,
    table_name: table,
    changes: JSON.stringify(changes),
  }
  for (let first = 0; first < ids.length; first += ENTRIES_AT_ONCE) {
    const entries = ids.slice(first, first + ENTRIES_AT_ONCE)
    const rows = entries.map((record_id) => ({ id: newId(), ...shared, record_id }))
    await db.insertInto('activity').values(rows).execute()
  }
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

/**
 * SQL for the name of who last changed a record of `table`, in a SELECT from it; null if nobody did. A list that shows
 * it reads the admins and, where owners change records, the users.
 */
export const updatedBy = (table: RecordTable) =>
  sql<string | null>`(
    select coalesce(admin.name, app_user.name) from activity
    left join admins as admin on admin.id = activity.admin_id
    left join users as app_user on app_user.id = activity.user_id
    where activity.record_id = ${sql.ref(`${table}.id`)}
    order by activity.id desc limit 1
  )`.as('updated_by')
