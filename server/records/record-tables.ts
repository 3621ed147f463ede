import type { Selectable } from 'kysely'
import type { Column, FieldType } from '#contract/column.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { counted, formatNumber, plural } from '#contract/plural.ts'
import type { CleanHtml, Tables } from '../db/schema.ts'
import { textKey } from '../db/search/text-key.ts'
import { AppError } from '../errors.ts'
import { contentKey } from './names/content-key.ts'
import { contentWords } from './names/content-words.ts'

type Shared = 'french' | 'seq' | 'id' | 'is_deleted' | 'version' | 'created_at' | 'updated_at'
/** The resource's own columns, without the keys that follow from them. */
export type Own<Table extends RecordType> = Omit<
  Selectable<Tables[Table]>,
  Shared | `${string}_key` | `${string}_words`
>

/** A description of exactly a table's columns, with a key where the table has a key column. */
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

/** The contract's descriptions of all kinds of records, checked against their tables: a missing column is an error. */
export const recordTables: Record<RecordType, RecordKind<Record<string, Facts>>> = kinds satisfies {
  [Table in RecordType]: Exact<Table>
}

/** A column's wire name. */
export const wireName = (table: RecordType, column: string) => recordTables[table].columns[column]?.wire ?? column

/** Whether a column is the French of another one. */
export const isFrench = (table: RecordType, column: string) => recordTables[table].columns[column]?.twinOf !== undefined

/** The column behind a wire field, with its description; undefined for a field of an earlier release. */
export function columnOf(table: RecordType, field: string): (Facts & { column: string }) | undefined {
  const { columns, deleted = 'Inactive' } = recordTables[table]
  if (field === 'is_deleted') return { column: 'is_deleted', label: deleted, audience: 'office', type: 'flag' }
  const found = Object.entries(columns).find(([column, { wire }]) => (wire ?? column) === field)
  return found && { column: found[0], ...found[1] }
}

/** The values, including columns that follow from them. */
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

/** 409 if the number of records differs from what a call expected; `nothing` says that it did nothing. */
export function unexpectedNumber(
  table: RecordType,
  { found, expected }: { found: number; expected: number },
  nothing: string,
) {
  const match = plural(found, 'matches', 'match')
  const message = `${formatRecordCount(table, found)} now ${match}, not the expected ${formatNumber(expected)}. ${nothing}`
  return new AppError(409, message, { code: 'unexpected_number', data: { expected, found } })
}

/** A column that holds ids of other records. */
export type Reference = { table: RecordType; column: string }

const references = Object.entries(recordTables).flatMap(([table, { columns }]) =>
  Object.entries(columns).flatMap(([column, facts]) =>
    facts.refersTo ? [{ ...facts, table: table as RecordType, column, refersTo: facts.refersTo }] : [],
  ),
)

const placesOf = (some: Reference[]): Reference[] => some.map(({ table, column }) => ({ table, column }))

/** All tables' columns that hold ids of records of `table`. */
export const referencesTo = (table: RecordType) => placesOf(references.filter(({ refersTo }) => refersTo === table))

/** The columns with ids of records of `table` whose own records are deleted together with those. */
export const deletedWith = (table: RecordType) =>
  placesOf(references.filter(({ refersTo, deletedWith }) => refersTo === table && deletedWith))

/** The columns of `table` whose referenced records must be active for its own to be, and their tables. */
export const parentsOf = (table: RecordType) =>
  references.filter((one) => one.table === table && one.isParent).map(({ column, refersTo }) => ({ column, refersTo }))

/** The columns of `table` that hold ids of other records, each with their kind and the field that shows them. */
export const referencesOf = (table: RecordType) => references.filter((one) => one.table === table)

/** Other tables' columns that hold ids of records of `table` and share some values with those. */
export const sharersOf = (table: RecordType) =>
  references.flatMap(({ refersTo, table: users, column, shares }) =>
    refersTo === table && shares ? [{ users, column, shares }] : [],
  )
