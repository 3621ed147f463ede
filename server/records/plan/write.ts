import { isoNow, newId } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable, Tables } from '../../db/schema.ts'
import { type Changes, type Written, writeActivities, writeActivity, writeDifferent } from '../activity.ts'
import { isErased, refuseErased } from '../erased.ts'
import { frenchAfter, writtenFor, writtenForWith } from '../french.ts'
import { endSessions, switchedBy } from '../merged.ts'
import type { AnyChange } from '../open-change.ts'
import { type Own, recordTables, withKeys } from '../record-tables.ts'
import { chunksOf, loosely, type StoredRow } from '../rows.ts'
import { forgetUndoneAdds } from '../undone-adds.ts'

/** The values of a new record; its French may come later. */
export type New<Table extends RecordTable> = Omit<Own<Table>, French> &
  Partial<Pick<Own<Table>, French & keyof Own<Table>>>
type French = `${string}_fr` | `${string}_fr_for`

/** Adds a record with its keys and its activity entry and returns its id. Call it in a transaction. */
export async function addRecord<Table extends RecordTable>(
  db: Db,
  table: Table,
  given: New<Table>,
  change: AnyChange,
  id = newId(),
) {
  const values = writtenFor(table, given)
  // Nobody is erased during their own call.
  if (change.actor.kind !== 'user') await refuseErased(db, table, {}, values)
  const now = isoNow()
  const loose = loosely(db, table)
  await loose.db
    .insertInto(loose.record)
    .values({
      ...(withKeys(table, values) as object as StoredRow),
      ...frenchAfter(table, values as object as StoredRow),
      id,
      is_deleted: 0,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const changes: Changes = Object.fromEntries(Object.entries(values).map(([column, value]) => [column, [null, value]]))
  await writeActivity(db, { action: 'add', table, id, version: 1, changes, title: titleIn(table, values) }, change)
  return id
}

/** Few enough for the number of values that one statement may have: some kinds have two dozen columns. */
const ADDED_AT_ONCE = 250

/**
 * Adds many records of one kind, each with its keys and its activity entry; returns their ids. Call it in a
 * transaction.
 */
export async function addRecords<Table extends RecordTable>(
  db: Db,
  table: Table,
  given: Partial<Own<Table>>[],
  change: AnyChange,
) {
  const records = given.map((values) => writtenFor(table, values))
  const now = isoNow()
  const shared = { is_deleted: 0, version: 1, created_at: now, updated_at: now }
  await refuseErased(db, table, {}, ...records)
  const loose = loosely(db, table)
  const ids: string[] = []
  for (const some of chunksOf(records, ADDED_AT_ONCE)) {
    const rows = some.map((values) => {
      const derived = frenchAfter(table, values as object as StoredRow)
      return { ...withKeys(table, values), ...derived, id: newId(), ...shared } as object as StoredRow
    })
    await loose.db.insertInto(loose.record).values(rows).execute()
    const entries = some.map((values, place) => ({
      id: rows[place]?.id ?? '',
      version: 1,
      changes: Object.fromEntries(Object.entries(values).map(([column, value]) => [column, [null, value]])) as Changes,
    }))
    await writeDifferent(db, { action: 'add', table, records: entries }, change)
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** A record as it is now, and its changes; `values` are all that it gets, including unchanged ones. */
type Changing = { row: StoredRow; changes: Changes; values?: Readonly<Record<string, unknown>> }

/** Changes many records of one kind, each in its own columns. Call it in a transaction. */
export async function changeEach<Table extends RecordTable>(
  db: Db,
  table: Table,
  records: Changing[],
  change: AnyChange,
) {
  const loose = loosely(db, table)
  const now = isoNow()
  const ids = records.flatMap(({ row }) => (row.is_deleted || isErased(row) ? row.id : []))
  await refuseErased(db, table, { ids }, ...records.map(({ changes }) => valuesAfter(changes)))
  const entries: (Written & { changes: Changes })[] = []
  for (const { row, changes: given, values: all = {} } of records) {
    const values = writtenFor(table, { ...valuesAfter(given), ...writtenForWith(table, all, all) }, row)
    const changes = changesTo(values, row, given)
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
  await writeDifferent(db, { action: 'edit', table, records: entries }, change)
}

/** The changes, including columns that follow from them. */
const changesTo = (values: Readonly<Record<string, unknown>>, row: StoredRow, given: Changes): Changes => ({
  ...given,
  ...Object.fromEntries(
    Object.entries(values).flatMap(([column, to]) =>
      column in given || row[column] === to ? [] : [[column, [row[column], to]]],
    ),
  ),
})

const valuesAfter = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).map(([column, [, to]]) => [column, to]))

/** A record's name, if one of its columns holds it. */
function titleIn(table: RecordTable, row: object) {
  const { title, titlePrefix, columns } = recordTables[table]
  const [only = '', ...others] = title
  if (titlePrefix || others.length || columns[only]?.refersTo) return undefined
  return String((row as Record<string, unknown>)[only])
}

/**
 * Changes a record's own columns, computes their keys and records the old and new values. If nothing differs, nothing
 * is written and the version stays, unless it is `touched`: the change is about it anyway. Call it in a transaction.
 */
export async function changeRecord<Table extends RecordTable>(
  db: Db,
  table: Table,
  row: StoredRow,
  given: Partial<Own<Table>>,
  change: AnyChange,
  { touched = false }: { touched?: boolean | undefined } = {},
) {
  const values = writtenFor(table, given, row)
  const changes: Changes = {}
  for (const [column, value] of Object.entries(values)) {
    if (row[column] !== value) changes[column] = [row[column], value]
  }
  if (!Object.keys(changes).length && !touched) return
  // Setting a column that stays as it is makes triggers and indexes work for nothing.
  const differing = valuesAfter(changes)
  await refuseErased(db, table, { row }, Object.keys(changes).length ? values : {})
  const version = Number(row.version) + 1
  const loose = loosely(db, table)
  await loose.db
    .updateTable(loose.record)
    .set({
      ...(withKeys(table, differing) as Partial<StoredRow>),
      ...frenchAfter(table, differing, row),
      version,
      updated_at: isoNow(),
    })
    .where('id', '=', row.id)
    .execute()
  const title = titleIn(table, { ...row, ...values })
  await writeActivity(db, { action: 'edit', table, id: row.id, version, changes, title }, change)
  await endSessions(db, table, [row.id], changes)
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
 * Gives many records the same values in some columns, in which all had the same values before; each gets an activity
 * entry. Call it in a transaction.
 */
export async function changeRecords<Table extends RecordTable>(
  db: Db,
  table: Table,
  ids: string[],
  changes: Changes,
  change: AnyChange,
) {
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
