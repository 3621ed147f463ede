import type { BulkAction } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../../db/engines/engine.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { AppError, refused } from '../../../errors.ts'
import { changeRecords, readRows, restoreRecord, type StoredRow, setDeleted } from '../../../records/change.ts'
import { deleteBelow } from '../../../records/delete-below.ts'
import type { AnyChange } from '../../../records/open-change.ts'
import { parentsOf, recordTables } from '../../../records/record-tables.ts'
import { hasBeenErased, ofErased } from '../../../records/rules/erased.ts'
import { externalIdTaken, hasExternalIds } from '../../../records/rules/external-ids.ts'
import { deletedAmong } from '../../../records/rules/is-active.ts'
import { rulesOf } from '../../../records/rules/of-writes.ts'
import { inactiveParent } from '../../../records/rules/parents.ts'
import { refuseToDeletePrepared } from '../../../records/rules/prepared-years.ts'
import { comparedColumns } from '../../../records/rules/twins.ts'
import { servedKinds } from '../../kinds.ts'

/** What changes the state of records, which they may be in already. */
export type Switching = Exclude<BulkAction, 'set'>

/** Refuses an action that the list does not offer. */
export function refuseUnfit(table: RecordType, action: BulkAction) {
  const { bulk, set } = recordTables[table]
  if (action === 'set' ? !set : !bulk.includes(action))
    throw refused('action', 'This cannot be done to these records.', 'not_allowed')
}

/** SQL for the records of a table to which an action does something. */
export function notYet(table: RecordTable, action: Switching) {
  const column = `${table}.${action === 'delete' || action === 'restore' ? 'is_deleted' : recordTables[table].state}`
  return `${column} = ${action === 'delete' || action === 'activate' ? 0 : 1}`
}

/** How many records an action has changed, and how many it left, because something is in the way. */
type Outcome = { done: number; left: number }

/**
 * Does the action to these records, none of which is in that state already. Throws 422 for one that must not be restored,
 * or leaves it if `leave` says so.
 */
export async function actOn(
  db: Db,
  table: RecordTable,
  action: Switching,
  ids: string[],
  change: AnyChange,
  { leave = false } = {},
): Promise<Outcome> {
  if (action === 'restore') return restoreAll(db, table, ids, change, leave)
  if (action === 'activate') return activateAll(db, table, ids, change, leave)
  if (action === 'delete') await deleteAll(db, table, ids, change)
  else await changeRecords(db, table, ids, { [stateOf(table)]: [1, 0] }, change)
  return { done: ids.length, left: 0 }
}

const stateOf = (table: RecordTable) => recordTables[table].state ?? ''

/** Those that an undo has taken away are there again once active. */
async function activateAll(db: Db, table: RecordTable, ids: string[], change: AnyChange, leave: boolean) {
  const gone = await deletedAmong(db, table, ids)
  const { done, left } = await restoreAll(db, table, gone, change, leave)
  const others = ids.filter((id) => !gone.includes(id))
  await changeRecords(db, table, others, { [stateOf(table)]: [0, 1] }, change)
  return { done: done + others.length, left }
}

async function deleteAll(db: Db, table: RecordTable, ids: string[], change: AnyChange) {
  await refuseToDeletePrepared(db, table, ids)
  await setDeleted(db, table, { id: ids }, true, change)
  await deleteBelow(db, table, ids, change)
}

async function restoreAll(
  db: Db,
  table: RecordTable,
  ids: string[],
  change: AnyChange,
  leave: boolean,
): Promise<Outcome> {
  const rows = await readRows(db, table, ids)
  const deleted = ids.flatMap((id) => rows.get(id) ?? []).filter(({ is_deleted }) => is_deleted === 1)
  const restored: string[] = []
  const erased = await ofErased(db, table, deleted)
  const each = async (work: (row: StoredRow) => Promise<unknown>) => {
    for (const row of deleted) {
      try {
        if (erased.has(row)) throw hasBeenErased()
        await work(row)
        restored.push(row.id)
      } catch (error) {
        if (!leave || !(error instanceof AppError) || error.status !== 422) throw error
      }
    }
  }
  const { unique } = recordTables[table]
  if (unique || parentsOf(table).length > 0 || hasExternalIds(table)) {
    const { restore = restoreRecord } = servedKinds[table]
    // One after the other, so that two of the same name are noticed. What refuses one does so before it writes.
    await each((row) => restore(db, table, row, change))
  } else {
    const rules = rulesOf(db, table, { change })
    await each((row) => rules.refuse({ row, values: { is_deleted: 0 } }))
    await setDeleted(db, table, { id: restored }, false, change)
  }
  return { done: restored.length, left: deleted.length - restored.length }
}

/**
 * Refuses, before anything is written, to restore all records of a table that a WHERE clause finds: 422 where one is
 * below a deleted record, or would have the name of another one.
 */
export async function refuseToRestore(db: Db, table: RecordTable, where: { sql: string; values: (string | number)[] }) {
  const first = async (columns: string, more: string) => {
    const text = `select ${columns} from ${table} ${where.sql} and ${table}.is_deleted = 1 ${more} limit 1`
    const [row] = await engineOf(db).rowsOffThread<{ id: string }>(db, text, where.values)
    return row
  }
  for (const { column, refersTo } of parentsOf(table)) {
    const below = `and exists (select 1 from ${refersTo} as parent where parent.id = ${table}.${column} and parent.is_deleted = 1)`
    const found = await first(`${column} as id`, below)
    if (found) throw await inactiveParent(db, table, { column, refersTo, id: found.id })
  }
  if (hasExternalIds(table)) {
    const same = `twin.external_id = ${table}.external_id and twin.is_deleted = 0`
    const isTaken =
      (await first('id', `and exists (select 1 from ${table} as twin where ${same})`)) ??
      (await first('min(id) as id', 'and external_id is not null group by external_id having count(*) > 1'))
    if (isTaken) throw refused('external_id', externalIdTaken(table), 'taken')
  }
  const { unique } = recordTables[table]
  if (!unique) return
  const columns = comparedColumns(table)
  const same = columns.map((column) => `twin.${column} = ${table}.${column}`).join(' and ')
  const twin = `and exists (select 1 from ${table} as twin where twin.is_deleted = 0 and ${same})`
  const isTaken =
    (await first('id', twin)) ?? (await first('min(id) as id', `group by ${columns.join()} having count(*) > 1`))
  if (isTaken) throw refused(unique.field, `${unique.thing} already exists.`, 'taken')
}
