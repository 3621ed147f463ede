import { DomUtils, parseDocument } from 'htmlparser2'

type ChildNode = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<ChildNode, { attribs: Record<string, string> }>

/** Blocks that the editor does not know: their lines are kept. */
const DROPPED = new Set(
  (
    'div section article main header footer nav aside figure figcaption dl dt dd address center details summary ' +
    'fieldset legend form dialog hgroup search'
  ).split(' '),
)
/** Stand-ins for such a block, and for a table's caption, until `withLines` turns them into lines. */
const BLOCK = 'x-block'
const CAPTION = 'x-caption'
export const STAND_INS = [BLOCK, CAPTION]

/** The stand-in for an element of this name until `withLines`; undefined for any other. */
export const standInFor = (name: string) => (name === 'caption' ? CAPTION : DROPPED.has(name) ? BLOCK : undefined)

const INLINE = new Set('strong em u s code sub sup mark a img br'.split(' '))
/** Elements that contain text but no blocks. */
const TEXT_ONLY = new Set([...INLINE, 'p', 'h1', 'h2', 'h3', 'h4', 'pre'])

/**
 * Turns stand-ins in cleaned HTML into lines: paragraphs where those are allowed, and breaks within text. A table's
 * caption becomes a paragraph before it.
 */
export function withLines(html: string): string {
  const document = parseDocument(html)
  for (const caption of standInsIn(document.children, CAPTION)) {
    const table = ancestorOf(caption, ({ name }) => name === 'table')
    caption.name = BLOCK
    if (!table) continue
    DomUtils.removeElement(caption)
    DomUtils.prepend(table, caption)
  }
  // Innermost first, so that none contains another.
  for (const block of standInsIn(document.children, BLOCK).toReversed()) {
    const isInText = ancestorOf(block, ({ name }) => TEXT_ONLY.has(name)) !== undefined
    const isCode = ancestorOf(block, ({ name }) => name === 'pre') !== undefined
    const lines = isInText ? withBreaks(block, isCode ? '\n' : '<br>') : paragraphsOf(block)
    for (const line of lines) DomUtils.prepend(block, line)
    DomUtils.removeElement(block)
  }
  return DomUtils.getInnerHTML(document, { encodeEntities: 'utf8' })
}

const standInsIn = (nodes: ChildNode[], name: string): Element[] =>
  nodes.filter(isElement).flatMap((node) => [...(node.name === name ? [node] : []), ...standInsIn(node.children, name)])

function ancestorOf({ parent }: Element, fits: (element: Element) => boolean): Element | undefined {
  if (!parent || !('attribs' in parent)) return undefined
  return fits(parent) ? parent : ancestorOf(parent, fits)
}

/** The content of a block within text, with a `lineEnd` next to its neighbours. */
function withBreaks(block: Element, lineEnd: string): ChildNode[] {
  const { prev, next } = block
  if (!hasContent(block.children)) return prev && next ? newNodes(lineEnd) : []
  const isLineEnd = (beside: ChildNode) =>
    isElement(beside) ? beside.name === 'br' : DomUtils.textContent(beside) === lineEnd
  const needs = (beside: ChildNode | null) => beside && !isLineEnd(beside)
  return [...(needs(prev) ? newNodes(lineEnd) : []), ...block.children, ...(needs(next) ? newNodes(lineEnd) : [])]
}

/** The content of a block, with each run of text as a paragraph. */
function paragraphsOf({ children }: Element): ChildNode[] {
  const lines: ChildNode[] = []
  let paragraph: Element | undefined
  for (const child of children.slice()) {
    if (isElement(child) && !INLINE.has(child.name)) {
      paragraph = undefined
      lines.push(child)
    } else if (paragraph || hasContent([child])) {
      if (!paragraph) lines.push((paragraph = newNodes('<p></p>')[0] as Element))
      DomUtils.appendChild(paragraph, child)
    }
  }
  return lines
}

const hasContent = (nodes: ChildNode[]): boolean =>
  nodes.some((node) =>
    isElement(node)
      ? /^(img|br)$/.test(node.name) || hasContent(node.children)
      : DomUtils.textContent(node).trim() !== '',
  )

const newNodes = (html: string) => parseDocument(html).children

const isElement = (node: ChildNode): node is Element => node.type === 'tag'
