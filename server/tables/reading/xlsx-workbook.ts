import { posix } from 'node:path'
import { refusals, UnreadableTable } from './unreadable-table.ts'
import type { Package } from './xlsx-package.ts'
import { prefixed, readAllXml } from './xlsx-xml.ts'

/** The visible sheets with their parts, and what their cells refer to. */
export type Workbook = {
  sheets: { name: string; part: string }[]
  styles?: string
  texts?: string
  isFrom1904: boolean
}

type Relation = { type: string; target: string }

/** No workbook has more sheets and other parts than people can look at. */
const MOST_NAMED = 10_000

/** Finds a workbook's visible sheets. @throws UnreadableTable if there is none. */
export async function workbookOf(parts: Package): Promise<Workbook> {
  const main = await mainPartOf(parts)
  const relations = await relationsOf(parts, main)
  const { sheets, isFrom1904 } = await sheetsOf(parts, main)
  const partOfType = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target
  const [styles, texts] = [partOfType('styles'), partOfType('sharedStrings')]
  const found = sheets.flatMap(({ name, id }) => {
    const relation = relations.get(id)
    return relation?.type === 'worksheet' ? [{ name, part: relation.target }] : []
  })
  if (!found.length) throw new UnreadableTable(refusals.noVisibleSheet)
  return { sheets: found, isFrom1904, ...(styles && { styles }), ...(texts && { texts }) }
}

async function mainPartOf(parts: Package) {
  const relations = parts.has('_rels/.rels') ? await relationsOf(parts, '') : new Map<string, Relation>()
  const main = [...relations.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (main.endsWith('.bin')) throw new UnreadableTable(refusals.binaryWorkbook)
  if (!parts.has(main) || !/(^|\/)xl\/|workbook/i.test(main)) throw new UnreadableTable(refusals.noWorkbook)
  return main
}

/** A part's relations, by id; types without the address of their standard, which has two. */
async function relationsOf(parts: Package, of: string) {
  const path = posix.join(posix.dirname(of), '_rels', `${posix.basename(of)}.rels`)
  const relations = new Map<string, Relation>()
  if (!parts.has(path)) return relations
  await readAllXml(parts.read(path), {
    open(name, { Id, Type = '', Target, TargetMode }) {
      if (name !== 'Relationship' || !Id || !Target || TargetMode === 'External') return
      const target = posix.join('/', Target.startsWith('/') ? '' : posix.dirname(of), Target).slice(1)
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target })
      if (relations.size > MOST_NAMED) throw new UnreadableTable(refusals.damaged)
    },
    close() {},
    text() {},
  })
  return relations
}

async function sheetsOf(parts: Package, main: string) {
  const sheets: { name: string; id: string }[] = []
  let isFrom1904 = false
  await readAllXml(parts.read(main), {
    open(element, attributes) {
      const { name = '', state = 'visible', date1904 = '' } = attributes
      if (element === 'workbookPr') isFrom1904 = ['1', 'true', 'on'].includes(date1904)
      if (element !== 'sheet' || state !== 'visible') return
      sheets.push({ name, id: prefixed(attributes, 'id') ?? '' })
      if (sheets.length > MOST_NAMED) throw new UnreadableTable(refusals.damaged)
    },
    close() {},
    text() {},
  })
  return { sheets, isFrom1904 }
}
