import type { Db, RecordTable } from '../../../db/schema.ts'
import type { AppError } from '../../../errors.ts'
import type { AnyChange } from '../../open-change.ts'
import type { StoredRow } from '../../rows.ts'

export type Values = Readonly<Record<string, unknown>>

/** What a write would do to one record. */
export type PlannedWrite = {
  /** The record as stored; undefined for a new one. */
  row?: StoredRow | undefined
  /** The columns it sets, including `is_deleted` if it deletes or restores the record. */
  values: Values
  /** What else a form said: an undo or a copy says nothing. */
  fields?: Values | undefined
  /** The id of a new record, if it is known before. */
  id?: string | undefined
  /** Whether its change is about the record even if nothing differs. */
  touched?: boolean | undefined
  /** Whether it copies a record: it refers to what that one does, or to copies of it. */
  isCopy?: boolean
  /** Its line in a file or place in a call. */
  line?: number
}
/** The same, with the record as it would be. */
export type Becoming = PlannedWrite & { next: Values }

export type About = {
  db: Db
  table: RecordTable
  change?: Pick<AnyChange, 'actor'> | undefined
  /** How to refuse a second write with the same name on a field, if not like an existing record. */
  sameAs?: ((first: PlannedWrite, field: string) => AppError) | undefined
  /** The change that an undo reverses. */
  undoing?: string | undefined
}
export type Asking = {
  ask: (write: Becoming) => unknown
  /** Looks things up for many writes at once, before each is checked. */
  ahead?: (writes: Becoming[]) => Promise<void>
}
export type Rule = {
  /** Whether it applies to this kind of record; without it, to all. */
  of?: (table: RecordTable) => boolean
  /** An undo checks this itself: it names who is in the way, and may restore what was so before the change. */
  undoAsksItself?: true
  /** Starts checking writes of one kind. A refusal is an AppError with the field. */
  begin: (about: About) => Asking
}

/** Whether a write restores its record. */
export const returns = ({ row, next }: Becoming) => Boolean(row?.is_deleted && !next['is_deleted'])
/** Whether a write deletes its record. */
export const goes = ({ row, next }: Becoming) => Boolean(row && !row.is_deleted && next['is_deleted'])
/** Whether it changes the value of a column. */
export const moves = ({ row, next }: Becoming, columns: readonly string[]) =>
  columns.some((column) => row?.[column] !== next[column])
