import type { Db, RecordTable } from '../db/schema.ts'
import type { Changes } from './activity.ts'
import { chunksOf } from './change.ts'
import { columnOf } from './record-tables.ts'

/** Which of these records, all of them deleted by now, were deleted already when the change with number `seq` began. */
export async function deletedBefore(db: Db, seq: number, ids: string[]) {
  const before = new Set(ids)
  for (const some of chunksOf(ids)) {
    const entries = await db
      .selectFrom('activity')
      .innerJoin('changes', 'changes.id', 'activity.change_id')
      .select(['activity.record_id', 'activity.action'])
      .where('activity.record_id', 'in', some)
      .where('activity.action', '<>', 'edit')
      .where('changes.seq', '>=', seq)
      .orderBy('activity.version', 'desc')
      .execute()
    // The first of what was done since tells; it comes last here.
    for (const { record_id, action } of entries) {
      if (action === 'restore') before.add(record_id)
      else before.delete(record_id)
    }
  }
  return before
}

/** These columns of a record as they were when the change with number `seq` began; `now` is what they are. */
export async function valuesBefore<Values extends Record<string, unknown>>(
  db: Db,
  { table, id, seq }: { table: RecordTable; id: string; seq: number },
  now: Values,
): Promise<Values> {
  const entries = await db
    .selectFrom('activity')
    .innerJoin('changes', 'changes.id', 'activity.change_id')
    .select('activity.changes')
    .where('activity.record_id', '=', id)
    .where('activity.action', '=', 'edit')
    .where('changes.seq', '>=', seq)
    .orderBy('activity.version', 'desc')
    .execute()
  const before: Record<string, unknown> = { ...now }
  for (const { changes } of entries) {
    for (const [field, [from]] of Object.entries(JSON.parse(changes) as Changes)) {
      const column = columnOf(table, field)?.column ?? field
      if (column in before) before[column] = from
    }
  }
  return before as Values
}
