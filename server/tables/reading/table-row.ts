import type { Encoding } from '#contract/import-files.ts'

/**
 * What is odd about a cell: bytes that its encoding does not have, a day that may have been a text, more digits than
 * spreadsheet programs keep, or a formula without its value; in XLIFF, a code that stands for nothing, or a text with
 * missing segments.
 */
export type CellNote = 'odd_bytes' | 'day' | 'many_digits' | 'no_value' | 'unknown_code' | 'half'
/** By the cells' places, from 0. */
export type CellNotes = Record<number, CellNote>

/**
 * One row of a file: the line it begins at (CSV) or its number (XLSX), from 1; its cells as texts, '' if empty, without
 * trailing empty ones.
 */
export type TableRow = { row: number; cells: string[]; notes?: CellNotes; isHidden?: true }

/** What is known before the first row is read. Headings are trimmed; they may be repeated or empty. */
export type TableStart = {
  heads: string[]
  head_row: number
  format: 'csv' | 'xlsx' | 'xliff'
  /** For CSV. */
  encoding: Encoding | null
  /** The names of the visible sheets, and of the one being read. */
  sheets: string[]
  sheet: string | null
  /** How many rows below the headings are hidden, by a filter or by hand. */
  hidden_rows: number
}

/** A file's rows as they come, including blank ones and the heading row. */
export type RawRows = AsyncIterable<TableRow[]>
