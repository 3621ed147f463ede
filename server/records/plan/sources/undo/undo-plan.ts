import { readQuery } from '../../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../../db/schema.ts'
import { AppError } from '../../../../errors.ts'
import type { Changes } from '../../../activity.ts'
import { isErased } from '../../../erased.ts'
import { frenchColumnsOf, writtenForWith } from '../../../french.ts'
import { parentsOf, recordTables, referencesOf, referencesTo } from '../../../record-tables.ts'
import { readRows, type StoredRow } from '../../../rows.ts'
import { deletesOf, type PlannedWrite } from '../../plan.ts'
import { unfitChoice } from '../../rules/choices.ts'
import { hasExternalIds, holderOfExternalId } from '../../rules/external-ids.ts'
import { deletedAmong } from '../../rules/is-active.ts'
import { rulesOf } from '../../rules/of-writes.ts'
import type { Values } from '../../rules/rule.ts'
import { sharersLeftBehind } from '../../rules/sharers.ts'
import { duplicateOf, twinsOf } from '../../rules/twins.ts'
import { type LaterEntry, laterEntries } from './later-entries.ts'
import { deletesAgain, type NetEffect } from './net-effect.ts'
import { type Obstacle, type Why, writtenByNextOwner } from './obstacles.ts'
import { deletedBefore, valuesBefore } from './state-before.ts'

/** The change that is to be undone. */
export type Undone = { id: string; seq: number }

/** What to do to one record: the columns to restore, and its state; whether the change had added it. */
export type Step = PlannedWrite & { row: StoredRow; isAdded: boolean }

/** Part of an undo, for records of one kind: what it writes, and what blocks the rest. */
export type UndoPlan = { table: RecordTable; writes: Step[]; refused: Obstacle[] }

/** What a planned undo will have done before it reaches other records, each by kind and id. */
export type Projection = {
  /** Records that it restores. */
  returning: Set<string>
  /** Records that it leaves because of one below them, or one that uses them. */
  blocked: Map<string, Why>
}

export const emptyProjection = (): Projection => ({ returning: new Set(), blocked: new Map() })

const keyOf = (table: string, id: unknown) => `${table} ${id as string}`

/**
 * Plans to undo these effects of a change on records of one table: what will be restored, what is in the way, and why.
 * What has already been undone is in neither list. A field that someone has set since is in the way, whatever its
 * value; for a record to be restored or deleted, anyone's touch is. The result must be something the forms allow, or
 * the state before the change. With `ahead`, nothing has been undone yet: parents are then planned before what is below
 * them for restoring, and after it for deleting.
 */
export async function planUndo(
  db: Db,
  undone: Undone,
  table: RecordTable,
  effects: NetEffect[],
  ahead?: Projection,
): Promise<UndoPlan> {
  if (!effects.length) return { table, writes: [], refused: [] }
  const { steps, touched } = await stepsFor(db, undone, table, effects)
  const why = new Map<string, Why>([
    ...(await recordsWithItsName(db, table, steps)),
    ...(await parentsStayingDeleted(db, undone, table, steps, ahead)),
    ...(await dependents(db, undone, table, steps, ahead)),
  ])
  for (const step of steps) {
    const unfit = why.has(step.row.id)
      ? undefined
      : ((await invalidReference(db, undone, table, step)) ?? (await sharersLeftOut(db, undone, table, step)))
    if (unfit) why.set(step.row.id, unfit)
  }
  for (const [id, taken] of await takenExternalIds(
    db,
    table,
    steps.filter(({ row }) => !why.has(row.id)),
  ))
    why.set(id, taken)
  const rules = rulesOf(db, table, { undoing: undone.id })
  for (const step of steps) {
    const refusal = deletesOf(step) || why.has(step.row.id) ? undefined : await refusalOf(rules, step)
    if (refusal) why.set(step.row.id, refusal)
  }
  const possible = steps.filter(({ row }) => !why.has(row.id))
  if (ahead) {
    const held = steps.filter(({ row }) => why.has(row.id))
    const staying = [...touched, ...held.map((step) => ({ row: step.row, deletes: deletesOf(step) }))]
    updateProjection(ahead, table, possible, staying)
  }
  const obstacles = touched.map(({ row, why }) => ({ table, id: row.id, why }))
  for (const [id, one] of why) obstacles.push({ table, id, why: one })
  return { table, writes: possible, refused: obstacles }
}

type Touched = { row: StoredRow; why: Why; deletes: boolean | undefined }

async function stepsFor(db: Db, undone: Undone, table: RecordTable, effects: NetEffect[]) {
  const steps: Step[] = []
  const touched: Touched[] = []
  const rows = await readRows(
    db,
    table,
    effects.map(({ id }) => id),
  )
  // A record that still has the version it got from the change was not touched.
  const doubtful = effects.filter(({ id, version }) => rows.get(id)?.version !== version)
  const later = await laterEntries(db, undone.id, doubtful)
  for (const effect of effects) {
    const row = rows.get(effect.id)
    const entries = later.get(effect.id) ?? []
    if (!row || entries.some(({ undoes }) => undoes === undone.id)) continue
    const deletes = deletesAgain(effect)
    // The history no longer says anything about erased records.
    const why = isErased(row) ? { kind: 'touched' as const } : whoTouched(effect, row, entries)
    if (why) {
      touched.push({ row, why, deletes })
      continue
    }
    const state = deletes === undefined ? {} : { is_deleted: deletes ? 1 : 0 }
    const back = effect.isAdded ? {} : setBack(effect.fields, row)
    const values = { ...writtenForWith(table, back, notedAnew(table, row, entries)), ...back, ...state }
    if (Object.keys(values).length) steps.push({ row, values, isAdded: effect.isAdded })
  }
  return { steps, touched }
}

/** Who has since touched what would be restored. */
function whoTouched(effect: NetEffect, row: StoredRow, entries: LaterEntry[]): Why | undefined {
  const last = entries.at(-1)
  if (deletesAgain(effect) !== undefined) return last && { kind: 'touched', entry: last }
  const { columns } = recordTables[effect.table]
  const names = Object.keys(effect.fields).map((column) => columns[column]?.wire ?? column)
  const setter = entries.findLast(({ fields }) => fields.some((field) => names.includes(field)))
  if (setter) return { kind: 'set', entry: setter, fields: setter.fields.filter((field) => names.includes(field)) }
  // A number that another record's move shifted does not count as touched.
  const isPassedOn = (column: string) => column === 'seq_no' && recordTables[effect.table].sequence !== undefined
  const differs = Object.entries(effect.fields).some(([column, [, to]]) => row[column] !== to && !isPassedOn(column))
  return differs && !effect.isAdded ? { kind: 'touched' } : writtenByNextOwner(effect, entries)
}

const setBack = (fields: Changes, row: StoredRow) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([column, [from]]) => (row[column] === from ? [] : [[column, from]])),
  )

/**
 * The record without what French was written for, if that was recorded anew since: it does not apply to an earlier
 * text.
 */
const notedAnew = (table: RecordTable, row: StoredRow, later: LaterEntry[]): StoredRow => ({
  ...row,
  ...Object.fromEntries(
    frenchColumnsOf(table).flatMap(({ writtenFor }) =>
      later.some(({ fields }) => fields.includes(writtenFor)) ? [[writtenFor, '']] : [],
    ),
  ),
})

/** The records to be restored below one that stays deleted, and was not deleted before the change. */
async function parentsStayingDeleted(
  db: Db,
  undone: Undone,
  table: RecordTable,
  steps: Step[],
  ahead: Projection | undefined,
) {
  const found = new Map<string, Why>()
  const returning = steps.filter((step) => deletesOf(step) === false)
  for (const { column, refersTo } of returning.length ? parentsOf(table) : []) {
    const ids = new Set(returning.map(({ row }) => String(row[column])))
    const deleted = await deletedAmong(db, refersTo, [...ids])
    const staying = deleted.filter((id) => !ahead?.returning.has(keyOf(refersTo, id)))
    const wereDeleted = await deletedBefore(db, undone.seq, staying)
    for (const { row } of returning) {
      const id = String(row[column])
      if (!staying.includes(id) || wereDeleted.has(id)) continue
      found.set(row.id, { kind: 'inactive', cause: { table: refersTo, id } })
    }
  }
  return found
}

/** Active records that would stay below deleted ones, or that have come to use an added one. */
async function dependents(db: Db, undone: Undone, table: RecordTable, steps: Step[], ahead: Projection | undefined) {
  const found = new Map<string, Why>()
  const going = steps.filter((step) => deletesOf(step))
  for (const { table: users, column } of going.length ? referencesTo(table) : []) {
    const kind = isBelow(users, column) ? 'below' : 'used'
    const ids = going.filter(({ isAdded }) => kind === 'below' || isAdded).map(({ row }) => row.id)
    if (!ids.length) continue
    // What the change itself brought is deleted first, or blocks too.
    const others = `and not exists (
      select 1 from activity where activity.record_id = ${users}.id and activity.change_id = ?)`
    const rows = await readQuery<{ parent: string; id: string }>(
      db,
      `select ${column} as parent, min(id) as id from ${users}
       where ${column} in (${ids.map(() => '?').join()}) and is_deleted = 0 ${ahead ? others : ''} group by ${column}`,
      [...ids, ...(ahead ? [undone.id] : [])],
    )
    for (const { parent, id } of rows) found.set(parent, { kind, cause: { table: users, id } })
  }
  for (const { row, isAdded } of going) {
    const held = ahead?.blocked.get(keyOf(table, row.id))
    if (held && (held.kind === 'below' || isAdded)) found.set(row.id, held)
  }
  return found
}

const isBelow = (table: RecordTable, column: string) =>
  referencesOf(table).some((one) => one.column === column && one.deletedWith)

/** The records that would get an external id which another one keeps. */
async function takenExternalIds(db: Db, table: RecordTable, steps: Step[]) {
  const found = new Map<string, Why>()
  const giving = new Set(steps.flatMap(({ row, values }) => ('external_id' in values ? row.id : [])))
  for (const step of hasExternalIds(table) ? steps : []) {
    const { row, values } = step
    const deletes = deletesOf(step)
    const isActive = deletes === undefined ? row.is_deleted === 0 && 'external_id' in values : !deletes
    const holder = isActive ? await holderOfExternalId(db, table, { ...row, ...values }) : undefined
    if (holder !== undefined && !giving.has(holder))
      found.set(row.id, { kind: 'external_id', cause: { table, id: holder } })
  }
  return found
}

/** The records that would get the name of another one. */
async function recordsWithItsName(db: Db, table: RecordTable, steps: Step[]) {
  const { unique } = recordTables[table]
  const found = new Map<string, Why>()
  if (!unique) return found
  const renamed = steps.filter(({ values }) => unique.columns.some((column) => column in values))
  const returning = steps.filter((step) => deletesOf(step) === false && !renamed.includes(step))
  const twins = await twinsOf(
    db,
    table,
    returning.map(({ row }) => row.id),
  )
  for (const { row, values } of renamed) {
    const next: Values = { ...row, ...values }
    const twin = next['is_deleted'] === 0 ? await duplicateOf(db, table, next) : undefined
    if (twin !== undefined) twins.set(row.id, twin)
  }
  for (const [id, twin] of twins) found.set(id, { kind: 'name', cause: { table, id: twin } })
  return found
}

/** References that must no longer be chosen, unless they were so before the change. */
async function invalidReference(db: Db, undone: Undone, table: RecordTable, step: Step): Promise<Why | undefined> {
  const { row, values } = step
  const becomes: Values = { ...row, ...values }
  const chosen = referencesOf(table).filter(({ column }) => column in values)
  if (!chosen.length) return undefined
  const stays = new Set<string>()
  for (const { column, refersTo } of chosen) {
    const deleted = await deletedAmong(db, refersTo, [String(becomes[column])])
    if (deleted.length && (await deletedBefore(db, undone.seq, deleted)).size) stays.add(column)
  }
  const unfit = await unfitChoice(db, table, becomes, (column) => !(column in values) || stays.has(column))
  if (!unfit) return undefined
  const cause = { table: unfit.refersTo, id: unfit.id }
  if (!unfit.has) return { kind: 'inactive', cause }
  const had = await valuesBefore(db, { ...cause, seq: undone.seq }, unfit.has)
  const wasUnfit = had.every((values) => Object.entries(values).some(([column, value]) => value !== becomes[column]))
  const differing = Object.keys(unfit.has).filter((column) => unfit.has?.[column] !== becomes[column])
  return wasUnfit ? undefined : { kind: 'unfit', cause, fields: differing }
}

/** Records that share values with the record and would no longer match it. */
async function sharersLeftOut(db: Db, undone: Undone, table: RecordTable, step: Step): Promise<Why | undefined> {
  const { row, values } = step
  const sharers = await sharersLeftBehind(db, table, row, { ...row, ...values }, undone.id)
  return sharers && { kind: 'shared', cause: { table: sharers.users, id: sharers.id }, sharers }
}

/** A rule's objection to the resulting record. */
async function refusalOf(rules: ReturnType<typeof rulesOf>, step: Step): Promise<Why | undefined> {
  try {
    await rules.refuse(step)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { kind: 'refused', message: error.message }
  }
}

function updateProjection(
  ahead: Projection,
  table: RecordTable,
  possible: Step[],
  staying: Pick<Touched, 'row' | 'deletes'>[],
) {
  for (const step of referencesTo(table).length ? possible : [])
    if (deletesOf(step) === false) ahead.returning.add(keyOf(table, step.row.id))
  for (const { row, deletes } of staying) {
    if (!deletes) continue
    for (const { column, refersTo } of referencesOf(table)) {
      const kind = isBelow(table, column) ? 'below' : 'used'
      ahead.blocked.set(keyOf(refersTo, row[column]), { kind, cause: { table, id: row.id } })
    }
  }
}
