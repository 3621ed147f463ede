import type { Db, RecordTable } from '../../db/schema.ts'
import { touchesFrench } from '../french.ts'
import type { AnyChange } from '../open-change.ts'
import { deletedWith } from '../record-tables.ts'
import { changesOf, deletesOf, type Plan, type PlannedWrite, planOf, wholeOf } from './plan.ts'
import { addEach, type Changing, changeAlike, changeEach, changingOf, type New, setDeleted } from './write.ts'

export { type New, setDeleted as setDeletedWhere }

type Planned = Pick<Plan, 'table' | 'writes'>
/** Whether deleting a record also deletes what is below it; an undo names that itself. */
type How = { along?: boolean }

/**
 * Writes what a plan says, as part of its change: each record with its history entry, those that get the same values
 * together. Resolves to the new records' ids, in order. Call it in the transaction of the change.
 */
export async function carryOut(db: Db, { table, writes }: Planned, change: AnyChange, { along = true }: How = {}) {
  await changeColumns(db, table, writes, change)
  for (const [deletes, some] of Map.groupBy(writes, deletesOf)) {
    const ids = some.flatMap(({ row }) => row?.id ?? [])
    if (deletes !== undefined) await setDeleted(db, table, { id: ids }, deletes, change)
    if (deletes && along) await deleteBelow(db, table, ids, change)
  }
  const added = writes.filter(({ row }) => !row)
  return added.length ? addEach(db, table, added, change) : []
}

/** Deletes whatever is deleted together with these records. */
async function deleteBelow(db: Db, table: RecordTable, ids: string[], change: AnyChange) {
  for (const below of deletedWith(table)) await setDeleted(db, below.table, { [below.column]: ids }, true, change)
}

async function changeColumns(db: Db, table: RecordTable, writes: PlannedWrite[], change: AnyChange) {
  const changing = writes.flatMap((write) => {
    const one = changingOf(table, write)
    return one ? [{ ...one, write }] : []
  })
  // A page's text need not be compared with anything.
  if (changing.length === 1) return changeEach(db, table, changing, change)
  const different: Changing[] = []
  // By what was asked for: what French was written for follows from it, and differs between records.
  for (const alike of Map.groupBy(changing, ({ write }) => JSON.stringify(changesOf(write))).values()) {
    const [first, ...others] = alike
    // The resulting state of the French differs between records.
    if (!first || !others.length || touchesFrench(table, first.write.values)) different.push(...alike)
    else {
      const ids = alike.map(({ row }) => row.id)
      await changeAlike(db, table, ids, first.changes, change)
    }
  }
  if (different.length) await changeEach(db, table, different, change)
}

/**
 * Writes one record, checking every rule; resolves to its id. Throws what a rule says. Call it in the transaction of
 * the change.
 */
export async function writeRecord(db: Db, table: RecordTable, write: PlannedWrite, change: AnyChange) {
  const [id = write.row?.id ?? ''] = await carryOut(db, wholeOf(await planOf(db, table, [write], { change })), change)
  return id
}
