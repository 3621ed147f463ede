import type { LaterType } from '#contract/kinds.ts'
import { isInOrder, type LaterEdits, type Publishing, TAKEN_DOWN_FIRST } from '#contract/publishing.ts'
import type { Actor } from '../actor.ts'
import { isoNow } from '../clock.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import { refused } from '../errors.ts'
import { writtenForSeen } from './french.ts'
import type { AnyChange, OpenChange } from './open-change.ts'
import { recordFacts } from './plan/sources/facts.ts'
import { readRow, type StoredRow } from './rows.ts'

/** Edits waiting in a record: the columns they set, what the French among them was written for, and their author. */
export type WaitingEdits = {
  by: Actor
  columns: Record<string, string | null>
  writtenFor?: Readonly<Record<string, unknown>>
}

/**
 * The columns that an edit sets now. If it is to be published later, that is the edit itself, which waits in the
 * record, replacing an earlier one; a past moment, or null, publishes at once and discards what waited. Throws 422 for
 * a new record, and for dates in the wrong order.
 */
export function nowOrLater<Columns extends object>(
  table: LaterType,
  { edits_at, ...columns }: Columns & Partial<Pick<LaterEdits, 'edits_at'>>,
  current: StoredRow | undefined,
  { actor }: OpenChange,
) {
  if (!current && edits_at) throw refused('edits_at', 'Only the edits of a page can wait.', 'not_allowed')
  if (!current || edits_at === undefined) return columns
  if (edits_at === null || edits_at <= isoNow()) return { ...columns, edits_at: null, edits: null }
  // A waiting edit is not checked again when it takes effect.
  if (!isInOrder({ ...current, ...columns } as Partial<Publishing>)) throw refused('unpublish_at', TAKEN_DOWN_FIRST)
  const changed = Object.entries<string | null>(columns as Record<string, string | null>).filter(
    ([name, value]) => value !== undefined && value !== current[name],
  )
  const later = Object.fromEntries(changed)
  // The English may have changed by the time these take effect.
  const waiting: WaitingEdits = {
    by: actor,
    columns: later,
    writtenFor: writtenForSeen(table, later, current, current),
  }
  return { edits_at, edits: JSON.stringify(waiting) }
}

/** The waiting columns among an edit's values: what the record becomes later. */
export function waitingIn(values: object) {
  const { edits } = values as { edits?: unknown }
  return typeof edits === 'string' ? (JSON.parse(edits) as WaitingEdits).columns : {}
}

/**
 * Waiting edits, as stored, after a merge with what others have changed: without the columns that stay as the others
 * have them in `row`, and their French for the English that their author had `seen`.
 */
export function waitingAfter(
  table: RecordTable,
  edits: string,
  merged: Readonly<Record<string, unknown>>,
  { seen, row }: { seen: StoredRow; row: StoredRow },
) {
  const waiting = JSON.parse(edits) as WaitingEdits
  const columns = Object.fromEntries(Object.entries(waiting.columns).filter(([name]) => merged[name] !== row[name]))
  return JSON.stringify({ ...waiting, columns, writtenFor: writtenForSeen(table, columns, seen, row) })
}

/** A record's waiting edits; undefined if there are none. Throws 404. */
export async function readWaiting(db: Db, table: LaterType, id: string) {
  const { edits, edits_at, is_deleted } = await readRow(db, table, id)
  if (typeof edits !== 'string' || typeof edits_at !== 'string') return undefined
  return { at: edits_at, isDeleted: is_deleted === 1, ...(JSON.parse(edits) as WaitingEdits) }
}

/** Applies a record's waiting edits, as part of this change, in its transaction. */
export const makeWaiting = (
  db: Db,
  table: LaterType,
  id: string,
  { columns, writtenFor }: WaitingEdits,
  change: AnyChange,
) => recordFacts(db, table, id, { ...columns, ...writtenFor, edits_at: null, edits: null }, change)
