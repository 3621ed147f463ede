import type { FieldChange } from '#contract/changes.ts'
import type { RecordTable } from '../db/schema.ts'
import { textKey } from '../db/text-key.ts'

type FieldType = FieldChange['type']

/** What is true of one column, apart from what SQL knows. */
export type ColumnFacts = {
  /** The label of the form's field. */
  label: string
  type: FieldType | 'hidden'
  /** The field's name on the wire, where it is not the column's. */
  wire?: string
  /** The table whose id it holds. */
  refersTo?: RecordTable
  /** What the column `{name}_key` beside it is computed with. */
  keyedBy?: (value: string) => string
}

/** What is true of a table of records. */
export type TableFacts = {
  /** What one record and several are called in a sentence. */
  noun: [one: string, many: string]
  /** What a record is called that is deleted; inactive by default. */
  deleted?: string
  columns: Record<string, ColumnFacts>
  /** What a record is called: a column, or SQL and the joins that it needs. */
  title: { column: string } | { sql: string; joins?: string }
  /** The columns that are unique among active records, what such a record is called, and the field that is refused. */
  unique?: { columns: string[]; thing: string; field: string }
  /** The columns whose records must be active for one of these to be, and what such a record is called. */
  parents?: Record<string, string>
  /** Records that are deleted with it: their table, and the column that holds its id. */
  along?: { table: RecordTable; column: string }[]
  /** The records of a sequence are ordered by `seq_no`, within those that share the value of this column, if any. */
  sequence?: { within?: string }
}

/** Plain text. */
export const text = (label: string): ColumnFacts => ({ label, type: 'text' })
/** Text with a key column beside it. */
export const keyed = (label: string): ColumnFacts => ({ label, type: 'text', keyedBy: textKey })
/** A number. */
export const number = (label: string): ColumnFacts => ({ label, type: 'number' })
/** The id of a record of another table. */
export const reference = (label: string, refersTo: RecordTable, wire?: string): ColumnFacts => ({
  label,
  type: 'reference',
  refersTo,
  ...(wire && { wire }),
})
/** The file name of a picture. */
export const picture = (label: string, wire: string): ColumnFacts => ({ label, type: 'picture', wire })
/** Of no interest to people, but part of the record. */
export const hidden: ColumnFacts = { label: '', type: 'hidden' }
/** Its values never reach the history. */
export const secret = (label: string, wire: string): ColumnFacts => ({ label, type: 'secret', wire })
