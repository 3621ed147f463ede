import { createRequire } from 'node:module'

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
 * Lets pdfmake begin a new page for a node whose `keptHeight` (in points) is not left on the page: a heading with the
 * beginning of what follows. Its own way, `pageBreakBefore`, lays out the whole document again for each of them.
 * `onPage` is called with the place of each page of the manual as it is laid out.
 */
export function keepHeadings(onPage: (page: number) => void) {
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
