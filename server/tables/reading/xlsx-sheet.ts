import { LONGEST_ROW, MOST_COLUMNS } from './limits.ts'
import type { CellNote, CellNotes, TableRow } from './table-row.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'
import type { NumberFormat } from './xlsx-formats.ts'
import { type SharedTexts, textCollector, unescaped } from './xlsx-texts.ts'
import { hasManyDigits, isoText, numberText } from './xlsx-values.ts'
import type { Attributes, Listener } from './xlsx-xml.ts'

/** What a sheet's cells refer to. */
export type CellMeanings = {
  texts: SharedTexts | undefined
  formatOf: (style: number) => NumberFormat
  isFrom1904: boolean
}

/** A listener that collects a sheet's rows as it is read. @throws UnreadableTable for too many columns. */
export function sheetRows(meanings: CellMeanings): Listener & { take(): TableRow[]; isAtEnd(): boolean } {
  const inline = textCollector()
  let rows: TableRow[] = []
  let row = 0
  let cells: string[] = []
  let characters = 0
  let column = -1
  let cell: Attributes | undefined
  let value: string | undefined
  let isValue = false
  let isFormula = false
  let isHidden = false
  let notes: CellNotes | undefined
  let isAtEnd = false

  function closeCell({ t = 'n', s = '0' }: Attributes) {
    const text = textOf(t, Number(s), value, inline.take(), meanings)
    const note = isFormula && value === undefined ? 'no_value' : noteOf(t, Number(s), value, meanings)
    if (note && column < MOST_COLUMNS) (notes ??= {})[column] = note
    if (text === '') return
    if (column >= MOST_COLUMNS) throw new UnreadableTable(refusals.manyColumns(row))
    while (cells.length < column) cells.push('')
    cells[column] = text
    characters += text.length
    if (characters > LONGEST_ROW) throw new UnreadableTable(refusals.longRow(row))
  }

  return {
    open(name, attributes) {
      if (name === 'row') {
        row = numberOf(attributes.r) ?? row + 1
        cells = []
        characters = 0
        column = -1
        isHidden = attributes.hidden === '1' || attributes.hidden === 'true'
        notes = undefined
      } else if (name === 'c') {
        cell = attributes
        column = columnOf(attributes.r) ?? column + 1
        value = undefined
        isFormula = false
      } else if (!cell) return
      else if (name === 'f') isFormula = true
      else if (name === 'v') {
        value = ''
        isValue = true
      } else inline.open(name, attributes)
    },
    text(text) {
      if (isValue) value += text
      else if (cell) inline.text(text)
    },
    close(name) {
      if (name === 'c' && cell) {
        closeCell(cell)
        cell = undefined
      } else if (name === 'v') isValue = false
      else if (name === 'row' && cells.length)
        rows.push({ row, cells, ...(notes && { notes }), ...(isHidden && { isHidden }) })
      else if (name === 'sheetData') isAtEnd = true
      else if (cell) inline.close(name)
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
    isAtEnd: () => isAtEnd,
  }
}

function textOf(
  type: string,
  style: number,
  value: string | undefined,
  inline: string,
  { texts, formatOf, isFrom1904 }: CellMeanings,
) {
  if (type === 'inlineStr') return value === undefined ? inline : unescaped(value)
  if (value === undefined) return ''
  if (type === 's') return shared(texts?.at(Number(value)))
  if (type === 'b') return value.trim() === '1' || value === 'true' ? 'true' : 'false'
  if (type === 'd') return isoText(value)
  if (type === 'n') return numberText(value, formatOf(style), isFrom1904)
  return unescaped(value)
}

function noteOf(
  type: string,
  style: number,
  value: string | undefined,
  { formatOf }: CellMeanings,
): CellNote | undefined {
  if (value === undefined || (type !== 'n' && type !== 'd')) return undefined
  const format = type === 'd' ? undefined : formatOf(style)
  if (!format || (format.type === 'moment' && format.hasDay)) return 'day'
  return format.type !== 'moment' && hasManyDigits(value) ? 'many_digits' : undefined
}

function shared(text: string | undefined) {
  if (text === undefined) throw new UnreadableTable(refusals.damaged)
  return text
}

function numberOf(text = '') {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

const LETTERS = 26
const CELL = /^\$?([a-z]{1,3})\$?\d*$/i

/** The column's place in an address such as AB12, from 0. */
function columnOf(address = '') {
  const letters = CELL.exec(address)?.[1]
  if (!letters) return undefined
  let place = 0
  for (const letter of letters.toUpperCase()) place = place * LETTERS + letter.charCodeAt(0) - 64
  return place - 1
}
