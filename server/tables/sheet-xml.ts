import { DAY } from '../clock.ts'
import type { Cell, Head } from './cell.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** No XLSX cell has more characters. */
const LONGEST_TEXT = 32_767
const CUT = '… [cut: a cell has no room for more; CSV has the whole text]'

/** The formats' places in `STYLES`. */
const HEAD = 1
const FORMATS: Record<Head['type'], number> = { number: 0, flag: 0, text: 2, day: 3, time: 4 }
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`

const MEANINGS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML does not have, not even escaped, or changes; and anything that looks like such an escape. */
const UNWRITABLE = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/giu
const NOT_PLAIN = /(?![\t\n])\p{Cc}|[\ufffe\uffff&<>"_]|\p{Cs}/u

function escaped(text: string) {
  if (!NOT_PLAIN.test(text)) return text
  return text
    .toWellFormed()
    .replace(UNWRITABLE, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (one) => MEANINGS[one] ?? one)
}

type Place = { at: string; format: number }

function textCell(text: string, { at, format }: Place) {
  return `<c r="${at}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${escaped(cutForSheet(text))}</t></is></c>`
}

/** A text as shown in a cell. */
export const cutForSheet = (text: string) =>
  text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT - CUT.length) + CUT : text

export const isCutForSheet = (text: string) => text.endsWith(CUT)

/** How many days before 1970 day 0 of spreadsheet programs is. Before March 1900 they count differently. */
const DAYS_BEFORE_1970 = 25_569
const FIRST_DAY = 61

function momentCell(text: string, { at, format }: Place) {
  const days = Date.parse(text) / DAY + DAYS_BEFORE_1970
  if (!(days >= FIRST_DAY)) return textCell(text, { at, format: FORMATS.text })
  return `<c r="${at}" s="${format}"><v>${days}</v></c>`
}

function cellXml(value: Cell, type: Head['type'], at: string) {
  if (value === null || value === '') return ''
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${at}"><v>${value}</v></c>` : ''
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`
  const isMoment = type === 'day' || type === 'time'
  return isMoment ? momentCell(value, { at, format: FORMATS[type] }) : textCell(value, { at, format: FORMATS.text })
}

const LETTERS = 26
/** A column's name in spreadsheet programs: A to Z, AA, AB, … */
export const columnName = (place: number): string =>
  (place < LETTERS ? '' : columnName(Math.floor(place / LETTERS) - 1)) + String.fromCharCode(65 + (place % LETTERS))

const [NARROWEST, WIDEST] = [12, 40]
const WIDTHS: Record<Head['type'], number> = { number: 12, flag: 12, text: 24, day: 12, time: 20 }

/** A sheet up to its rows, with its first row, which stays in view. */
export function sheetStart(heads: Head[]) {
  const widths = heads.map(({ label, type }, place) => {
    const width = Math.min(WIDEST, Math.max(NARROWEST, WIDTHS[type], label.length + 2))
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`
  })
  const labels = heads.map(({ label }, place) => textCell(label, { at: `${columnName(place)}1`, format: HEAD }))
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${labels.join('')}</row>`
}

/** A function that writes rows of cells in these columns. */
export function rowWriter(heads: Head[]) {
  const columns = heads.map(({ type }, place) => ({ type, name: columnName(place) }))
  return (cells: Cell[], number: number) =>
    `<row r="${number}">${columns.map(({ type, name }, place) => cellXml(cells[place] ?? null, type, name + number)).join('')}</row>`
}

export const SHEET_END = '</sheetData></worksheet>'

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

/** The other parts of a workbook with so many sheets. */
export function partsOf(name: string, sheets: number): [path: string, xml: string][] {
  const numbers = Array.from({ length: sheets }, (_, place) => place + 1)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const relations = (...all: string[]) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
  const override = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`
  const entries = numbers.map(
    (number) => `<sheet name="${escaped(sheetName(name, number))}" sheetId="${number}" r:id="sheet${number}"/>`,
  )
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}${numbers.map((number) => override(sheetPath(number), 'worksheet')).join('')}</Types>`,
    ],
    ['_rels/.rels', relations(relation('workbook', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        relation('styles', 'styles', 'styles.xml'),
        ...numbers.map((number) => relation(`sheet${number}`, 'worksheet', `worksheets/sheet${number}.xml`)),
      ),
    ],
    ['xl/styles.xml', STYLES],
  ]
}

const LONGEST_NAME = 31
/** A name that spreadsheet programs accept for a sheet. */
function sheetName(name: string, number: number) {
  const end = number === 1 ? '' : ` (${number})`
  const plain = name.replaceAll(/[[\]:*?/\\']/g, '-')
  return plain.slice(0, LONGEST_NAME - end.length) + end
}
