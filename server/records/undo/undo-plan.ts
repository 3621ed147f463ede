import { readQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import type { Changes } from '../activity.ts'
import { readRows, type StoredRow } from '../change.ts'
import { parentsOf, recordTables, referencesOf, referencesTo } from '../record-tables.ts'
import { unfitChoice } from '../rules/choices.ts'
import { HAS_BEEN_ERASED, isErased, ofErased } from '../rules/erased.ts'
import { hasExternalIds, holderOfExternalId } from '../rules/external-ids.ts'
import { deletedAmong } from '../rules/is-active.ts'
import { rulesOf } from '../rules/of-writes.ts'
import { sharersLeftBehind } from '../rules/sharers.ts'
import { duplicateOf, twinsOf } from '../rules/twins.ts'
import { type LaterEntry, laterEntries } from './later-entries.ts'
import { deletesAgain, type NetEffect } from './net-effect.ts'
import type { Obstacle, Why } from './obstacles.ts'
import { deletedBefore, valuesBefore } from './state-before.ts'

/** The change that is to be undone. */
export type Undone = { id: string; seq: number }

/** What is to be done to one record: the columns to set back, from what they are to what they were, and its state. */
export type Step = {
  table: RecordTable
  row: StoredRow
  fields: Changes
  deletes: boolean | undefined
  isAdded: boolean
}

export type Plan = { steps: Step[]; obstacles: Obstacle[] }

/** What an undo that has not begun will have done before it comes to other records, each by kind and id. */
export type Projection = {
  /** Records that it brings back. */
  returning: Set<string>
  /** Records that have one below, or one that uses them, which it leaves. */
  blocked: Map<string, Why>
}

export const emptyProjection = (): Projection => ({ returning: new Set(), blocked: new Map() })

const keyOf = (table: string, id: unknown) => `${table} ${id as string}`

/**
 * Plans to undo these effects of a change on records of one table: what will be set back, what is in the way, and why.
 * What has been set back already is in neither list. A field that somebody has set since is in the way, whatever its
 * value; a record that is to be brought back or taken away, if anybody has touched it. The result must be what the
 * forms allow, or what was so before the change. With `ahead`, nothing has been undone yet: parents are then planned
 * before what is below them when records are brought back, and after it when they are taken away.
 */
export async function planUndo(db: Db, undone: Undone, effects: NetEffect[], ahead?: Projection): Promise<Plan> {
  const [first] = effects
  if (!first) return { steps: [], obstacles: [] }
  const { table } = first
  const { steps, touched } = await stepsFor(db, undone, table, effects)
  const why = new Map<string, Why>([
    ...(await whatHasItsName(db, table, steps)),
    ...(await parentsThatStay(db, undone, table, steps, ahead)),
    ...(await whatHoldsUp(db, undone, table, steps, ahead)),
    ...(await whatWasErased(db, table, steps)),
  ])
  for (const step of steps) {
    const unfit = why.has(step.row.id)
      ? undefined
      : ((await invalidReference(db, undone, step)) ?? (await orphanedSharers(db, undone, step)))
    if (unfit) why.set(step.row.id, unfit)
  }
  for (const [id, taken] of await takenExternalIds(
    db,
    table,
    steps.filter(({ row }) => !why.has(row.id)),
  ))
    why.set(id, taken)
  const rules = rulesOf(db, table, { inUndo: true })
  for (const step of steps) {
    const refusal = step.deletes || why.has(step.row.id) ? undefined : await refusalOf(rules, step)
    if (refusal) why.set(step.row.id, refusal)
  }
  const possible = steps.filter(({ row }) => !why.has(row.id))
  if (ahead) {
    const staying = [...touched, ...steps.filter(({ row }) => why.has(row.id))]
    updateProjection(ahead, table, possible, staying)
  }
  const obstacles = touched.map(({ row, why }) => ({ table, id: row.id, why }))
  for (const [id, one] of why) obstacles.push({ table, id, why: one })
  return { steps: possible, obstacles }
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
  // A record that still has the version it got by the change was not touched.
  const doubtful = effects.filter(({ id, version }) => rows.get(id)?.version !== version)
  const later = await laterEntries(db, undone.id, doubtful)
  for (const effect of effects) {
    const row = rows.get(effect.id)
    const entries = later.get(effect.id) ?? []
    if (!row || entries.some(({ undoes }) => undoes === undone.id)) continue
    const deletes = deletesAgain(effect)
    // Of the erased the history says nothing any more.
    const why = isErased(row) ? { kind: 'touched' as const } : whoTouched(effect, row, entries)
    if (why) {
      touched.push({ row, why, deletes })
      continue
    }
    const fields = effect.isAdded ? {} : setBack(effect.fields, row)
    if (deletes !== undefined || Object.keys(fields).length)
      steps.push({ table, row, fields, deletes, isAdded: effect.isAdded })
  }
  return { steps, touched }
}

/** Who has since touched what would be set back. */
function whoTouched(effect: NetEffect, row: StoredRow, entries: LaterEntry[]): Why | undefined {
  const last = entries.at(-1)
  if (deletesAgain(effect) !== undefined) return last && { kind: 'touched', entry: last }
  const { columns } = recordTables[effect.table]
  const names = Object.keys(effect.fields).map((column) => columns[column]?.wire ?? column)
  const setter = entries.findLast(({ fields }) => fields.some((field) => names.includes(field)))
  if (setter) return { kind: 'set', entry: setter, fields: setter.fields.filter((field) => names.includes(field)) }
  // A number that a move of another record has passed on is nobody's touch.
  const isPassedOn = (column: string) => column === 'seq_no' && recordTables[effect.table].sequence !== undefined
  const differs = Object.entries(effect.fields).some(([column, [, to]]) => row[column] !== to && !isPassedOn(column))
  return differs && !effect.isAdded ? { kind: 'touched' } : undefined
}

const setBack = (fields: Changes, row: StoredRow): Changes =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([column, [from]]) => (row[column] === from ? [] : [[column, [row[column], from]]])),
  )

/** The records that come back below one that stays deleted, and was not deleted before the change. */
async function parentsThatStay(
  db: Db,
  undone: Undone,
  table: RecordTable,
  steps: Step[],
  ahead: Projection | undefined,
) {
  const found = new Map<string, Why>()
  const returning = steps.filter(({ deletes }) => deletes === false)
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

/** Active records that would stay behind below those that are taken away, or that have come to use an added one. */
async function whatHoldsUp(db: Db, undone: Undone, table: RecordTable, steps: Step[], ahead: Projection | undefined) {
  const found = new Map<string, Why>()
  const going = steps.filter(({ deletes }) => deletes)
  for (const { table: users, column } of going.length ? referencesTo(table) : []) {
    const kind = isBelow(users, column) ? 'below' : 'used'
    const ids = going.filter(({ isAdded }) => kind === 'below' || isAdded).map(({ row }) => row.id)
    if (!ids.length) continue
    // What the change itself brought goes before, or holds up.
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

/** The records that would have the external id of another one, which does not give it up with them. */
async function takenExternalIds(db: Db, table: RecordTable, steps: Step[]) {
  const found = new Map<string, Why>()
  const giving = new Set(steps.flatMap(({ row, fields }) => ('external_id' in fields ? row.id : [])))
  for (const { row, fields, deletes } of hasExternalIds(table) ? steps : []) {
    const isActive = deletes === undefined ? row.is_deleted === 0 && 'external_id' in fields : !deletes
    const holder = isActive ? await holderOfExternalId(db, table, { ...row, ...valuesOf(fields) }) : undefined
    if (holder !== undefined && !giving.has(holder))
      found.set(row.id, { kind: 'external_id', cause: { table, id: holder } })
  }
  return found
}

/** The records that would come back to an owner who was erased. */
async function whatWasErased(db: Db, table: RecordTable, steps: Step[]) {
  const after = steps.flatMap(({ row, fields, deletes }) => (deletes ? [] : { ...row, ...valuesOf(fields) }))
  const why: Why = { kind: 'refused', message: HAS_BEEN_ERASED }
  return [...(await ofErased(db, table, after))].map(({ id }) => [id, why] as const)
}

/** The records that would have the name of another one. */
async function whatHasItsName(db: Db, table: RecordTable, steps: Step[]) {
  const { unique } = recordTables[table]
  const found = new Map<string, Why>()
  if (!unique) return found
  const renamed = steps.filter(({ fields }) => unique.columns.some((column) => column in fields))
  const returning = steps.filter((step) => step.deletes === false && !renamed.includes(step))
  const twins = await twinsOf(
    db,
    table,
    returning.map(({ row }) => row.id),
  )
  for (const { row, fields, deletes } of renamed) {
    const isActive = deletes === undefined ? row.is_deleted === 0 : !deletes
    const twin = isActive ? await duplicateOf(db, table, { ...row, ...valuesOf(fields) }) : undefined
    if (twin !== undefined) twins.set(row.id, twin)
  }
  for (const [id, twin] of twins) found.set(id, { kind: 'name', cause: { table, id: twin } })
  return found
}

const valuesOf = (fields: Changes) => Object.fromEntries(Object.entries(fields).map(([column, [, to]]) => [column, to]))

/** What the record would refer to that must no longer be chosen, unless it was so before the change. */
async function invalidReference(db: Db, undone: Undone, { table, row, fields }: Step): Promise<Why | undefined> {
  const becomes: Record<string, unknown> = { ...row, ...valuesOf(fields) }
  const chosen = referencesOf(table).filter(({ column }) => column in fields)
  if (!chosen.length) return undefined
  const stays = new Set<string>()
  for (const { column, refersTo } of chosen) {
    const deleted = await deletedAmong(db, refersTo, [String(becomes[column])])
    if (deleted.length && (await deletedBefore(db, undone.seq, deleted)).size) stays.add(column)
  }
  const unfit = await unfitChoice(db, table, becomes, (column) => !(column in fields) || stays.has(column))
  if (!unfit) return undefined
  const cause = { table: unfit.refersTo, id: unfit.id }
  if (!unfit.has) return { kind: 'inactive', cause }
  const had = await valuesBefore(db, { ...cause, seq: undone.seq }, unfit.has)
  const wasUnfit = had.every((values) => Object.entries(values).some(([column, value]) => value !== becomes[column]))
  const differing = Object.keys(unfit.has).filter((column) => unfit.has?.[column] !== becomes[column])
  return wasUnfit ? undefined : { kind: 'unfit', cause, fields: differing }
}

/** Those that share values with the record and would no longer fit it. */
async function orphanedSharers(db: Db, undone: Undone, { table, row, fields }: Step): Promise<Why | undefined> {
  const sharers = await sharersLeftBehind(db, table, row, { ...row, ...valuesOf(fields) }, undone.id)
  return sharers && { kind: 'shared', cause: { table: sharers.users, id: sharers.id }, sharers }
}

/** What a rule says of the record as it would be. */
async function refusalOf(rules: ReturnType<typeof rulesOf>, { row, fields, deletes }: Step): Promise<Why | undefined> {
  const values = { ...valuesOf(fields), ...(deletes === false && { is_deleted: 0 }) }
  try {
    await rules.refuse({ row, values })
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
  for (const { row, deletes } of referencesTo(table).length ? possible : [])
    if (deletes === false) ahead.returning.add(keyOf(table, row.id))
  for (const { row, deletes } of staying) {
    if (!deletes) continue
    for (const { column, refersTo } of referencesOf(table)) {
      const kind = isBelow(table, column) ? 'below' : 'used'
      ahead.blocked.set(keyOf(refersTo, row[column]), { kind, cause: { table, id: row.id } })
    }
  }
}
