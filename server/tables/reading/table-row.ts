import type { Encoding } from '#contract/import-files.ts'

/**
 * What is odd about a cell: bytes that its encoding does not have, a day that may have been a text, more digits than
 * spreadsheet programs keep, or a formula without the value that it had.
 */
export type CellNote = 'odd_bytes' | 'day' | 'many_digits' | 'no_value'
/** By the places of cells, from 0. */
export type CellNotes = Record<number, CellNote>

/** One row of a file: the line at which it begins (CSV) or its number (XLSX), from 1; its cells as texts, '' where empty, without empty ones at the end. */
export type TableRow = { row: number; cells: string[]; notes?: CellNotes; isHidden?: true }

/** What is known before the first row is read. Heads are trimmed; they may be doubled or empty. */
export type TableStart = {
  heads: string[]
  head_row: number
  format: 'csv' | 'xlsx'
  /** Of CSV. */
  encoding: Encoding | null
  /** The names of the sheets that can be seen, and of the one that is read. */
  sheets: string[]
  sheet: string | null
  /** How many of the rows below the heads a filter or somebody hides. */
  hidden_rows: number
}

/** Rows of a file as they come, blank ones and the row of heads among them. */
export type RawRows = AsyncIterable<TableRow[]>
