import { createRequire } from 'node:module'
import { lacksOf } from './compare.ts'
import type { MadePdf } from './make-pdf.ts'
import { type ManualContent, manualDocument } from './manual-document.ts'
import { pdfmake } from './pdfmake.ts'
import { type Found, readBack } from './read-back.ts'
import type { TableWay } from './room.ts'
import { tagPages } from './tag-pages.ts'

/** Fallbacks for printing tables on pages that would otherwise lack something, tried in turn. */
const NEXT_WAYS: TableWay[] = ['broken rows', 'paragraphs']

/**
 * Prints a manual, reads the PDF back and compares it with the pages. Pages that lack something are printed another
 * way; what is still missing at the end is in `lacks`. `onProgress` is called with how much is done, from 0 to 1.
 */
export async function printManual(
  content: ManualContent,
  onProgress: (done: number) => void = () => {},
): Promise<MadePdf> {
  const ways: TableWay[] = []
  let made = await printAndCompare(content, ways, onProgress)
  for (const next of NEXT_WAYS) {
    if (!made.lacks.length) break
    for (const { page } of made.lacks) ways[page] = next
    made = await printAndCompare(content, ways, onProgress)
  }
  return made
}

async function printAndCompare(
  content: ManualContent,
  ways: TableWay[],
  onProgress: (done: number) => void,
): Promise<MadePdf> {
  const { bytes, structure, found, missing, changes } = await drawAndRead(content, ways, onProgress)
  const lacks = lacksOf(content, structure, found, missing)
  return { bytes, missing: [...missing], lacks, changes: changes.map((some) => [...some]) }
}

/** Each step's share of the time. */
const MEASURED = 0.2
const LAID_OUT = 0.4
const DRAWN = 0.6

/** Draws a manual and reads the result. */
export async function drawAndRead(
  content: ManualContent,
  ways: TableWay[] = [],
  onProgress: (done: number) => void = () => {},
) {
  const { document, structure, changes } = manualDocument(content, ways)
  keepHeadings((page) => onProgress(MEASURED + (page / changes.length) * (LAID_OUT - MEASURED)))
  const drawn = tagPages(structure, () => onProgress(LAID_OUT))
  const pdf = pdfmake.createPdf(document)
  const bytes = new Uint8Array(await pdf.getBuffer())
  onProgress(DRAWN)
  const found: Found = await readBack(bytes, drawn, (read) => onProgress(DRAWN + read * (1 - DRAWN)))
  return { bytes, structure, found, missing: drawn.missing, changes }
}

type Context = { availableHeight: number; y: number; pageMargins: { top: number } }
type Node = { keptHeight?: number; printedPage?: number; pageBreak?: string }
type Layout = {
  writer: { context: () => Context; moveToNextPage: () => void }
  processNode: (node: Node, ...more: unknown[]) => void
}

const { default: LayoutBuilder } = createRequire(import.meta.url)('pdfmake/js/LayoutBuilder.js') as {
  default: { prototype: Layout }
}
const { processNode } = LayoutBuilder.prototype

/**
 * Makes pdfmake begin a new page for a node whose `keptHeight` (in points) does not fit on the page: a heading with the
 * beginning of what follows. pdfmake's own `pageBreakBefore` would lay out the whole document again for each. `onPage`
 * is called with each manual page's place as it is laid out.
 */
function keepHeadings(onPage: (page: number) => void) {
  Object.assign(LayoutBuilder.prototype, {
    processNode(node, ...more) {
      if (node.printedPage !== undefined) onPage(node.printedPage)
      const { availableHeight, y, pageMargins } = this.writer.context()
      const isAtTop = y <= pageMargins.top
      if (node.keptHeight && !node.pageBreak && !isAtTop && availableHeight < node.keptHeight)
        this.writer.moveToNextPage()
      processNode.call(this, node, ...more)
    },
  } satisfies Partial<Layout> & ThisType<Layout>)
}
