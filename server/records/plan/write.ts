import { isoNow, newId } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable, Tables } from '../../db/schema.ts'
import { type Changes, type Written, writeActivities, writeDifferent } from '../activity.ts'
import { isErased, refuseErased } from '../erased.ts'
import { frenchAfter, writtenFor } from '../french.ts'
import { endSessions, switchedBy } from '../merged.ts'
import type { AnyChange } from '../open-change.ts'
import { type Own, recordTables, withKeys } from '../record-tables.ts'
import { chunksOf, loosely, type StoredRow } from '../rows.ts'
import { forgetUndoneAdds } from '../undone-adds.ts'
import { changesOf, type PlannedWrite } from './plan.ts'

/** The values of a new record; its French may come later. */
export type New<Table extends RecordTable> = Omit<Own<Table>, French> &
  Partial<Pick<Own<Table>, French & keyof Own<Table>>>
type French = `${string}_fr` | `${string}_fr_for`

type Values = Readonly<Record<string, unknown>>
type Added = { id?: string | undefined; values: Values }

/** Few enough for the number of values that one statement may have: some kinds have two dozen columns. */
const ADDED_AT_ONCE = 250

/** Adds records of one kind, each with its keys and its activity entry; returns their ids. Call it in a transaction. */
export async function addEach(db: Db, table: RecordTable, added: Added[], change: AnyChange) {
  const records = added.map(({ id = newId(), values }) => ({ id, values: writtenFor(table, values) }))
  // Nobody is erased during their own call.
  if (change.actor.kind !== 'user') await refuseErased(db, table, {}, ...records.map(({ values }) => values))
  const now = isoNow()
  const shared = { is_deleted: 0, version: 1, created_at: now, updated_at: now }
  const loose = loosely(db, table)
  for (const some of chunksOf(records, ADDED_AT_ONCE)) {
    const rows = some.map(({ id, values }) => ({
      ...withKeys(table, values),
      ...frenchAfter(table, values),
      id,
      ...shared,
    })) as object[] as StoredRow[]
    await loose.db.insertInto(loose.record).values(rows).execute()
    const entries = some.map(({ id, values }) => ({ id, version: 1, changes: changesOf({ values }) }))
    const title = titleIn(table, some[0]?.values)
    await writeDifferent(db, { action: 'add', table, records: entries, title }, change)
  }
  return records.map(({ id }) => id)
}

/** A record as stored, and its changes. */
export type Changing = { row: StoredRow; changes: Changes }

/**
 * A write of a stored record with what it changes, including columns that follow from it; undefined if nothing differs
 * and the change is not about the record anyway.
 */
export function changingOf(table: RecordTable, { row, values, touched }: PlannedWrite): Changing | undefined {
  const changes = row && changesOf({ row, values: writtenFor(table, values, row) })
  return row && changes && (touched || Object.keys(changes).length) ? { row, changes } : undefined
}

/**
 * Changes many records of one kind, each in its own columns, computing their keys, and records the old and new values.
 * Call it in a transaction.
 */
export async function changeEach(db: Db, table: RecordTable, records: Changing[], change: AnyChange) {
  const ids = records.flatMap(({ row }) => (row.is_deleted || isErased(row) ? row.id : []))
  await refuseErased(db, table, { ids }, ...records.map(({ changes }) => valuesAfter(changes)))
  const loose = loosely(db, table)
  const now = isoNow()
  const entries: (Written & { changes: Changes })[] = []
  for (const { row, changes } of records) {
    const values = valuesAfter(changes)
    const { version } = await loose.db
      .updateTable(loose.record)
      .set(({ eb }) => ({
        ...(withKeys(table, values) as Partial<StoredRow>),
        ...frenchAfter(table, values, row),
        version: eb('version', '+', 1),
        updated_at: now,
      }))
      .where('id', '=', row.id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await endSessions(db, table, [row.id], changes)
    entries.push({ id: row.id, version: Number(version), changes })
  }
  const [first] = records
  const title = first && titleIn(table, { ...first.row, ...valuesAfter(first.changes) })
  await writeDifferent(db, { action: 'edit', table, records: entries, title }, change)
}

const valuesAfter = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).map(([column, [, to]]) => [column, to]))

/** A record's name, if one of its columns holds it. */
function titleIn(table: RecordTable, row: Values = {}) {
  const { title, titlePrefix, columns } = recordTables[table]
  const [only = '', ...others] = title
  if (titlePrefix || others.length || columns[only]?.refersTo) return undefined
  return String(row[only])
}

/** Values of columns, one of which a record has. */
export type Which<Table extends RecordTable> = Partial<Record<keyof Tables[Table], string | string[]>>

/**
 * Soft-deletes or restores the records of `table` whose columns hold one of the values in `which`; those already in
 * that state are skipped. Each gets an activity entry. Returns the number of changed records. Call it in a transaction.
 */
export async function setDeleted<Table extends RecordTable>(
  db: Db,
  table: Table,
  which: Which<Table>,
  deleted: boolean,
  change: AnyChange,
) {
  const columns = Object.entries(which as Record<string, string | string[]>)
  const filters = columns.map(([column]) => ` and ${column} in ${engineOf(db).textsFromJson}`)
  const values = columns.map(([, values]) => JSON.stringify([values].flat()))
  const state = deleted ? 1 : 0
  const switched = switchedBy(table)
  const records = await writeQuery<Written>(
    db,
    // No index on is_deleted, which most records share, fits.
    `update ${table} set is_deleted = ?${switched && `, ${switched} = ${1 - state}`}, version = version + 1, updated_at = ?
     where is_deleted <> ?${filters.join('')} returning id, version`,
    [state, isoNow(), state, ...values],
  )
  const ids = records.map(({ id }) => id)
  if (!deleted) await refuseErased(db, table, { ids })
  const changes: Changes = { is_deleted: [!deleted, deleted] }
  await writeActivities(db, { action: deleted ? 'delete' : 'restore', table, records, changes }, change)
  if (!deleted) await forgetUndoneAdds(db, ids)
  else if (switched) await endSessions(db, table, ids, { [switched]: [1, 0] })
  return records.length
}

/**
 * Gives records the same values in some columns, in which all had the same values before; each gets an activity entry.
 * Call it in a transaction.
 */
export async function changeAlike(db: Db, table: RecordTable, ids: string[], changes: Changes, change: AnyChange) {
  const values = withKeys(table, valuesAfter(changes))
  const loose = loosely(db, table)
  for (const some of chunksOf(ids)) {
    await refuseErased(db, table, { ids: some }, values)
    const records = await loose.db
      .updateTable(loose.record)
      .set(({ eb }) => ({
        ...(values as Partial<StoredRow>),
        version: eb('version', '+', 1),
        updated_at: isoNow(),
      }))
      .where('id', 'in', some)
      .returning(['id', 'version'])
      .execute()
    await writeActivities(db, { action: 'edit', table, records: records as Written[], changes }, change)
    await endSessions(db, table, some, changes)
  }
}
