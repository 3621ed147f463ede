import type { ImportField } from '#contract/imports.ts'
import { unguarded } from '../../tables/apostrophes.ts'
import type { CellNote, CellNotes } from '../../tables/reading/table-row.ts'
import type { FileColumn } from './columns.ts'
import { cut, readWord } from './words.ts'

/** A row of a file as read: its line, and its cells with anything odd about them. */
export type ReadRow = { line: number; cells: string[]; notes?: CellNotes | undefined }
/** Messages by field. */
export type Errors = Record<string, string[]>
/** What a row says, by field: texts as a form sends them. Missing fields are not set. */
export type SaidRow = ReadRow & { texts: Map<string, string>; errors: Errors; warnings: Errors }

/** What spreadsheet programs write for a long number in a narrow column, and for what they cannot compute. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/i
const PROBLEM = /^#(?:REF|N\/A|VALUE|DIV\/0|NAME|NULL|NUM|SPILL|CALC)[!?]?$/
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/
/** A whole number as written by programs that use decimals elsewhere. */
const WHOLE = /^([+-]?\d+)\.0+$/
/** A number of which Excel kept 15 digits, as it writes it to CSV. */
const ROUNDED = /^\d{15}0+$/
/** What Excel writes to CSV for a day typed without a year, and a stored day. */
const SHORT_DAY = /^(\d{1,2})-([a-z]{3})$/i
const STORED_DAY = /^\d{4}-(\d\d)-(\d\d)$/
/** A day as the screens show it, and as American spreadsheets write it. */
const SHOWN_DAY = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A function that says what a file's rows set, without the apostrophe that an export put before some texts. */
export function cellReader(columns: FileColumn[]) {
  const fields = columns.flatMap(({ field, number }) => (field ? [{ ...field, number }] : []))
  return ({ line, cells, notes }: ReadRow): SaidRow => {
    const [errors, warnings]: [Errors, Errors] = [{}, {}]
    const texts = new Map<string, string>()
    for (const { number, ...field } of fields) {
      const cell = unguarded(cells[number - 1] ?? '')
      const note = notes?.[number - 1]
      const problem = problemOf(cell.trim(), note, field)
      const read = readText(field, cell)
      if (problem) errors[field.field] = [problem]
      else if ('message' in read) errors[field.field] = [read.message]
      const odd = oddityOf(cell, note, field)
      if (odd) warnings[field.field] = [odd]
      texts.set(field.field, 'text' in read ? read.text : cell)
    }
    return { line, cells, notes, texts, errors, warnings }
  }
}

/** A field's content from a file or program, as the form would send it; or why that is impossible. */
export function readText(field: ImportField, said: string): { text: string } | { message: string } {
  if (field.words) return readWord(field, said)
  const text = said.trim()
  if (field.made === 'number' && DECIMAL_COMMA.test(text)) return { text: text.replace(',', '.') }
  const [, month = '', day = '', year = ''] = (field.made === 'day' && SHOWN_DAY.exec(text)) || []
  if (year) return { text: [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-') }
  const isWhole = field.made === 'number' || field.made === 'name'
  return { text: isWhole && WHOLE.test(text) ? text.slice(0, text.indexOf('.')) : said }
}

function problemOf(cell: string, note: CellNote | undefined, { made }: ImportField) {
  if (PROBLEM.test(cell)) return `The spreadsheet could not compute this cell: ${cell}.`
  if (note === 'no_value')
    return 'This formula has no value. Open the file in your spreadsheet program, save it, then choose it again.'
  if (made !== 'number' && SHORTENED.test(cell))
    return 'The spreadsheet has shortened this number. Format its column as text and enter it again.'
  return undefined
}

/** What looks wrong about a cell, but may be right. */
function oddityOf(cell: string, note: CellNote | undefined, { made }: ImportField) {
  if (cell.includes('\ufffd')) return 'A character of this cell could not be read. Please correct it.'
  if (note === 'odd_bytes')
    return 'A character of this cell is in another encoding. Please look whether it was read well.'
  const meant = asMeant(cell)
  if (meant !== undefined) return `This looks wrongly encoded. Perhaps “${cut(meant)}” is meant.`
  if (made === 'number' || made === 'day') return undefined
  if (note === 'many_digits' || ROUNDED.test(cell.trim()))
    return 'Excel keeps 15 digits of a number. The others may be wrong.'
  const typed = typedDay(cell.trim(), note)
  return typed && `Excel has turned ${typed} into a day. Format its column as text and enter it again.`
}

/** What someone may have typed that a spreadsheet program took for a day: month and day, as in 9-5. */
function typedDay(cell: string, note: CellNote | undefined) {
  const [, month, day] = (note === 'day' && STORED_DAY.exec(cell)) || []
  if (month && day) return `${Number(month)}-${Number(day)}`
  const [, number, name = ''] = SHORT_DAY.exec(cell) ?? []
  const place = MONTHS.indexOf(name.toLowerCase())
  return number && place >= 0 ? `${place + 1}-${Number(number)}` : undefined
}

const windows = new TextDecoder('windows-1252')
/** The bytes of Windows-1252 by character. */
const BYTES = new Map(
  Array.from(
    windows.decode(Uint8Array.from({ length: 128 }, (_, place) => place + 128)),
    (sign, place) => [sign, place + 128] as const,
  ),
)
const utf8 = new TextDecoder('utf-8', { fatal: true })
const ABOVE_ASCII = /[^\0-\x7f]{2,}/g
/** Letters of European languages; other characters come about by chance. */
const LIKELY = /^[\u00a0-\u024f\u1e00-\u1eff\u2010-\u203a\u20ac\u2122]+$/

/**
 * The intended text, if part of it is UTF-8 that was read as Windows-1252: `É` for `Ã‰`. Undefined if there is none.
 */
function asMeant(text: string): string | undefined {
  let isOther = false
  const meant = text.replace(ABOVE_ASCII, (part) => {
    const bytes = Array.from(part, (sign) => BYTES.get(sign))
    if (bytes.includes(undefined)) return part
    try {
      const read = utf8.decode(Uint8Array.from(bytes as number[]))
      if (!LIKELY.test(read)) return part
      isOther = true
      return read
    } catch {
      return part
    }
  })
  return isOther ? meant : undefined
}
