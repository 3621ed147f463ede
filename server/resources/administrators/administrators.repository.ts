import type { z } from 'zod'
import type { Administrator, AdministratorStatus, administrators } from '#contract/administrators.ts'
import { flagColumn, idColumn, plainTextColumn, timeColumn } from '../../db/lists/list-columns.ts'
import { type List, listPage, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'

type Listed = Omit<Administrator, 'is_me'>

const selectAdministrators = (db: Db) =>
  db
    .selectFrom('admins')
    .select(recordColumns('admins'))
    .select(['name', 'email', 'status', 'last_sign_in'])
    .select(['invited_until', 'totp_since', 'passkey_count', 'mail_problem'])

type Row = RowOf<typeof selectAdministrators>

function toAdministrator({ totp_since, passkey_count, ...row }: Row): Listed {
  // The list and `findAdministrator` leave programs out.
  const status = row.status as AdministratorStatus
  return { ...toRecord(row), status, second_factor: totp_since !== null || Number(passkey_count) > 0 }
}

export const administratorList: List<Row, Listed, 'admins'> = {
  table: 'admins',
  select: selectAdministrators,
  toWire: toAdministrator,
  reads: ['users'],
  columns: {
    name: plainTextColumn('admins.name_key'),
    email: plainTextColumn('admins.email'),
    status: idColumn('admins.status'),
    last_sign_in: { ...timeColumn('admins.last_sign_in'), nullable: true },
    invited_until: { ...timeColumn('admins.invited_until'), nullable: true },
    second_factor: flagColumn(
      '(case when admins.totp_since is not null or admins.passkey_count > 0 then 1 else 0 end)',
    ),
  },
  scopes: { hidden: flagColumn("(case when admins.is_deleted = 1 or admins.status = 'PROGRAM' then 1 else 0 end)") },
  order: ['admins.name_key', 'admins.id'],
  key: 'id',
}

/** One page of administrators; `me` is the caller. Withdrawn invitations and programs are left out. */
export async function listAdministrators(
  db: Db,
  { status, ...input }: z.output<typeof administrators.list.input>,
  me: string,
) {
  const page = await listPage(db, administratorList, input, { hidden: 'false', ...(status && { status }) })
  // Other callers share the rows.
  return { ...page, data: page.data.map((row) => ({ ...row, is_me: row._id === me })) }
}

/** The administrator with this id, in any state. Throws 404. */
export async function findAdministrator(db: Db, id: string, me: string | undefined): Promise<Administrator> {
  const row = await selectAdministrators(db)
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .where('status', '<>', 'PROGRAM')
    .executeTakeFirst()
  if (!row) throw notFound('This administrator')
  return { ...toAdministrator(row), is_me: row.id === me }
}
