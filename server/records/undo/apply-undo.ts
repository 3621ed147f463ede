import type { Db } from '../../db/schema.ts'
import type { AnyChange } from '../open-change.ts'
import { carryOut } from '../plan/carry-out.ts'
import { deletesOf } from '../plan/plan.ts'
import { noteAddsUndoneAgain, noteUndoneAdds } from '../undone-adds.ts'
import type { UndoPlan } from './undo-plan.ts'

/**
 * Carries out a part of an undo, and notes which of the records that it takes away the change had added. Call it in the
 * transaction of `change`, once what it undoes does not count any more.
 */
export async function applyUndo(db: Db, { table, writes }: Pick<UndoPlan, 'table' | 'writes'>, change: AnyChange) {
  await carryOut(db, { table, writes }, change)
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
