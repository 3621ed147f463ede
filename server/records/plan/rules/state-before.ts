import type { Db, RecordTable } from '../../../db/schema.ts'
import type { Action, Changes } from '../../activity.ts'
import { columnOf } from '../../record-tables.ts'
import { chunksOf } from '../../rows.ts'

/**
 * Which of these records, all deleted by now, were already deleted when the change with number `seq` began. Excludes
 * any whose state is unclear because a change in steps ran at the same time.
 */
export async function deletedBefore(db: Db, seq: number, ids: string[]) {
  const before = new Set(ids)
  for (const some of chunksOf(ids)) {
    const entries = await entriesSince(db, seq, some, ['add', 'delete', 'restore'])
    // The first thing done since tells.
    for (const since of [entries, entries.filter(({ ranBeside }) => !ranBeside)]) {
      const first = new Map(since.map(({ record_id, action }) => [record_id, action]))
      for (const [id, action] of first) if (action !== 'restore') before.delete(id)
    }
  }
  return before
}

/**
 * A record's columns as they were when the change with number `seq` began; `now` is their present state. Two answers if
 * a change in steps ran at the same time: it may have set them before, or since.
 */
export async function valuesBefore<Values extends Record<string, unknown>>(
  db: Db,
  { table, id, seq }: { table: RecordTable; id: string; seq: number },
  now: Values,
): Promise<Values[]> {
  const entries = await entriesSince(db, seq, [id], ['edit'])
  const since = [entries.filter(({ ranBeside }) => !ranBeside)]
  if (entries.some(({ ranBeside }) => ranBeside)) since.push(entries)
  return since.map((some) => {
    const before: Record<string, unknown> = { ...now }
    for (const { changes } of some) {
      for (const [field, [from]] of Object.entries(JSON.parse(changes) as Changes)) {
        const column = columnOf(table, field)?.column ?? field
        if (column in before) before[column] = from
      }
    }
    return before as Values
  })
}

/** What was done to records since the change with number `seq` began, oldest first; `ranBeside`: perhaps before. */
async function entriesSince(db: Db, seq: number, ids: string[], actions: Action[]) {
  const entries = await db
    .selectFrom('activity')
    .innerJoin('changes', 'changes.id', 'activity.change_id')
    .select(['activity.record_id', 'activity.action', 'activity.changes', 'changes.seq'])
    .where('activity.record_id', 'in', ids)
    .where('activity.action', 'in', actions)
    .where(({ eb, or }) => or([eb('changes.seq', '>=', seq), eb('changes.last_seq', '>', seq)]))
    .orderBy('activity.version', 'desc')
    .execute()
  return entries.map(({ seq: number, ...entry }) => ({ ...entry, ranBeside: number < seq }))
}
