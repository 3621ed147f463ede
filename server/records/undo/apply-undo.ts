import type { Db } from '../../db/schema.ts'
import { changeRecords, setDeleted } from '../change.ts'
import type { AnyChange } from '../open-change.ts'
import type { Step } from './undo-plan.ts'

/** Carries out the steps of a plan for records of one table. Call it in the transaction of `change`. */
export async function applyUndo(db: Db, steps: Step[], change: AnyChange) {
  for (const [first, ...others] of alike(steps)) {
    if (!first) continue
    const { table, fields, deletes } = first
    const ids = [first, ...others].map(({ row }) => row.id)
    if (Object.keys(fields).length) await changeRecords(db, table, ids, fields, change)
    if (deletes !== undefined) await setDeleted(db, table, { id: ids }, deletes, change)
  }
}

/** Steps that do the same, each group as one. */
const alike = (steps: Step[]) => Map.groupBy(steps, ({ fields, deletes }) => JSON.stringify([deletes, fields])).values()
