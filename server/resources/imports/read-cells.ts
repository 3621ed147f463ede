import { textKey } from '../../db/search/text-key.ts'
import { unguarded } from '../../tables/apostrophes.ts'
import type { FileColumn } from './columns.ts'

/** A row of a file as it was read: its line, and its cells. */
export type ReadRow = { line: number; cells: string[] }
/** Messages by field. */
export type Errors = Record<string, string[]>
/** What a row says, by field: texts as a form sends them. A field that is not there is not set. */
export type SaidRow = ReadRow & { texts: Map<string, string>; errors: Errors }

/** What spreadsheet programs write for a long number in a narrow column, and for what they cannot compute. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/i
const PROBLEM = /^#(?:REF|N\/A|VALUE|DIV\/0|NAME|NULL|NUM|SPILL|CALC)[!?]?$/
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/

/** What says of the rows of a file what they set, without the apostrophe that an export has put before some texts. */
export function cellReader(columns: FileColumn[]) {
  const fields = columns.flatMap(({ field, number }) => (field ? [{ ...field, number }] : []))
  return ({ line, cells }: ReadRow): SaidRow => {
    const errors: Errors = {}
    const texts = new Map<string, string>()
    for (const { field, made, number, words } of fields) {
      const cell = unguarded(cells[number - 1] ?? '')
      if (PROBLEM.test(cell.trim())) errors[field] = [`The spreadsheet could not compute this cell: ${cell.trim()}.`]
      else if (made !== 'number' && SHORTENED.test(cell.trim()))
        errors[field] = ['The spreadsheet has shortened this number. Format its column as text and enter it again.']
      const word = words && Object.entries(words).find(([, label]) => textKey(label) === textKey(cell))?.[0]
      const isComma = made === 'number' && DECIMAL_COMMA.test(cell.trim())
      texts.set(field, isComma ? cell.trim().replace(',', '.') : (word ?? cell))
    }
    return { line, cells, texts, errors }
  }
}
