import type { Db, RecordTable } from '../../../../db/schema.ts'
import type { Changes } from '../../../activity.ts'
import { isErased } from '../../../erased.ts'
import { frenchColumnsOf, writtenForWith } from '../../../french.ts'
import { recordTables, referencesOf, referencesTo } from '../../../record-tables.ts'
import { readRows, type StoredRow } from '../../../rows.ts'
import { deletesOf, type PlannedWrite } from '../../plan.ts'
import { isBelow } from '../../rules/dependents.ts'
import { rulesOf } from '../../rules/of-writes.ts'
import { keyOf, type Projection, type Undoing } from '../../rules/rule.ts'
import { type LaterEntry, laterEntries } from './later-entries.ts'
import { deletesAgain, type NetEffect } from './net-effect.ts'
import { type Obstacle, type Touched, writtenByNextOwner } from './obstacles.ts'

/** What to do to one record: the columns to restore, and its state; whether the change had added it. */
export type Step = PlannedWrite & { row: StoredRow; isAdded: boolean }

/** Part of an undo, for records of one kind: what it writes, and what blocks the rest. */
export type UndoPlan = { table: RecordTable; writes: Step[]; refused: Obstacle[] }

/** The projection of an undo that has not been planned yet. */
export const emptyProjection = (): Projection => ({ returning: new Set(), blocked: new Map() })

/**
 * Plans to undo these effects of a change on records of one table: what will be restored, what is in the way, and why.
 * What has already been undone is in neither list. A field that someone has set since is in the way, whatever its
 * value; for a record to be restored or deleted, anyone's touch is. The result must be something the rules allow, or
 * the state before the change. With `ahead`, nothing has been undone yet: parents are then planned before what is below
 * them for restoring, and after it for deleting.
 */
export async function planUndo(db: Db, undoing: Undoing, table: RecordTable, effects: NetEffect[]): Promise<UndoPlan> {
  if (!effects.length) return { table, writes: [], refused: [] }
  const { steps, touched } = await stepsFor(db, undoing.id, table, effects)
  const writes: Step[] = []
  const held: Held[] = [...touched]
  for (const { write, why } of await rulesOf(db, table, { undoing }).check(steps)) {
    if (why) held.push({ row: write.row, why, deletes: deletesOf(write) })
    else writes.push(write)
  }
  if (undoing.ahead) updateProjection(undoing.ahead, table, writes, held)
  return { table, writes, refused: held.map(({ row, why }) => ({ table, id: row.id, why })) }
}

/** A record that stays as it is, and whether the undo would delete it. */
type Held = { row: StoredRow; why: Obstacle['why']; deletes: boolean | undefined }

async function stepsFor(db: Db, id: string, table: RecordTable, effects: NetEffect[]) {
  const steps: Step[] = []
  const touched: Held[] = []
  const rows = await readRows(
    db,
    table,
    effects.map(({ id }) => id),
  )
  // A record that still has the version it got from the change was not touched.
  const doubtful = effects.filter(({ id, version }) => rows.get(id)?.version !== version)
  const later = await laterEntries(db, id, doubtful)
  for (const effect of effects) {
    const row = rows.get(effect.id)
    const entries = later.get(effect.id) ?? []
    if (!row || entries.some(({ undoes }) => undoes === id)) continue
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
function whoTouched(effect: NetEffect, row: StoredRow, entries: LaterEntry[]): Touched | undefined {
  const last = entries.at(-1)
  if (deletesAgain(effect) !== undefined) return last && { kind: 'touched', entry: last }
  const { columns } = recordTables[effect.table]
  const names = Object.keys(effect.fields).map((column) => columns[column]?.wire ?? column)
  const setter = entries.findLast(({ fields }) => fields.some((field) => names.includes(field)))
  if (setter) return { kind: 'touched', entry: setter, fields: setter.fields.filter((field) => names.includes(field)) }
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

function updateProjection(ahead: Projection, table: RecordTable, possible: Step[], held: Held[]) {
  for (const step of referencesTo(table).length ? possible : [])
    if (deletesOf(step) === false) ahead.returning.add(keyOf(table, step.row.id))
  for (const { row, deletes } of held) {
    if (!deletes) continue
    for (const { column, refersTo } of referencesOf(table)) {
      const kind = isBelow(table, column) ? 'below' : 'used'
      ahead.blocked.set(keyOf(refersTo, row[column]), { kind, cause: { table, id: row.id } })
    }
  }
}
