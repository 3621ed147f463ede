export const MEGABYTE = 1_048_576

/** Of a file on disk, and of what a workbook unpacks to; in bytes. */
export const MOST_BYTES = 200 * MEGABYTE
/** In all rows together, where cells repeat the same long text; in characters. All of them are kept for a day. */
export const MOST_CHARACTERS = 64 * MEGABYTE
/** Of one row, in characters. */
export const LONGEST_ROW = 1 * MEGABYTE
export const MOST_COLUMNS = 1_000
/** Without the row of heads. */
export const MOST_ROWS = 100_000
/** Of the texts that the cells of a workbook share, in bytes. */
export const MOST_SHARED_BYTES = 32 * MEGABYTE
export const MOST_SHARED_TEXTS = 1_000_000
/** Of a workbook; spreadsheet programs take fewer. */
export const MOST_STYLES = 100_000
/** As many as a sheet has. Blank rows are skipped, but each takes time. */
export const MOST_WITH_BLANK_ROWS = 1_048_576
