import type { Db, RecordTable } from '../../../db/schema.ts'
import type { AppError } from '../../../errors.ts'
import type { StoredRow } from '../../change.ts'
import type { AnyChange } from '../../open-change.ts'

export type Values = Readonly<Record<string, unknown>>

/** What a write would make of one record. */
export type PlannedWrite = {
  /** The record as it is stored; undefined for a new one. */
  row?: StoredRow | undefined
  /** The columns that it sets, `is_deleted` among them where it brings the record back or takes it away. */
  values: Values
  /** What a form said, besides: an undo or a copy says nothing. */
  fields?: Values | undefined
  /** Whether it copies a record: it refers to what that one does, or to what was copied with it. */
  isCopy?: boolean
  /** Where it stands in a file or a call. */
  line?: number
}
/** The same, with the record as it would be. */
export type Becoming = PlannedWrite & { next: Values }

export type About = {
  db: Db
  table: RecordTable
  change?: Pick<AnyChange, 'actor'> | undefined
  /** How a second write for one name is refused on a field, where not as a record that is there. */
  sameAs?: ((first: PlannedWrite, field: string) => AppError) | undefined
}
export type Asking = {
  ask: (write: Becoming) => unknown
  /** Looks things up for many writes at once, before each of them is asked about. */
  ahead?: (writes: Becoming[]) => Promise<void>
}
export type Rule = {
  /** Whether it is about this kind of records; about all without. */
  of?: (table: RecordTable) => boolean
  /** An undo asks this itself: it names who is in the way, and what was so before the change may be so again. */
  undoAsksItself?: true
  /** Begins to ask about writes of one kind. What refuses one throws an AppError with the field. */
  begin: (about: About) => Asking
}

/** Whether a write brings its record back. */
export const returns = ({ row, next }: Becoming) => Boolean(row?.is_deleted && !next['is_deleted'])
/** Whether a write takes its record away. */
export const goes = ({ row, next }: Becoming) => Boolean(row && !row.is_deleted && next['is_deleted'])
/** Whether it gives a column another value. */
export const moves = ({ row, next }: Becoming, columns: readonly string[]) =>
  columns.some((column) => row?.[column] !== next[column])
