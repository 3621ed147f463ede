import type { Db, RecordTable } from '../../../db/schema.ts'
import { type Changes, entryId } from '../../../records/activity.ts'
import type { AnyChange } from '../../../records/open-change.ts'
import type { Step } from '../../../records/plan/sources/undo/undo-plan.ts'
import { recordTables } from '../../../records/record-tables.ts'
import { type Renumbered, shiftedBy, shiftSequence } from '../../../records/renumbered.ts'
import type { NumberedChange } from '../history/changes.repository.ts'
import { numbered } from '../reorder/reorder.service.ts'
import { findPlace, placesAround, sharedColumns } from '../reorder/sequences.repository.ts'

/**
 * Reverses the shifting of numbers by a move, once its record has its previous number again. If others have been moved
 * since, their numbers stay, and only what is in the record's way shifts by one. Call it in the transaction of
 * `change`, after what that did to the record that was `moved`.
 */
export async function moveBack(
  db: Db,
  { _id: id, kind, record_type }: NumberedChange,
  moved: Step | undefined,
  change: AnyChange,
) {
  const table = record_type as RecordTable
  if (!recordTables[record_type].sequence || (kind !== 'reorder' && kind !== 'undo')) return
  const passed = await shiftedBy(db, id, table)
  if (!passed.length) return
  const isWhereItWasPut = !moved || ('seq_no' in moved.values && moved.row['seq_no'] === (await numberGiven(db, id)))
  if (isWhereItWasPut && passed.every(({ now, after }) => now === after)) {
    const back = passed.map(({ id, before, after }) => ({ id, before: after, after: before }))
    return shiftSequence(db, table, back, change)
  }
  if (moved) await shiftSequence(db, table, await collidingWith(db, table, moved.row.id), change)
}

/** The number the change gave to the record it moved. */
async function numberGiven(db: Db, changeId: string) {
  const entry = db.selectFrom('activity').select('changes').where('id', '=', entryId(changeId, 0))
  const { seq_no } = JSON.parse((await entry.executeTakeFirst())?.changes ?? '{}') as Changes
  return seq_no?.[1]
}

/** Which records also have the record's number, and which ones that shifts in turn. */
async function collidingWith(db: Db, table: RecordTable, id: string): Promise<Renumbered[]> {
  const moved = await findPlace(db, table, id, sharedColumns(table))
  const all = await placesAround(db, table, moved.shared, { from: moved.seq_no, to: undefined, more: 0 })
  const others = all.filter((one) => one.id !== id)
  const before = others.filter(({ seq_no }) => seq_no < moved.seq_no)
  const goal = [...before, moved, ...others.slice(before.length)]
  const wanted = goal.map(({ seq_no }) => seq_no)
  return numbered(goal, wanted, moved).map(({ id, had, seq_no }) => ({ id, before: had, after: seq_no }))
}
