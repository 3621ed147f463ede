/** Any apostrophes before a character that makes spreadsheet programs read a formula. */
const LIKE_A_FORMULA = /^'*[=+\-@\t\r]/
const LIKE_A_GUARDED_ONE = /^'+[=+\-@\t\r]/
const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?(?<=\d\.?)(e[+-]?\d+)?$/i
/**
 * Digits with at most one symbol and a parenthesis in between: there is only one way to read them, so matching never
 * backtracks.
 */
const PHONE_NUMBER = /^\+\d+(?:(?:\)[ ./-]?\(?|[ ./-]\(?|\()\d+)*\)?$/

/** The text as a cell that no spreadsheet program takes for a formula. Numbers and phone numbers are unchanged. */
export const guarded = (text: string) =>
  LIKE_A_FORMULA.test(text) && !NUMBER.test(text) && !PHONE_NUMBER.test(text) ? `'${text}` : text

/** The text that such a cell was made from. */
export const unguarded = (cell: string) => (LIKE_A_GUARDED_ONE.test(cell) ? cell.slice(1) : cell)
