import type { RecordRow } from '#contract/records.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { filePath } from '../../../integrations/files/store.ts'
import { type Changes, entriesWithNames } from '../../activity.ts'
import { writtenForSeen } from '../../french.ts'
import { waitingAfter, waitingIn } from '../../later-edits.ts'
import { type AnyChange, titlesOf } from '../../open-change.ts'
import type { Own } from '../../record-tables.ts'
import { columnOf, recordTables, wireName } from '../../record-tables.ts'
import { shiftedSince } from '../../renumbered.ts'
import type { StoredRow } from '../../rows.ts'
import { staleRecord } from '../../stale.ts'
import { carryOut } from '../carry-out.ts'
import { planOf, wholeOf } from '../plan.ts'

/** An entry of a record's history, with its author. */
type Later = { version: number | null; at: string; changes: string; by: string | null; by_id: string | null }

/** The record as the caller saw it, and who last changed each column since. */
type Before = { base: StoredRow; changedBy: Map<string, Later> }

/**
 * An edit: the columns' new values, and the version that the caller saw. `find` reads the record in its wire shape, for
 * a refusal that shows it.
 */
type Edit<Values> = {
  version: number | undefined
  values: Values
  /** What else a form said. */
  fields?: Readonly<Record<string, unknown>> | undefined
  find: () => Promise<RecordRow>
}

/**
 * Edits a record, given as stored: merges the caller's values with what others changed since, checks the result against
 * the rules, and writes it. Throws 409 as mergeEdit does, and what the rules throw. Call it in a transaction.
 */
export async function editRecord<Table extends RecordTable, Values extends Partial<Own<Table>>>(
  db: Db,
  table: Table,
  row: StoredRow,
  { version, values, fields, find }: Edit<Values>,
  change: AnyChange,
) {
  const { values: meant, kept } = await withoutStaleNumber(db, row, version, values)
  const merged = await mergeEdit(db, { table, row, find }, version, meant, change)
  if (kept) change.outcome.merged.push({ field: 'seq_no', ...kept })
  const later = waitingIn(merged)
  // Scheduled edits are not written yet, but must be allowed all the same.
  wholeOf(await planOf(db, table, [{ row, values: { ...merged, ...later }, fields }], { change }))
  await carryOut(db, { table, writes: [{ row, values: merged }] }, change)
}

/**
 * The values without a number that the caller merely read before a move gave the record another one: the new number
 * stays, and `kept` says who moved what. If nothing else differs, the caller does want to change the number.
 */
async function withoutStaleNumber<Values extends object>(
  db: Db,
  row: StoredRow,
  version: number | undefined,
  values: Values,
) {
  const { seq_no: sent } = values as { seq_no?: unknown }
  const isElse = Object.entries(values).some(([column, value]) => column !== 'seq_no' && row[column] !== value)
  if (version === undefined || typeof sent !== 'number' || sent === Number(row.seq_no) || !isElse) return { values }
  const kept = await shiftedSince(db, row.id, version, sent)
  return kept ? { values: { ...values, seq_no: Number(row.seq_no) }, kept } : { values }
}

/**
 * The values to give a record that may have changed since the caller read `version`: what only the caller changed is
 * the caller's, what only others changed stays and is noted in the outcome of the change. Throws 409 with `base` and
 * `collisions` if both changed a field to different values, and without them if the history does not reach back.
 * Without a `version` the caller's values win. `values` are columns of the table.
 */
async function mergeEdit<Values extends object>(
  db: Db,
  { table, row: theirs, find }: { table: RecordTable; row: StoredRow } & Pick<Edit<Values>, 'find'>,
  version: number | undefined,
  values: Values,
  change: AnyChange,
): Promise<Values> {
  const { outcome } = change
  outcome.merged = []
  if (version === undefined || version === Number(theirs.version)) return values
  const before = await rowAt(db, table, theirs, version)
  if (!before) throw await staleRecord(db, await find(), change)

  const { base, changedBy } = before
  const merged: Record<string, unknown> = {}
  const collisions: string[] = []
  const collided: string[] = []
  const noteMerged = (field: string, column: string) => {
    const { by, at = '' } = changedBy.get(column) ?? {}
    outcome.merged.push({ field, by: by ?? 'someone else', at })
  }
  // What is to be published later is merged like what is saved now.
  const later = waitingIn(values)
  for (const [column, mine] of Object.entries({ ...values, ...later })) {
    const isTheirs = theirs[column] !== base[column]
    merged[column] = mine === base[column] ? theirs[column] : mine
    if (!isTheirs || mine === theirs[column]) continue
    const field = wireName(table, column)
    if (mine === base[column]) noteMerged(field, column)
    else {
      collisions.push(field)
      collided.push(column)
    }
  }
  // A form leaves out files that it does not replace.
  for (const [column, { type }] of Object.entries(recordTables[table].columns)) {
    if (!['picture', 'file'].includes(type) || column in values || theirs[column] === base[column]) continue
    noteMerged(wireName(table, column), column)
  }
  // The caller did not mean to edit a record that has since been deleted.
  if (theirs.is_deleted !== base.is_deleted) collisions.push('is_deleted')
  if (collisions.length) {
    const current = await find()
    const seen = await asSeen(db, table, current, base, theirs)
    throw await staleRecord(db, current, change, { base: seen, collisions }, lastOf(collided, changedBy))
  }
  const { edits } = values as { edits?: unknown }
  const isWaiting = typeof edits === 'string' && edits !== base['edits']
  const waits = isWaiting && { edits: waitingAfter(table, edits, merged, { seen: base, row: theirs }) }
  for (const column of Object.keys(later)) delete merged[column]
  return { ...writtenForSeen(table, values, base, theirs), ...merged, ...waits } as Values
}

/** The last change of one of these columns. */
const lastOf = (columns: string[], changedBy: Before['changedBy']) =>
  columns
    .flatMap((column) => changedBy.get(column) ?? [])
    .toSorted((one, other) => Number(other.version) - Number(one.version))[0]

/** The row as it was in `version`; undefined if the history does not say. */
async function rowAt(db: Db, table: RecordTable, now: StoredRow, version: number): Promise<Before | undefined> {
  const later = await entriesWithNames(db)
    .select(['activity.version', 'activity.changes'])
    .where('record_id', '=', now.id)
    .where('activity.version', '>', version)
    .orderBy('activity.version', 'desc')
    .execute()
  if (later.length !== now.version - version) return undefined
  return takenBack(table, now, later)
}

function takenBack(table: RecordTable, now: StoredRow, later: Later[]): Before {
  const base = { ...now }
  const changedBy: Before['changedBy'] = new Map()
  for (const entry of later) {
    for (const [field, [from]] of Object.entries(JSON.parse(entry.changes) as Changes)) {
      const column = columnOf(table, field)?.column ?? field
      base[column] = typeof from === 'boolean' ? Number(from) : from
      if (!changedBy.has(column)) changedBy.set(column, entry)
    }
  }
  return { base, changedBy }
}

/** The form's fields as the caller saw them, in the shape of `current`. */
async function asSeen(db: Db, table: RecordTable, current: RecordRow, base: StoredRow, theirs: StoredRow) {
  const seen: Record<string, unknown> = { is_deleted: base.is_deleted === 1 }
  for (const [column, { type, refersTo }] of Object.entries(recordTables[table].columns)) {
    if (type === 'hidden' || type === 'secret') continue
    const field = wireName(table, column)
    const value = base[column] as string | number | null
    if (value === theirs[column]) seen[field] = (current as Record<string, unknown>)[field]
    else if (refersTo)
      seen[field] = { _id: value, name: (await titlesOf(db, refersTo, [String(value)])).get(String(value)) }
    else if (type === 'picture' || type === 'file') seen[field] = value === null ? null : filePath(String(value))
    else seen[field] = type === 'flag' ? value === 1 : value
  }
  return seen
}
