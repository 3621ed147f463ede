import type { Db, RecordTable } from '../db/schema.ts'
import { entryId } from './activity.ts'
import { deletedWith } from './record-tables.ts'

/**
 * The records of `table` that were deleted together with a record at its last deletion, by id; none if the history does
 * not reach back.
 */
export async function cascadedWith(db: Db, parent: RecordTable, id: string, table: RecordTable) {
  const deletion = await db
    .selectFrom('activity')
    .innerJoin('changes', 'changes.id', 'activity.change_id')
    .select('change_id')
    .where('record_id', '=', id)
    .where('activity.action', '=', 'delete')
    // An undo that deletes again is not a separate deletion, and an undone one did not happen.
    .where('changes.undoes', 'is', null)
    .where('changes.undone_by', 'is', null)
    .orderBy('activity.version', 'desc')
    .executeTakeFirst()
  const column = deletedWith(parent).find((below) => below.table === table)?.column
  if (!deletion || !column) return []
  const { change_id } = deletion
  const records = await db
    .selectFrom('activity')
    .select('record_id')
    .where('id', '>=', entryId(change_id, 0))
    .where('id', '<', `${change_id}g`)
    .where('table_name', '=', table)
    .where('action', '=', 'delete')
    .where('record_id', 'in', (below) =>
      below
        .selectFrom(table as 'sub_topics')
        .select('id')
        .where(column as 'topic_id', '=', id),
    )
    .execute()
  return records.map(({ record_id }) => record_id)
}
