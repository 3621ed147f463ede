import { sql } from 'kysely'
import type { z } from 'zod'
import type { User, users } from '#contract/users.ts'
import { flagColumn, textColumn } from '../../db/list-columns.ts'
import { type List, listPage, newestFirst, type Scope, whereClause } from '../../db/list-page.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { updatedBy } from '../../records/activity.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'

type Row = RecordShape & {
  name: string
  email: string
  type: Tables['users']['type']
  status: number
  rv_count: number | string
}

const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(updatedBy('users'))
    .select(['id', 'is_deleted', 'version', 'created_at', 'updated_at', 'name', 'email', 'type', 'status'])
    .select(
      sql<number | string>`(select count(*) from rvs where rvs.user_id = users.id and rvs.is_deleted = 0)`.as(
        'rv_count',
      ),
    )

const toUser = (row: Row): User => ({ ...toRecord(row), status: row.status === 1, rv_count: Number(row.rv_count) })

export const userList: List<Row, User> = {
  table: 'users',
  select: selectUsers,
  toWire: toUser,
  reads: ['admins', 'rvs'],
  columns: {
    name: textColumn('users', 'name_key'),
    email: textColumn('users', 'email_key'),
    status: flagColumn('users.status'),
  },
  order: newestFirst('users'),
}

type UserListInput = z.output<typeof users.list.input>

/** One page of app users; `status` selects active or inactive ones, beside a filter of the same field. */
export const listUsers = (db: Db, { status, ...input }: UserListInput) => listPage(db, userList, input, scopeOf(status))

/**
 * The WHERE clause for the users that listUsers would show, to collect or to walk them (see server/db/list-page.ts).
 * Throws 422 as listUsers does.
 */
export const usersWhereClause = (db: Db, { status, ...input }: UserListInput, plan: 'collect' | 'walk') =>
  whereClause(db, userList, input, scopeOf(status), plan)

const scopeOf = (status: boolean | undefined): Scope => (status === undefined ? {} : { status: String(status) })

/** The app user with this id, active or not. Throws 404. */
export async function findUser(db: Db, id: string) {
  const row = await selectUsers(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This user')
  return toUser(row)
}
