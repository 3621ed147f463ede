import type { Checklist } from '#contract/checklists.ts'
import type { ListInput } from '#contract/records.ts'
import { addedByColumn, idColumn, visibleToColumn } from '../../db/lists/list-columns.ts'
import { type List, listPage, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { listedColumns, ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'

const selectChecklists = (db: Db) =>
  db
    .selectFrom('checklists')
    .leftJoin('admins', 'admins.id', 'checklists.added_by_id')
    .leftJoin('users', 'users.id', 'checklists.added_by_id')
    .select(recordColumns('checklists'))
    .select(ownColumns('checklists'))
    .select(({ fn }) => fn.coalesce('admins.name', 'users.name').as('added_by'))

type Row = RowOf<typeof selectChecklists>

const toChecklist = ({ added_by_id, added_by, ...row }: Row): Checklist => ({
  ...toRecord(row),
  user: { _id: added_by_id, name: added_by ?? '' },
  added_by: added_by ?? '',
})

export const checklistList: List<Row, Checklist, 'checklists'> = {
  table: 'checklists',
  select: selectChecklists,
  toWire: toChecklist,
  reads: ['admins', 'users'],
  columns: {
    ...listedColumns('checklists'),
    added_by: addedByColumn('checklists.added_by_id'),
    user_id: idColumn('checklists.added_by_id'),
  },
  scopes: { visible_to: visibleToColumn('checklists') },
  order: newestFirst('checklists'),
}

/** One page of what an owner sees: administrators' records, and the owner's own. */
export const listChecklistsVisibleTo = (db: Db, ownerId: string, input: ListInput) =>
  listPage(db, checklistList, input, { visible_to: ownerId })
