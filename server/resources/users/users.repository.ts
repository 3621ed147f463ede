import { sql } from 'kysely'
import type { z } from 'zod'
import type { User, users } from '#contract/users.ts'
import { flagColumn, textColumn } from '../../db/list-columns.ts'
import { type Scope, whereClause } from '../../db/list-filters.ts'
import { type List, newestFirst, type RowOf } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'

const selectUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(recordColumns('users'))
    .select(['name', 'email', 'type', 'status'])
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
  order: newestFirst('users'),
}

type UserListInput = z.output<typeof users.list.input>

/**
 * The WHERE clause for the users that the list shows, to collect or to walk them (see server/db/list-page.ts).
 * Throws 422 as the list does.
 */
export const usersWhereClause = (db: Db, { status, ...input }: UserListInput, plan: 'collect' | 'walk') =>
  whereClause(db, userList, input, scopeOf(status), plan)

const scopeOf = (status: boolean | undefined): Scope => (status === undefined ? {} : { status: String(status) })
