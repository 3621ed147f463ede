import { formatTypes } from './exports.ts'
import type { ImportField } from './import-files.ts'

/** The formats in which French is exported for translation and imported again. */
export const frenchFormats = ['xliff', 'xlsx'] as const
export type FrenchFormat = (typeof frenchFormats)[number]
export const FORMAT_WANTED = 'Please choose XLIFF or XLSX.'

/** The names of the formats, their media types, and their file extensions. */
export const frenchFormatNames: Record<FrenchFormat, string> = { xliff: 'XLIFF', xlsx: 'XLSX' }
export const frenchFormatTypes: Record<FrenchFormat, string> = {
  xliff: 'application/xliff+xml',
  xlsx: formatTypes.xlsx,
}
export const frenchFileEnds: Record<FrenchFormat, string> = { xliff: 'xlf', xlsx: 'xlsx' }

const text = (field: string, label: string): ImportField => ({ field, label, made: 'text', column: field, wire: field })

/** The columns for each text in a file of French, in this order; a row is one field of a record. */
export const frenchFileFields: ImportField[] = [
  text('record_type', 'Record type'),
  { field: '_id', label: '_id', made: 'id', column: 'id', wire: '_id' },
  text('field', 'Field'),
  text('english', 'English'),
  text('french', 'French'),
  text('state', 'State'),
  // Identifies the French that was exported: anything saved since is not replaced.
  text('mark', 'Mark'),
]
