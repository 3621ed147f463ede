import type { Change } from '#contract/changes.ts'
import type { ListInput } from '#contract/records.ts'
import { both, either, refersTo } from '../../../db/lists/condition.ts'
import {
  comparesRows,
  idColumn,
  type ListColumn,
  plainTextColumn,
  referencedText,
  timeColumn,
} from '../../../db/lists/list-columns.ts'
import { readFilters } from '../../../db/lists/list-filters.ts'
import { type List, listPage } from '../../../db/lists/list-page.ts'
import type { Db, Tables } from '../../../db/schema.ts'
import { matchText } from '../../../db/search/text-conditions.ts'
import { notFound } from '../../../errors.ts'

export type Row = Pick<
  Tables['changes'],
  | 'id'
  | 'seq'
  | 'at'
  | 'kind'
  | 'message'
  | 'record_type'
  | 'title'
  | 'record_count'
  | 'expected_count'
  | 'state'
  | 'problem'
  | 'left_count'
  | 'is_final'
  | 'undoes'
  | 'undone_by'
  | 'is_redo'
  | 'admin_id'
  | 'user_id'
  | 'reason'
  | 'fold'
  | 'folded_count'
> & { admin_name: string | null; admin_status: string | null; user_name: string | null }

/** The SELECT of changes with the names of who made them. */
export const selectChanges = (db: Db) =>
  db
    .selectFrom('changes')
    .leftJoin('admins', 'admins.id', 'changes.admin_id')
    .leftJoin('users', 'users.id', 'changes.user_id')
    .select([
      'changes.id',
      'changes.seq',
      'changes.at',
      'changes.kind',
      'changes.message',
      'changes.record_type',
      'changes.title',
      'changes.record_count',
      'changes.expected_count',
      'changes.state',
      'changes.problem',
      'changes.left_count',
      'changes.is_final',
      'changes.undoes',
      'changes.undone_by',
      'changes.is_redo',
      'changes.admin_id',
      'changes.user_id',
      'changes.reason',
      'changes.fold',
      'changes.folded_count',
      'admins.name as admin_name',
      'admins.status as admin_status',
      'users.name as user_name',
    ])

/** A row of selectChanges in its wire shape. */
export function toChange(row: Row): Change {
  const {
    id,
    seq: _seq,
    is_final,
    is_redo,
    admin_id,
    user_id,
    reason,
    problem,
    admin_name,
    admin_status,
    user_name,
    ...shown
  } = row
  const by = whoMade({ admin_id, user_id, reason, admin_name, admin_status, user_name })
  const can_undo = is_final === 0 && row.state !== 'running' && row.undone_by === null
  return { _id: id, ...shown, reason: problem, is_redo: is_redo === 1, by, can_undo }
}

type Who = Pick<Row, 'admin_id' | 'user_id' | 'reason' | 'admin_name' | 'admin_status' | 'user_name'>

/** Who made a change. */
export function whoMade({ admin_id, user_id, reason, admin_name, admin_status, user_name }: Who): Change['by'] {
  if (admin_id) return { _id: admin_id, name: admin_name ?? '', kind: admin_status === 'PROGRAM' ? 'program' : 'admin' }
  if (user_id) return { _id: user_id, name: user_name ?? '', kind: 'user' }
  return { _id: null, name: reason ?? '', kind: 'system' }
}

/** The name of a change's author: an administrator, an owner, or the product's own reason. */
const byColumn: ListColumn = {
  ...referencedText((op, value, strategy) => {
    const [admins, users] = [matchText('admins.name_key', op, value), matchText('users.name_key', op, value)]
    const reason = matchText(`lower(coalesce(changes.reason, ''))`, op, value)
    const isSystem = { sql: 'changes.reason is not null', values: [] }
    const isAdmin = {
      sql: `coalesce(changes.admin_id, '') in (select id from admins where ${admins.sql})`,
      values: admins.values,
    }
    const isUser = comparesRows(op, value, strategy)
      ? refersTo('users', 'changes.user_id', users)
      : { sql: `coalesce(changes.user_id, '') in (select id from users where ${users.sql})`, values: users.values }
    return either(isAdmin, isUser, both(isSystem, reason))
  }),
  orderBy: ['coalesce(admins.name_key, users.name_key, changes.reason)', 'changes.id'],
  join: 'left join admins on admins.id = changes.admin_id left join users on users.id = changes.user_id',
  reads: ['admins', 'users'],
}

export const changeList: List<Row, Change, 'changes'> = {
  table: 'changes',
  select: selectChanges,
  toWire: toChange,
  reads: ['admins', 'users'],
  columns: {
    // Ids begin with the time, so the key gives their order.
    at: { ...timeColumn('changes.at'), orderBy: ['changes.id'] },
    by: byColumn,
    title: plainTextColumn('changes.title_key'),
    message: plainTextColumn('changes.message_key'),
    /** The stored words of a sentence: what was done, and the first record. */
    sentence: plainTextColumn(`(changes.message_key || ' ' || changes.title_key)`),
    record_type: idColumn('changes.record_type'),
    kind: idColumn('changes.kind'),
    state: idColumn('changes.state'),
    fold: idColumn('changes.fold'),
  },
  order: ['changes.id desc'],
  key: 'id',
}

/**
 * One page of changes, newest first unless sorted otherwise. With filters, all matches are shown; otherwise an owner's
 * changes within an hour are folded into the newest.
 */
export async function listChanges(db: Db, input: ListInput) {
  if (!readFilters(changeList, input).length) return listPage(db, changeList, { ...input, is_deleted: false })
  const page = await listPage(db, changeList, { ...input, is_deleted: undefined })
  // Other callers share the rows.
  return { ...page, data: page.data.map((change) => ({ ...change, folded_count: 0 })) }
}

/** A change. Throws 404. */
export const findChange = async (db: Db, id: string): Promise<Change> => toChange(await readChange(db, id))

/** A change with its number in the order of all changes. */
export type NumberedChange = Change & { seq: number }

/** The same with the number of the change. Throws 404. */
export async function findNumbered(db: Db, id: string): Promise<NumberedChange> {
  const row = await readChange(db, id)
  return { ...toChange(row), seq: Number(row.seq) }
}

async function readChange(db: Db, id: string) {
  const row = await selectChanges(db).where('changes.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This change')
  return row
}
