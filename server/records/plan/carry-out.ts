import type { Db, RecordTable } from '../../db/schema.ts'
import type { Changes } from '../activity.ts'
import { touchesFrench } from '../french.ts'
import type { AnyChange } from '../open-change.ts'
import { deletedWith } from '../record-tables.ts'
import { changesOf, deletesOf, type Plan, type PlannedWrite, planOf, wholeOf } from './plan.ts'
import {
  addRecord,
  addRecords,
  changeEach,
  changeRecord,
  changeRecords,
  type New,
  setDeleted,
  type Which,
} from './write.ts'

export type { New }

type Planned = Pick<Plan, 'table' | 'writes'>
/** Whether deleting a record also deletes what is below it; an undo names that itself. */
type How = { along?: boolean }

/**
 * Writes what a plan says, as part of its change: each record with its history entry, those that get the same values
 * together. Resolves to the new records' ids, in order. Call it in the transaction of the change.
 */
export async function carryOut(db: Db, { table, writes }: Planned, change: AnyChange, { along = true }: How = {}) {
  for (const { ids, deletes } of await setColumns(db, table, writes, change)) {
    await setDeleted(db, table, { id: ids }, deletes, change)
    if (deletes && along) await deleteBelow(db, table, ids, change)
  }
  const added = writes.filter(({ row }) => !row)
  const [only] = added
  if (added.length === 1 && only) return [await addRecord(db, table, only.values as never, change, only.id)]
  return addRecords(
    db,
    table,
    added.map(({ values }) => values as never),
    change,
  )
}

/**
 * Deletes or restores all records of a kind whose columns hold one of these values; those already in that state are
 * skipped. Resolves to how many it changed. Call it in the transaction of the change.
 */
export const setDeletedWhere = <Table extends RecordTable>(
  db: Db,
  table: Table,
  which: Which<Table>,
  deleted: boolean,
  change: AnyChange,
) => setDeleted(db, table, which, deleted, change)

/** Deletes whatever is deleted together with these records. */
async function deleteBelow(db: Db, table: RecordTable, ids: string[], change: AnyChange) {
  for (const below of deletedWith(table)) await setDeleted(db, below.table, { [below.column]: ids }, true, change)
}

/** Writes the columns of existing records; resolves to those to delete or restore, grouped alike. */
async function setColumns(db: Db, table: RecordTable, writes: PlannedWrite[], change: AnyChange) {
  const states: { ids: string[]; deletes: boolean }[] = []
  const [only, ...others] = writes
  if (only?.row && !others.length) {
    const { is_deleted: _, ...values } = only.values
    await changeRecord(db, table, only.row, values as never, change, only)
  } else await setInMany(db, table, writes, change)
  for (const [deletes, some] of Map.groupBy(writes, deletesOf)) {
    if (deletes !== undefined) states.push({ ids: some.flatMap(({ row }) => row?.id ?? []), deletes })
  }
  return states
}

async function setInMany(db: Db, table: RecordTable, writes: PlannedWrite[], change: AnyChange) {
  const changing = writes.flatMap((write) => {
    const changes = write.row ? changesOf(write) : {}
    return write.row && (Object.keys(changes).length || write.touched)
      ? [{ row: write.row, changes, values: write.values }]
      : []
  })
  const different: typeof changing = []
  for (const alike of Map.groupBy(changing, ({ changes }) => JSON.stringify(changes)).values()) {
    const [first, second] = alike
    // The resulting state of the French differs between records.
    if (first && second && !touchesFrench(table, first.values))
      await changeAlike(db, table, alike, first.changes, change)
    else different.push(...alike)
  }
  await changeEach(db, table, different, change)
}

const changeAlike = (
  db: Db,
  table: RecordTable,
  alike: { row: { id: string } }[],
  changes: Changes,
  change: AnyChange,
) =>
  changeRecords(
    db,
    table,
    alike.map(({ row }) => row.id),
    changes,
    change,
  )

/**
 * Writes one record, checking every rule; resolves to its id. Throws what a rule says. Call it in the transaction of
 * the change.
 */
export async function writeRecord(db: Db, table: RecordTable, write: PlannedWrite, change: AnyChange) {
  const [id = write.row?.id ?? ''] = await carryOut(db, wholeOf(await planOf(db, table, [write], { change })), change)
  return id
}
