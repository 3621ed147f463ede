/** One row of a file: the line at which it begins (CSV) or its number (XLSX), from 1; its cells as texts, '' where empty, without empty ones at the end. */
export type TableRow = { row: number; cells: string[] }

/** What is known before the first row is read. Heads are trimmed; they may be doubled or empty. */
export type TableStart = { heads: string[]; head_row: number; format: 'csv' | 'xlsx' }

/** Rows of a file as they come, blank ones and the row of heads among them. */
export type RawRows = AsyncIterable<TableRow[]>
