import type { RawRows } from './table-row.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'
import { formatsOf, type NumberFormat } from './xlsx-formats.ts'
import { openPackage } from './xlsx-package.ts'
import { sheetRows } from './xlsx-sheet.ts'
import { sharedTextsOf } from './xlsx-texts.ts'
import { workbookOf } from './xlsx-workbook.ts'
import { readXml } from './xlsx-xml.ts'

const PLAIN = (): NumberFormat => ({ type: 'plain' })

/** The rows of the first visible sheet of a workbook. @throws UnreadableTable while they are read. */
export async function* readXlsx(path: string): RawRows {
  const parts = await openPackage(path)
  const { name, sheet, styles, texts, isFrom1904 } = await workbookOf(parts)
  const given = (part: string | undefined) => (part && parts.has(part) ? parts.read(part) : undefined)
  const [styleBytes, textBytes] = [given(styles), given(texts)]
  const listener = sheetRows({
    formatOf: styleBytes ? await formatsOf(styleBytes) : PLAIN,
    texts: textBytes && (await sharedTextsOf(textBytes)),
    isFrom1904,
  })
  let isEmpty = true
  for await (const _ of readXml(parts.read(sheet), listener)) {
    const rows = listener.take()
    if (rows.length) {
      isEmpty = false
      yield rows
    }
    if (listener.isAtEnd()) break
  }
  if (isEmpty) throw new UnreadableTable(refusals.emptySheet(name))
}
