/** Apostrophes, or none, before a character at which spreadsheet programs begin to read a formula. */
const LIKE_A_FORMULA = /^'*[=+\-@\t\r]/
const LIKE_A_GUARDED_ONE = /^'+[=+\-@\t\r]/
const NUMBER = /^[+-]?(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?(?<=\d\.?)(e[+-]?\d+)?$/i
/** Digits, between which there is at most one sign and a parenthesis: no two ways to read one, so that it ends at once. */
const PHONE_NUMBER = /^\+\d+(?:(?:\)[ ./-]?\(?|[ ./-]\(?|\()\d+)*\)?$/

/** The text as a cell that no spreadsheet program takes for a formula. Numbers and phone numbers stay as they are. */
export const guarded = (text: string) =>
  LIKE_A_FORMULA.test(text) && !NUMBER.test(text) && !PHONE_NUMBER.test(text) ? `'${text}` : text

/** The text that such a cell was made of. */
export const unguarded = (cell: string) => (LIKE_A_GUARDED_ONE.test(cell) ? cell.slice(1) : cell)
