import type { Db } from '../../../../db/schema.ts'
import type { AnyChange } from '../../../open-change.ts'
import { noteAddsUndoneAgain, noteUndoneAdds } from '../../../undone-adds.ts'
import { carryOut } from '../../carry-out.ts'
import { deletesOf } from '../../plan.ts'
import type { UndoPlan } from './undo-plan.ts'

/**
 * Carries out part of an undo, and records which of the records it deletes had been added by the change. Call it in the
 * transaction of `change`, once the change being undone no longer counts.
 */
export async function applyUndo(db: Db, { table, writes }: Pick<UndoPlan, 'table' | 'writes'>, change: AnyChange) {
  await carryOut(db, { table, writes }, change, { along: false })
  const going = writes.filter((write) => deletesOf(write))
  for (const [isAdded, some] of Map.groupBy(going, ({ isAdded }) => isAdded)) {
    const note = isAdded ? noteUndoneAdds : noteAddsUndoneAgain
    await note(
      db,
      table,
      some.map(({ row }) => row.id),
    )
  }
}
