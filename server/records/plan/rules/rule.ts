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
  /** Whether it undoes adding the record. */
  isAdded?: boolean
  /** Its line in a file or place in a call. */
  line?: number
}
/** The same, with the record as it would be. */
export type Becoming = PlannedWrite & { next: Values }

/** A record. */
export type Which = { table: RecordTable; id: string }

/**
 * Records of kind `users` that match a record now but would not after it gets other values: how many, and how many of
 * those are inactive (they can be restored); the first one, and the columns they match in now, with the record's values
 * there.
 */
export type Sharers = {
  users: RecordTable
  count: number
  inactive: number
  id: string
  now: { column: string; id: string }[]
}

/** Why a write is refused: the record in its way, its `cause`, or what a rule says. */
export type Why =
  | { kind: 'below' | 'used' | 'name' | 'external_id'; cause: Which }
  | { kind: 'parent'; cause: Which; column: string }
  /** It chooses an inactive record, or one with other values in the columns that both share, the `differing` ones. */
  | { kind: 'choice'; cause: Which; column: string; differing?: string[] }
  | { kind: 'shared'; cause: Which; sharers: Sharers }
  | { kind: 'refused'; error: AppError }

/** What a planned undo will have done before it reaches other records, each by kind and id. */
export type Projection = {
  /** Records that it restores. */
  returning: Set<string>
  /** Records that it leaves because of one below them, or one that uses them. */
  blocked: Map<string, Why>
}
/** The change that an undo reverses; `ahead` while nothing has been undone yet. */
export type Undoing = { id: string; seq: number; ahead?: Projection | undefined }

/** A record's key in a projection. */
export const keyOf = (table: RecordTable, id: unknown) => `${table} ${id as string}`

export type About = {
  db: Db
  table: RecordTable
  change?: Pick<AnyChange, 'actor'> | undefined
  /** How to refuse a second write with the same name on a field, if not like an existing record. */
  sameAs?: ((first: PlannedWrite, field: string) => AppError) | undefined
  /** For the writes of an undo. */
  undoing?: Undoing | undefined
}
/** How a rule checks writes: many at once, saying what is in the way of which, or one, throwing an AppError. */
export type Asking = {
  among?: (writes: Becoming[]) => Promise<Map<Becoming, Why>>
  ask?: (write: Becoming) => unknown
}
/** The id of a record among very many, those that meet a condition `more`. */
export type First = (columns: string, more: string) => Promise<string | undefined>
export type Rule = {
  /** Whether it applies to this kind of record; without it, to all. */
  of?: (table: RecordTable) => boolean
  /** Starts checking writes of one kind. */
  begin: (about: About) => Asking
  /** What is in the way of restoring very many records, found in a query or two. */
  ofRestoringAll?: (table: RecordTable, first: First) => Promise<Why | undefined>
}

/** Checks many writes one after another. */
export const oneByOne = (find: (write: Becoming) => Promise<Why | undefined>) => async (writes: Becoming[]) => {
  const found = new Map<Becoming, Why>()
  for (const write of writes) {
    const why = await find(write)
    if (why) found.set(write, why)
  }
  return found
}

/** Whether a write restores its record. */
export const returns = ({ row, next }: Becoming) => Boolean(row?.is_deleted && !next['is_deleted'])
/** Whether a write deletes its record. */
export const goes = ({ row, next }: Becoming) => Boolean(row && !row.is_deleted && next['is_deleted'])
/** Whether it changes the value of a column. */
export const moves = ({ row, next }: Becoming, columns: readonly string[]) =>
  columns.some((column) => row?.[column] !== next[column])
/** Whether the record will be active: one that stays deleted is in nobody's way. */
export const isActive = ({ next }: Becoming) => !next['is_deleted']
/** Whether an active record will have what it has not had in these columns. */
export const claims = (write: Becoming, columns: readonly string[]) =>
  isActive(write) && (returns(write) || moves(write, columns))
