import { z } from 'zod'
import { change } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { exportFormats, formatTypes } from './exports.ts'
import { flag, id, wholeNumber } from './fields.ts'
import { encodings, type Matching, matchings } from './import-files.ts'
import { type ImportType, importTypes } from './import-types.ts'
import type { Column, RecordKind } from './kind.ts'
import { kinds, recordCalls } from './kinds.ts'
import { answered, listInput, said, saved } from './records.ts'
import { importedUserFields } from './users.ts'

export type { ImportType } from './import-types.ts'

export const IMPORT_MEGABYTES = 50
/** The most rows of a file. */
export const MOST_IMPORT_ROWS = 100_000
/** Hours after which a rehearsal is forgotten. */
export const REHEARSAL_HOURS = 24

/** What an import would do with a row. */
export const importOutcomes = ['new', 'changed', 'unchanged', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/**
 * What a column of a file can hold. Of a reference there are two: its id, and the name behind it; of an owner a third, the
 * email. `_id` and `external_id` also say which record a row is about.
 */
export type ImportField = {
  field: string
  label: string
  made: 'id' | 'text' | 'number' | 'day' | 'reference' | 'name' | 'email'
  /** The column of the table; of a name that of its reference. */
  column: string
  /** The field of the form; of a name that of its reference. */
  wire: string
  /** What its values are called, where they are a few fixed ones. */
  words?: Readonly<Record<string, string>>
}

/** What files say of a flag, as exports do. */
const YES_OR_NO = { true: 'Yes', false: 'No' }
const NOT_IN_CELLS: Column['type'][] = ['hidden', 'secret', 'picture', 'file', 'rich_text']

/** The form of which a file holds the fields: that of an edit, and of users, whom no form edits, one of their own. */
export const importForm = (type: ImportType): z.ZodObject =>
  type === 'users' ? importedUserFields : recordCalls[type].edit.input

/** What the columns of a file can hold for a kind of record, in the order of its description. */
export function importFields(type: ImportType): ImportField[] {
  const { shape } = importForm(type)
  const fields = Object.entries<Column>(kinds[type].columns).flatMap(([column, facts]): ImportField[] => {
    const { wire = column, label, type: valueType, shownAs, words } = facts
    // An RV says whose it is when it is added only.
    const isTyped = wire in shape || (type === 'rvs' && column === 'user_id')
    if (NOT_IN_CELLS.includes(valueType) || !isTyped) return []
    if (valueType !== 'reference') {
      const made = valueType === 'number' || valueType === 'day' ? valueType : 'text'
      const called = valueType === 'flag' ? YES_OR_NO : words
      return [{ field: wire, label, made, column, wire, ...(called && { words: called }) }]
    }
    return [
      { field: wire, label: `${label} _id`, made: 'reference', column, wire },
      ...(shownAs ? [{ field: shownAs, label, made: 'name' as const, column, wire }] : []),
      ...(facts.refersTo === 'users'
        ? [{ field: `${wire}_email`, label: `${label} Email`, made: 'email' as const, column, wire }]
        : []),
    ]
  })
  return [{ field: '_id', label: '_id', made: 'id', column: 'id', wire: '_id' }, ...fields]
}

/** By what rows of a kind can be told apart, besides what is unique for it. */
export function matchingsOf(type: ImportType): Matching[] {
  const { columns, unique } = kinds[type] as RecordKind
  return matchings.filter((matching) => {
    if (matching === 'name_and_city') return 'name' in columns && 'city' in columns
    if (matching === 'name') return 'name' in columns && !('city' in columns) && !unique
    return matching in columns && !unique?.columns.includes(matching)
  })
}

/** By the head of a column, or by its number from 1 where heads are the same: the field that it holds, or none. */
const mapping = z.record(z.string().max(1000), z.string().max(100).nullable())
export type ImportMapping = z.output<typeof mapping>

/** The same as JSON, as forms with a file send it. */
const asJson = <Schema extends z.ZodType>(schema: Schema, none: string) =>
  z
    .string()
    .max(1_000_000, none)
    .transform((text, context) => {
      try {
        return schema.parse(JSON.parse(text))
      } catch {
        context.addIssue({ code: 'custom', message: none })
        return z.NEVER
      }
    })

const mappingText = asJson(mapping, 'This is not a mapping of columns to fields.')

const counts = z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() })

/** A rehearsal: the rows of a file as they were read, and what an import of them would do. */
export const rehearsal = z.object({
  rehearsal_id: z.string(),
  record_type: z.enum(importTypes),
  file_name: z.string(),
  /** `reading` is still being read and checked; `failed` was not finished; `applying` and `applied` have a change. */
  state: z.enum(['reading', 'ready', 'failed', 'applying', 'applied']),
  /** Why it failed. */
  problem: z.string().nullable(),
  /**
   * The columns of the file in their order, with what names them in `mapping`, some of their values, and the field that one
   * without a field may hold.
   */
  columns: z.array(
    z.object({
      number: z.int(),
      head: z.string(),
      key: z.string(),
      field: z.string().nullable(),
      suggestion: z.string().nullable(),
      samples: z.array(z.string()),
    }),
  ),
  mapping,
  /** How a CSV file was read; null of XLSX. */
  encoding: z.enum(encodings).nullable(),
  /** The sheet that was read, and all that can be seen; of XLSX. */
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** The line or row with the heads. */
  head_row: z.int(),
  /** How many rows are hidden in the sheet, and whether they come in all the same. */
  hidden_rows: z.int(),
  with_hidden: z.boolean(),
  /** What tells which records rows are about, as it was chosen. */
  match_by: z.enum(matchings).nullable(),
  counts,
  /** How many rows have been read, and how many of those are checked. */
  rows_read: z.int(),
  rows_checked: z.int(),
  change_id: z.string().nullable(),
  /** Whether what it did has been undone since. */
  is_undone: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Rehearsal = z.output<typeof rehearsal>

const value = z.unknown()
/** A row of a file. `fields` says what the import would set; `errors` why it is refused, with the texts of those cells. */
export const importRow = z.object({
  /** Its line in the file, or the number of its row in the sheet. */
  row: z.int(),
  outcome: z.enum(importOutcomes),
  record_id: z.string().nullable(),
  title: z.string(),
  fields: z.array(z.object({ field: z.string(), label: z.string(), from: value, to: value })),
  errors: z.record(z.string(), z.array(z.string())),
  /** What looks wrong in cells and is imported all the same, by field. */
  warnings: z.record(z.string(), z.array(z.string())),
  /** By the fields of `errors` and `warnings`: the column of the file and what it holds. */
  cells: z.record(z.string(), z.object({ column: z.string(), value: z.string() })),
  /** Where the place index has put a dealer without coordinates. */
  place: z.string().nullable(),
  /** An earlier row whose every cell is the same. */
  same_as: z.int().nullable(),
})
export type ImportRow = z.output<typeof importRow>

const LONGEST_CELL = 100_000
/** The most rows that are mended at once. */
export const MOST_MENDED = 200
const mended = z
  .array(z.object({ row: z.int(), cells: z.record(z.string().max(1000), z.string().max(LONGEST_CELL)) }))
  .max(MOST_MENDED, `Please mend at most ${MOST_MENDED} rows at once.`)
export type Mended = z.output<typeof mended>

const mendedText = asJson(mended, 'These are no cells of rows.')

const recordType = z.enum(importTypes, 'This kind of record cannot be imported.')
const whichRehearsal = { rehearsal_id: id }
const format = z.enum(exportFormats, 'Please choose CSV or XLSX.')
const files = { file: Object.values(formatTypes) }

export const imports = {
  /**
   * Reads a CSV or XLSX file and says what an import would do with each row; changes nothing. Encoding, sheet and row of the
   * heads are guessed unless they are given; rows that are hidden stay out without `with_hidden`. With `rehearsal_id` in
   * place of `file` it checks the rows of an earlier rehearsal again, perhaps by another mapping, with cells `mended` by the
   * keys of their columns.
   */
  rehearse: endpoint(
    'admin/import/rehearse',
    z.object({
      record_type: recordType,
      file: z
        .file('Please choose a file.')
        .max(IMPORT_MEGABYTES * 1024 * 1024, `File size should not be more than ${IMPORT_MEGABYTES} MB`)
        .optional(),
      rehearsal_id: id.optional(),
      mapping: z.union([mappingText, mapping]).optional(),
      /** Empty for what is unique, else all cells. */
      match_by: z.enum([...matchings, ''], 'Please choose by what rows are matched.').optional(),
      encoding: z.enum(encodings, 'This encoding is not known.').optional(),
      sheet: z.string().max(100).optional(),
      head_row: wholeNumber.pipe(z.int().min(1)).optional(),
      with_hidden: flag.optional(),
      mended: z.union([mendedText, mended]).optional(),
    }),
    answered(rehearsal),
    { multipart: true, megabytes: IMPORT_MEGABYTES },
  ),
  /** The caller's rehearsals of the last day, the newest first. */
  list: endpoint('admin/import/list', z.object({}), answered(z.array(rehearsal))),
  rows: endpoint(
    'admin/import/rows',
    z.object({
      ...whichRehearsal,
      outcome: z.enum(importOutcomes).optional(),
      page: listInput.shape.page,
      per_page: listInput.shape.per_page,
    }),
    answered(z.array(importRow)).extend({ total: z.int(), current_page: z.int() }),
  ),
  /**
   * Does what the rehearsal has shown, as one change; null when all rows are unchanged. 422 while rows are refused, unless
   * `without_refused`; 409 when records have changed since.
   */
  apply: endpoint(
    'admin/import/apply',
    z.object({ ...whichRehearsal, without_refused: flag.optional() }),
    saved(change.nullable()),
    { change: 'import', once: true },
  ),
  /** A file with the columns that an import of a kind of record knows, and no rows. */
  template: endpoint('admin/import/template', z.object({ record_type: recordType, format }), z.string(), files),
  /** The refused rows of a rehearsal as a file, with the reasons in a column of their own. */
  refused: endpoint('admin/import/refused', z.object({ ...whichRehearsal, format }), z.string(), files),
  /** Stops a rehearsal that is being read, and forgets it; one whose rows are being checked again fails, and keeps them. */
  discard: endpoint('admin/import/discard', z.object(whichRehearsal), said),
}
