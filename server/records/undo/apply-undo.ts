import type { Db } from '../../db/schema.ts'
import { changeRecords, setDeleted } from '../change.ts'
import type { AnyChange } from '../open-change.ts'
import { noteAddsUndoneAgain, noteUndoneAdds } from '../undone-adds.ts'
import type { Step } from './undo-plan.ts'

/**
 * Carries out the steps of a plan for records of one table. Call it in the transaction of `change`, once what it undoes
 * does not count any more.
 */
export async function applyUndo(db: Db, steps: Step[], change: AnyChange) {
  for (const [first, ...others] of alike(steps)) {
    if (!first) continue
    const { table, fields, deletes, isAdded } = first
    const ids = [first, ...others].map(({ row }) => row.id)
    if (Object.keys(fields).length) await changeRecords(db, table, ids, fields, change)
    if (deletes !== undefined) await setDeleted(db, table, { id: ids }, deletes, change)
    if (deletes) await (isAdded ? noteUndoneAdds : noteAddsUndoneAgain)(db, table, ids)
  }
}

/** Steps that do the same, each group as one. */
const alike = (steps: Step[]) =>
  Map.groupBy(steps, ({ fields, deletes, isAdded }) => JSON.stringify([deletes, isAdded, fields])).values()
