import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
export const STRICT = 'http://purl.oclc.org/ooxml'

/** When all parts were made, so that files are the same each time. */
const mtime = new Date('2026-11-26T00:00:00Z')

type Zipping = { isStreamed?: boolean; isStored?: boolean }

/** A ZIP file of parts by their paths; streamed ones have their sizes behind them. */
export async function zipOf(parts: Record<string, string | Buffer>, { isStreamed, isStored }: Zipping = {}) {
  const zip = new ZipFile()
  for (const [path, part] of Object.entries(parts)) {
    const bytes = Buffer.from(part)
    if (isStreamed) zip.addReadStream(Readable.from([bytes], { objectMode: false }), path, { mtime })
    else zip.addBuffer(bytes, path, { mtime, compress: !isStored })
  }
  zip.end()
  return await buffer(zip.outputStream)
}

export const relation = (id: string, type: string, target: string, office = OFFICE) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
export const relations = (...all: string[]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`

/** A sheet whose rows are these, as XML. */
export const sheet = (rows: string, after = '') =>
  `${XML}<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${rows}</sheetData>${after}</worksheet>`

/** A row of cells that are texts in the sheet itself. */
export const texts = (row: number, ...cells: string[]) => `<row r="${row}">${cells.map(text).join('')}</row>`
export const text = (value: string) => `<c t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`

/** Styles whose places are those of number formats: numbers of built-in ones, or codes. */
export function styles(...formats: (number | string)[]) {
  const custom = formats.filter((format) => typeof format === 'string')
  const id = (format: number | string) => (typeof format === 'number' ? format : 164 + custom.indexOf(format))
  const codes = custom.map((code) => `<numFmt numFmtId="${id(code)}" formatCode="${code}"/>`)
  const places = formats.map((format) => `<xf numFmtId="${id(format)}" applyNumberFormat="1"/>`)
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${codes.join('')}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="${places.length}">${places.join('')}</cellXfs></styleSheet>`
}

export const shared = (...items: string[]) =>
  `${XML}<sst xmlns="${MAIN}">${items.map((item) => `<si>${item}</si>`).join('')}</sst>`

type Sheet = { name?: string; state?: string; xml: string }
type Book = { sheets: Sheet[]; styles?: string; shared?: string; workbookPr?: string }

/** The parts of a workbook, by their paths. */
export function parts({ sheets, styles, shared, workbookPr = '' }: Book): Record<string, string> {
  const named = sheets.map(
    ({ name = `Sheet${sheets.length}`, state }, place) =>
      `<sheet name="${name}" sheetId="${place + 1}"${state ? ` state="${state}"` : ''} r:id="rId${place + 1}"/>`,
  )
  const related = sheets.map((_, place) => relation(`rId${place + 1}`, 'worksheet', `worksheets/sheet${place + 1}.xml`))
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${workbookPr}<sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...related,
      relation('rId90', 'styles', 'styles.xml'),
      relation('rId91', 'sharedStrings', 'sharedStrings.xml'),
    ),
    ...Object.fromEntries(sheets.map(({ xml }, place) => [`xl/worksheets/sheet${place + 1}.xml`, xml])),
    ...(styles && { 'xl/styles.xml': styles }),
    ...(shared && { 'xl/sharedStrings.xml': shared }),
  }
}

/** The parts of a workbook with one sheet. */
export const book = (rows: string, more: Partial<Book> = {}) => parts({ sheets: [{ xml: sheet(rows) }], ...more })
