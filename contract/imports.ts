import { z } from 'zod'
import { change } from './changes.ts'
import type { Column } from './column.ts'
import { endpoint } from './endpoint.ts'
import { exportFormats, formatTypes } from './exports.ts'
import { flag, id, wholeNumber } from './fields.ts'
import { frenchFileFields } from './french-files.ts'
import { encodings, type ImportField, type Matching, matchings } from './import-files.ts'
import { type ImportType, importTypes, type RehearsedType, rehearsedTypes } from './import-types.ts'
import type { RecordKind } from './kind.ts'
import { kinds, recordCalls, recordTypes } from './kinds.ts'
import { answered, listInput, said, saved } from './records.ts'
import { importedUserFields } from './users.ts'

export type { ImportField } from './import-files.ts'
export type { ImportType, RehearsedType } from './import-types.ts'

export const IMPORT_MEGABYTES = 50
/** The most rows in a file. */
export const MOST_IMPORT_ROWS = 100_000
/** Hours until a rehearsal is forgotten. */
export const REHEARSAL_HOURS = 24

/** What an import would do with a row. */
export const importOutcomes = ['new', 'changed', 'unchanged', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** How files write a flag, as exports do. */
const YES_OR_NO = { true: 'Yes', false: 'No' }
const NOT_IN_CELLS: Column['type'][] = ['hidden', 'secret', 'picture', 'file', 'rich_text']

/** The form whose fields a file holds: that of an edit; users, whom no form edits, have their own. */
export const importForm = (type: ImportType): z.ZodObject =>
  type === 'users' ? importedUserFields : recordCalls[type].edit.input

/** What a file's columns can hold for a kind of record, in the order of its description; or for a file of French. */
export function importFields(type: RehearsedType): ImportField[] {
  if (type === 'french') return frenchFileFields
  const { shape } = importForm(type)
  const fields = Object.entries<Column>(kinds[type].columns).flatMap(([column, facts]): ImportField[] => {
    const { wire = column, label, type: valueType, shownAs, words } = facts
    // An RV's owner can be set only when it is added.
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

/** How rows of a kind can be told apart, besides by unique columns. */
export function matchingsOf(type: RehearsedType): Matching[] {
  if (type === 'french') return []
  const { columns, unique } = kinds[type] as RecordKind
  return matchings.filter((matching) => {
    if (matching === 'name_and_city') return 'name' in columns && 'city' in columns
    if (matching === 'name') return 'name' in columns && !('city' in columns) && !unique
    return matching in columns && !unique?.columns.includes(matching)
  })
}

/**
 * Which field each column holds, by the column's heading, or by its number from 1 if headings are repeated; or none.
 */
const mapping = z.record(z.string().max(1000), z.string().max(100).nullable())
export type ImportMapping = z.output<typeof mapping>

/** The same as JSON, for forms with a file. */
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

/** A rehearsal: a file's rows as read, and what importing them would do. */
export const rehearsal = z.object({
  rehearsal_id: z.string(),
  record_type: z.enum(rehearsedTypes),
  file_name: z.string(),
  /** `reading`: still being read and checked; `failed`: not finished; `applying` and `applied` have a change. */
  state: z.enum(['reading', 'ready', 'failed', 'applying', 'applied']),
  /** Why it failed. */
  problem: z.string().nullable(),
  /**
   * The file's columns in order, with their key in `mapping`, some of their values, and a suggested field if they have
   * none.
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
  /** How a CSV file was read; null for XLSX. */
  encoding: z.enum(encodings).nullable(),
  /** For XLSX, the sheet that was read, and all visible ones. */
  sheet: z.string().nullable(),
  sheets: z.array(z.string()),
  /** The line or row with the headings. */
  head_row: z.int(),
  /** How many rows of the sheet are hidden, and whether they are imported anyway. */
  hidden_rows: z.int(),
  with_hidden: z.boolean(),
  /** How rows are matched with records, as chosen. */
  match_by: z.enum(matchings).nullable(),
  counts,
  /** How many rows have been read, and how many of those checked. */
  rows_read: z.int(),
  rows_checked: z.int(),
  change_id: z.string().nullable(),
  /** Whether its change has been undone since. */
  is_undone: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Rehearsal = z.output<typeof rehearsal>

const value = z.unknown()
/**
 * A row of a file. `fields` is what the import would set; `errors` why it is refused, with the texts of those cells.
 */
export const importRow = z.object({
  /** Its line in the file, or the number of its row in the sheet. */
  row: z.int(),
  outcome: z.enum(importOutcomes),
  /** The kind of its record; null in a file of French that does not say. */
  record_type: z.enum(recordTypes).nullable(),
  record_id: z.string().nullable(),
  title: z.string(),
  fields: z.array(z.object({ field: z.string(), label: z.string(), from: value, to: value })),
  errors: z.record(z.string(), z.array(z.string())),
  /** What looks wrong in cells but is imported anyway, by field. */
  warnings: z.record(z.string(), z.array(z.string())),
  /** By the fields in `errors` and `warnings`: the file's column and its value. */
  cells: z.record(z.string(), z.object({ column: z.string(), value: z.string() })),
  /** Where the place index located a dealer without coordinates. */
  place: z.string().nullable(),
  /** An earlier row with the same cells. */
  same_as: z.int().nullable(),
})
export type ImportRow = z.output<typeof importRow>

const LONGEST_CELL = 100_000
/** The most rows corrected at once. */
export const MOST_MENDED = 200
const mended = z
  .array(z.object({ row: z.int(), cells: z.record(z.string().max(1000), z.string().max(LONGEST_CELL)) }))
  .max(MOST_MENDED, `Please mend at most ${MOST_MENDED} rows at once.`)
export type Mended = z.output<typeof mended>

const mendedText = asJson(mended, 'These are no cells of rows.')

const NOT_IMPORTED = 'This kind of record cannot be imported.'
const whichRehearsal = { rehearsal_id: id }
const format = z.enum(exportFormats, 'Please choose CSV or XLSX.')
const files = { file: Object.values(formatTypes) }

export const imports = {
  /**
   * Reads a CSV or XLSX file, or one from `admin/french/export`, and says what importing each row would do; changes
   * nothing. Encoding, sheet and heading row are guessed unless given; hidden rows are skipped without `with_hidden`.
   * With `rehearsal_id` instead of `file` it checks an earlier rehearsal's rows again, perhaps with another mapping or
   * with `mended` cells, keyed by column.
   */
  rehearse: endpoint(
    'admin/import/rehearse',
    z.object({
      record_type: z.enum(rehearsedTypes, NOT_IMPORTED),
      file: z
        .file('Please choose a file.')
        .max(IMPORT_MEGABYTES * 1024 * 1024, `File size should not be more than ${IMPORT_MEGABYTES} MB`)
        .optional(),
      rehearsal_id: id.optional(),
      mapping: z.union([mappingText, mapping]).optional(),
      /** Empty: by unique columns, else by all cells. */
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
  /** The caller's rehearsals of the last day, newest first. */
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
   * Carries out what the rehearsal showed, as one change; null if all rows are unchanged. 422 if rows are refused,
   * unless `without_refused`; 409 if records have changed since.
   */
  apply: endpoint(
    'admin/import/apply',
    z.object({ ...whichRehearsal, without_refused: flag.optional() }),
    saved(change.nullable()),
    { change: 'import', once: true },
  ),
  /** A file with the columns that an import of a kind knows, and no rows. */
  template: endpoint(
    'admin/import/template',
    z.object({ record_type: z.enum(importTypes, NOT_IMPORTED), format }),
    z.string(),
    files,
  ),
  /** The refused rows of a rehearsal as a file, with a column for the reasons. */
  refused: endpoint('admin/import/refused', z.object({ ...whichRehearsal, format }), z.string(), files),
  /**
   * Stops a rehearsal that is being read, and forgets it; if its rows are being checked again, it fails but keeps them.
   */
  discard: endpoint('admin/import/discard', z.object(whichRehearsal), said),
}
