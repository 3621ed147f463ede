import type { Change } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { refused } from '../../../errors.ts'
import { type OpenChange, setDetails } from '../../../records/open-change.ts'
import { setColumns } from '../../../records/plan/sources/acts.ts'
import { recordTables } from '../../../records/record-tables.ts'
import { shiftSequence } from '../../../records/renumbered.ts'
import { findChange } from '../history/changes.repository.ts'
import { findPlace, type Place, placesAround, sharedColumns } from './sequences.repository.ts'

/**
 * The new numbers, as few as possible, with which the record at the place `from` stands at the place `to`. The numbers
 * between both pass on to the next record, so that none is missing afterwards; where nobody would miss its own, because
 * it is the last one or not the only one with it, a free one will do. `keeps` all numbers in any case. No record gets
 * 0.
 */
export function renumber(rows: Place[], from: number, to: number, { keeps = false } = {}): NewPlace[] {
  const [moved] = rows.slice(from, from + 1)
  if (!moved) return []
  const goal = rows.toSpliced(from, 1).toSpliced(to, 0, moved)
  const [before, after, previous, next] = [rows[from - 1], rows[from + 1], goal[to - 1], goal[to + 1]]
  const shifted = numbered(
    goal,
    rows.map(({ seq_no }) => seq_no),
    moved,
  )
  const isMissed = after !== undefined && after.seq_no !== moved.seq_no && before?.seq_no !== moved.seq_no
  if (keeps || isMissed) return shifted
  const free = previous ? previous.seq_no + 1 : Math.max(1, (next?.seq_no ?? 0) - 1)
  const placed = numbered(
    goal,
    goal.map((row) => (row === moved ? free : row.seq_no)),
    moved,
  )
  return placed.length <= shifted.length && placed.every(isNumber) ? placed : shifted
}

/** A record with its new number, and its previous one. */
type NewPlace = Place & { had: number }

const isNumber = ({ seq_no }: Place) => Number.isSafeInteger(seq_no)

/** The records of `goal` that change, with the wanted numbers or larger ones, so that they come in this order. */
export function numbered(goal: Place[], wanted: number[], moved: Place): NewPlace[] {
  const changed: NewPlace[] = []
  let last = Number.NEGATIVE_INFINITY
  goal.forEach((row, place) => {
    const before = goal[place - 1]
    // Equal numbers stay if neither record was moved.
    const mayBeEqual = row !== moved && before !== moved && row.seq_no === before?.seq_no
    const least = Math.max(wanted[place] ?? 0, mayBeEqual ? last : last + 1)
    last = row.seq_no === least ? least : Math.max(1, least)
    if (last !== row.seq_no) changed.push({ id: row.id, seq_no: last, had: row.seq_no })
  })
  return changed
}

type Move = { id: string; before: string | null; inPart: boolean | undefined }

/**
 * Moves a record in its sequence: before the record `before`, or to the end; among those of its part, such as the
 * models of a type and year, unless `inPart` is false. Others only have their numbers shifted. Returns the change, or
 * null if the record is already there. Throws 404 for a missing record, and 422 for one without a sequence or from
 * another one, and if no number is left.
 */
export function reorder(
  db: Db,
  table: RecordType,
  { id, before, inPart = recordTables[table].sequence?.part !== undefined }: Move,
  change: OpenChange,
): Promise<Change | null> {
  const columns = sharedColumns(table, inPart)
  const { noun } = recordTables[table]
  setDetails(change, { message: `${noun[0].charAt(0).toUpperCase()}${noun[0].slice(1)} moved successfully.` })
  return inTransaction(db, async (db) => {
    const find = (id: string) => findPlace(db, table, id, columns)
    const [moved, next] = await Promise.all([find(id), before === null ? null : find(before)])
    if (next && columns.some((column) => next.shared[column] !== moved.shared[column])) {
      throw refused('before', 'This record belongs to another sequence.')
    }
    if (before === id) return null
    const numbers = await newNumbers(db, table, moved, next, inPart)
    if (!numbers.every(isNumber)) {
      throw refused('before', 'There is no larger sequence number. Please give the last ones smaller numbers first.')
    }
    if (!numbers.length) return null
    // The change is about this one, even if it keeps its number.
    const { seq_no } = numbers.find((one) => one.id === id) ?? moved
    await setColumns(db, table as 'topics', id, { seq_no }, change, { touched: true })
    const others = numbers.filter((one) => one.id !== id)
    const passed = others.map(({ id, had, seq_no }) => ({ id, before: had, after: seq_no }))
    await shiftSequence(db, table as RecordTable, passed, change)
    return findChange(db, change.id)
  })
}

type Found = Awaited<ReturnType<typeof findPlace>>

/** Reads as much of the sequence as gets new numbers. */
async function newNumbers(db: Db, table: RecordType, moved: Found, next: Found | null, keeps: boolean) {
  const from = Math.min(moved.seq_no, next?.seq_no ?? moved.seq_no)
  const to = next ? Math.max(moved.seq_no, next.seq_no) : undefined
  for (let more = 100; ; more *= 10) {
    const rows = await placesAround(db, table, moved.shared, { from, to, more })
    const at = rows.findIndex(({ id }) => id === moved.id)
    const target = next ? rows.findIndex(({ id }) => id === next.id) : rows.length
    const place = target > at ? target - 1 : target
    if (place === at) return []
    const numbers = renumber(rows, at, place, { keeps })
    const isWhole = to === undefined || rows.length < more || numbers.at(-1)?.id !== rows.at(-1)?.id
    if (isWhole) return numbers
  }
}
