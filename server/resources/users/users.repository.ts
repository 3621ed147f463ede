import { sql } from 'kysely'
import type { z } from 'zod'
import type { User, UserInApp, users } from '#contract/users.ts'
import { flagColumn, textColumn } from '../../db/lists/list-columns.ts'
import { type Scope, whereClause } from '../../db/lists/list-filters.ts'
import { type List, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'
import { type FillsOn, fillers } from '../notifications/placeholder-values.ts'

const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(recordColumns('users'))
    .select(['name', 'email', 'type', 'status', 'mail_problem', 'state', 'zip'])
    .select(
      sql<number | string>`(select count(*) from rvs where rvs.user_id = users.id and rvs.is_deleted = 0)`.as(
        'rv_count',
      ),
    )

type Row = RowOf<typeof selectUsers>

const toUser = (row: Row): User => ({ ...toRecord(row), status: row.status === 1, rv_count: Number(row.rv_count) })

export const userList: List<Row, User, 'users'> = {
  table: 'users',
  select: selectUsers,
  toWire: toUser,
  reads: ['admins', 'rvs'],
  columns: {
    name: textColumn('users', 'name_key'),
    email: textColumn('users', 'email_key'),
    status: flagColumn('users.status'),
  },
  state: 'status',
  order: newestFirst('users'),
}

/** These users, as the list shows them, in this order. */
export async function readUsers(db: Db, ids: string[]) {
  const rows = ids.length ? await selectUsers(db).where('users.id', 'in', ids).execute() : []
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    return row ? toUser(row) : []
  })
}

const NEWEST = 5

/** What an owner has in the app besides records; nothing that would let anyone act as the owner. */
export async function readUserInApp(on: FillsOn, id: string): Promise<UserInApp> {
  const { db } = on
  const devices = db.selectFrom('devices').where('user_id', '=', id)
  const sessions = db.selectFrom('app_sessions').where('user_id', '=', id)
  const inbox = db
    .selectFrom('notification_recipients')
    .where('user_id', '=', id)
    .where('state', 'not in', ['not_meant', 'recalled'])
  const messages = await inbox
    .innerJoin('notifications', 'notifications.id', 'notification_recipients.notification_id')
    .select(['notifications.id', 'notifications.title', 'notifications.created_at', 'notification_recipients.read_at'])
    .orderBy('notification_recipients.seq', 'desc')
    .limit(NEWEST)
    .execute()
  const fill = (
    await fillers(
      on,
      [id],
      messages.map(({ title }) => ({ title, description: '' })),
    )
  )(id)
  const signIns = await sessions.select(['created_at', 'used_at']).orderBy('used_at', 'desc').limit(NEWEST).execute()
  const registered = await devices
    .select(['platform', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(NEWEST)
    .execute()
  const count = async (rows: typeof devices | typeof sessions | typeof inbox) => {
    const { total } = await (rows as typeof devices)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow()
    return Number(total)
  }
  return {
    devices: {
      total: await count(devices),
      data: registered.map(({ platform, created_at }) => ({ platform, registered_at: created_at })),
    },
    sign_ins: {
      total: await count(sessions),
      data: signIns.map(({ created_at, used_at }) => ({ at: created_at, used_at })),
    },
    messages: {
      total: await count(inbox),
      data: messages.map(({ id, title, created_at, read_at }) => ({
        _id: id,
        title: fill(title),
        sent_at: created_at,
        is_read: read_at !== null,
      })),
    },
  }
}

type UserListInput = z.output<typeof users.list.input>

/**
 * The WHERE clause for the users that the list shows, to collect or to walk them (see server/db/lists/list-page.ts).
 * Throws 422 as the list does.
 */
export const usersWhereClause = (db: Db, { status, ...input }: UserListInput, plan: 'collect' | 'walk') =>
  whereClause(db, userList, input, scopeOf(status), plan)

const scopeOf = (status: boolean | undefined): Scope => (status === undefined ? {} : { status: String(status) })
