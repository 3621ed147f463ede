export const MEGABYTE = 1_048_576

/** Of a file on disk, and of an unpacked workbook; in bytes. */
export const MOST_BYTES = 200 * MEGABYTE
/** In all rows together, if cells repeat the same long text; in characters. All of them are kept for a day. */
export const MOST_CHARACTERS = 64 * MEGABYTE
/** Of one row, in characters. */
export const LONGEST_ROW = 1 * MEGABYTE
export const MOST_COLUMNS = 1_000
/** Without the heading row. */
export const MOST_ROWS = 100_000
/** Of a workbook's shared texts, in bytes. */
export const MOST_SHARED_BYTES = 32 * MEGABYTE
export const MOST_SHARED_TEXTS = 1_000_000
/** Of a workbook; spreadsheet programs accept fewer. */
export const MOST_STYLES = 100_000
/** As many as a sheet has. Blank rows are skipped, but each takes time. */
export const MOST_WITH_BLANK_ROWS = 1_048_576
