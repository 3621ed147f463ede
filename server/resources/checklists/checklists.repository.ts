import type { Checklist } from '#contract/checklists.ts'
import type { ListInput } from '#contract/records.ts'
import { addedByColumn, idColumn, visibleToColumn } from '../../db/lists/list-columns.ts'
import { listPage } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'

export const checklistList = listOf('checklists', {
  select: (db) =>
    selectRecords(db, 'checklists')
      .leftJoin('admins', 'admins.id', 'checklists.added_by_id')
      .leftJoin('users', 'users.id', 'checklists.added_by_id')
      .select(({ fn }) => fn.coalesce('admins.name', 'users.name').as('added_by')),
  toWire: ({ added_by_id, added_by, ...row }): Checklist => ({
    ...toRecord(row),
    user: { _id: added_by_id, name: added_by ?? '' },
    added_by: added_by ?? '',
  }),
  reads: ['users'],
  columns: {
    added_by: addedByColumn('checklists.added_by_id'),
    user_id: idColumn('checklists.added_by_id'),
  },
  scopes: { visible_to: visibleToColumn('checklists') },
})

/** One page of what an owner sees: administrators' records, and the owner's own. */
export const listChecklistsVisibleTo = (db: Db, ownerId: string, input: ListInput) =>
  listPage(db, checklistList, input, { visible_to: ownerId })
