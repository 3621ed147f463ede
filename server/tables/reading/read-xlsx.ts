import type { RawRows } from './table-row.ts'
import { formatsOf, type NumberFormat } from './xlsx-formats.ts'
import { openPackage } from './xlsx-package.ts'
import { sheetRows } from './xlsx-sheet.ts'
import { sharedTextsOf } from './xlsx-texts.ts'
import { workbookOf } from './xlsx-workbook.ts'
import { readXml } from './xlsx-xml.ts'

const PLAIN = (): NumberFormat => ({ type: 'plain' })

/** The names of a workbook's visible sheets, in order. @throws UnreadableTable if there is none. */
export async function visibleSheets(path: string): Promise<string[]> {
  const { sheets } = await workbookOf(await openPackage(path))
  return sheets.map(({ name }) => name)
}

/** The rows of a workbook's visible sheet. @throws UnreadableTable while they are read. */
export async function* readXlsx(path: string, sheet: string): RawRows {
  const parts = await openPackage(path)
  const { sheets, styles, texts, isFrom1904 } = await workbookOf(parts)
  const given = (part: string | undefined) => (part && parts.has(part) ? parts.read(part) : undefined)
  const [styleBytes, textBytes] = [given(styles), given(texts)]
  const listener = sheetRows({
    formatOf: styleBytes ? await formatsOf(styleBytes) : PLAIN,
    texts: textBytes && (await sharedTextsOf(textBytes)),
    isFrom1904,
  })
  const part = sheets.find(({ name }) => name === sheet)?.part ?? ''
  for await (const _ of readXml(parts.read(part), listener)) {
    const rows = listener.take()
    if (rows.length) yield rows
    if (listener.isAtEnd()) break
  }
}
