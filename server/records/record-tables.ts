import type { Selectable } from 'kysely'
import type { Column, FieldType, RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { counted, plural } from '#contract/plural.ts'
import type { CleanHtml, Tables } from '../db/schema.ts'
import { textKey } from '../db/search/text-key.ts'
import { AppError } from '../errors.ts'
import { contentKey } from './names/content-key.ts'
import { contentWords } from './names/content-words.ts'

type Shared = 'seq' | 'id' | 'is_deleted' | 'version' | 'created_at' | 'updated_at'
/** The columns that belong to the resource itself, without the keys that follow from them. */
export type Own<Table extends RecordType> = Omit<
  Selectable<Tables[Table]>,
  Shared | `${string}_key` | `${string}_words`
>

/** A description of exactly the columns of a table, with a key where the table has one beside the column. */
type Exact<Table extends RecordType> = {
  columns: {
    [Name in keyof Own<Table>]: `${Name & string}_key` extends keyof Tables[Table]
      ? Described<Own<Table>[Name]> & { hasKey: true }
      : Described<Own<Table>[Name]> & { hasKey?: never }
  } & Record<Exclude<keyof (typeof kinds)[Table]['columns'], keyof Own<Table>>, never>
}
type Described<Value> = { label: string; refersTo?: RecordType; type: 'hidden' | TypeOf<NonNullable<Value>> }
type TypeOf<Value> = Value extends number
  ? 'number' | 'flag'
  : Value extends CleanHtml
    ? 'rich_text'
    : Exclude<FieldType, 'number' | 'flag' | 'rich_text'>
type Facts = Column<RecordType>

/** What the contract says of every kind of record, held against its table: a column that it leaves out is an error. */
export const recordTables: Record<RecordType, RecordKind<Record<string, Facts>>> = kinds satisfies {
  [Table in RecordType]: Exact<Table>
}

/** The name of a column on the wire. */
export const wireName = (table: RecordType, column: string) => recordTables[table].columns[column]?.wire ?? column

/** The column behind a field of the wire, with what is known about it; undefined for a field of an earlier release. */
export function columnOf(table: RecordType, field: string): (Facts & { column: string }) | undefined {
  const { columns, deleted = 'Inactive' } = recordTables[table]
  if (field === 'is_deleted') return { column: 'is_deleted', label: deleted, audience: 'office', type: 'flag' }
  const found = Object.entries(columns).find(([column, { wire }]) => (wire ?? column) === field)
  return found && { column: found[0], ...found[1] }
}

/** The values with the columns that follow from them. */
export function withKeys<Values extends object>(table: RecordType, values: Values): Values & Record<string, unknown> {
  const keys: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(values)) {
    const { hasKey, type } = recordTables[table].columns[column] ?? {}
    if (type === 'rich_text') keys[`${column}_words`] = contentWords(String(value))
    if (hasKey) keys[`${column}_key`] = type === 'rich_text' ? contentKey(String(value)) : textKey(String(value))
  }
  return { ...values, ...keys }
}

/** How many records, in words: `12 RV types`. */
export function formatRecordCount(table: RecordType, count: number) {
  const [one, many] = recordTables[table].noun
  return counted(count, one, many)
}

/** 409 for another number of records than a call expected; `nothing` says that it did nothing. */
export function unexpectedNumber(
  table: RecordType,
  { found, expected }: { found: number; expected: number },
  nothing: string,
) {
  const match = plural(found, 'matches', 'match')
  const message = `${formatRecordCount(table, found)} now ${match}, not the expected ${expected.toLocaleString('en-US')}. ${nothing}`
  return new AppError(409, message, { code: 'unexpected_number', data: { expected, found } })
}

/** A column of a table that holds ids of other records. */
export type Reference = { table: RecordType; column: string }

const references = Object.entries(recordTables).flatMap(([table, { columns }]) =>
  Object.entries(columns).flatMap(([column, facts]) =>
    facts.refersTo ? [{ ...facts, table: table as RecordType, column, refersTo: facts.refersTo }] : [],
  ),
)

const placesOf = (some: Reference[]): Reference[] => some.map(({ table, column }) => ({ table, column }))

/** The columns of all tables that hold ids of records of `table`. */
export const referencesTo = (table: RecordType) => placesOf(references.filter(({ refersTo }) => refersTo === table))

/** The columns that hold ids of records of `table`, where the records that have them are deleted with those. */
export const deletedWith = (table: RecordType) =>
  placesOf(references.filter(({ refersTo, deletedWith }) => refersTo === table && deletedWith))

/** The columns of `table` whose records must be active for its own to be, and the tables of those. */
export const parentsOf = (table: RecordType) =>
  references.filter((one) => one.table === table && one.isParent).map(({ column, refersTo }) => ({ column, refersTo }))

/** The columns of `table` that hold ids of other records, each with the kind of those and the field that shows them. */
export const referencesOf = (table: RecordType) => references.filter((one) => one.table === table)

/** The columns of other tables that hold ids of records of `table` and share some of their values with those. */
export const sharersOf = (table: RecordType) =>
  references.flatMap(({ refersTo, table: users, column, shares }) =>
    refersTo === table && shares ? [{ users, column, shares }] : [],
  )
