import type { Alignment, Content, ContentTable } from 'pdfmake/interfaces.js'
import { INDENT, numberWidth } from './extent.ts'
import { type ChildNode, type Element, hasContent, holdsBlock, isElement, nodesOf } from './html-nodes.ts'
import { marked, texts } from './inline.ts'
import { MOST_IN_NUMERALS, numbersOf } from './list-numbers.ts'
import { type FitChange, type Orientation, type Pictures, type Room, roomOf, type TableWay } from './room.ts'
import { table } from './table.ts'

/** In points, above each block and never below it: a gap that overflows a page adds an empty one. */
const GAP = 5
const CODE_TYPE = 9.5
const HEADINGS: Record<string, number> = { h1: 13, h2: 12, h3: 11, h4: 10.5 }

/** A block of a page in print, and the orientation of its paper. */
export type PrintedBlock = { content: Content[]; orientation: Orientation; isHeading: boolean }
export type PrintedPage = { blocks: PrintedBlock[]; changes: Set<FitChange> }

/**
 * Turns cleaned HTML into content for pdfmake, block by block, each in portrait unless it only fits in landscape.
 * Unknown elements keep only their text; pictures that are not in `pictures` are left out.
 */
export function htmlToPdf(html: string, pictures: Pictures, tables: TableWay = 'whole rows'): PrintedPage {
  const changes = new Set<FitChange>()
  const printed = blocksOf(nodesOf(html)).map((nodes): PrintedBlock => {
    const upright = printedIn('portrait')
    const block = upright.isCut ? best(upright, printedIn('landscape')) : upright
    for (const change of block.changes) changes.add(change)
    if (block.orientation === 'landscape') changes.add('landscape')
    const [first] = nodes
    const isHeading = nodes.length === 1 && first !== undefined && isElement(first) && first.name in HEADINGS
    return { content: block.content, orientation: block.orientation, isHeading }

    function printedIn(orientation: Orientation) {
      const room = roomOf(orientation, pictures, tables)
      const content = blocks(nodes, room)
      const isCut = tables !== 'paragraphs' && (room.changes.has('broken words') || room.changes.has('as paragraphs'))
      return { content, orientation, changes: room.changes, isCut }
    }
  })
  return { blocks: printed.filter(({ content }) => content.length), changes }
}

/** Landscape is better if it needs fewer changes: words intact, or a table instead of paragraphs. */
const best = <Tried extends { changes: Set<FitChange> }>(upright: Tried, broadside: Tried) =>
  broadside.changes.has('as paragraphs') ? upright : broadside

/** The nodes of a page, grouped by block. */
function blocksOf(nodes: ChildNode[]): ChildNode[][] {
  const made: ChildNode[][] = []
  let inline: ChildNode[] | undefined
  for (const node of nodes) {
    if (isBlock(node)) {
      made.push([node])
      inline = undefined
    } else if (inline) inline.push(node)
    else {
      inline = [node]
      made.push(inline)
    }
  }
  return made
}

const isBlock = (node: ChildNode): node is Element => isElement(node) && (node.name in makers || holdsBlock(node))

function blocks(nodes: ChildNode[], room: Room): Content[] {
  return blocksOf(nodes).flatMap(([first, ...others]): Content[] => {
    if (!first) return []
    if (!isBlock(first))
      return hasContent([first, ...others]) ? texts([first, ...others], { marginTop: GAP }, room) : []
    const maker = makers[first.name]
    return maker ? maker(first, room) : blocks(first.children, { ...room, marks: marked(room.marks, first) })
  })
}

type Maker = (element: Element, room: Room) => Content[]

const paragraph: Maker = (element, room) => texts(element.children, { ...aligned(element), marginTop: GAP }, room)

const heading: Maker = (element, room) =>
  texts(element.children, { style: element.name, ...aligned(element) }, room, HEADINGS[element.name])

const bullets: Maker = (element, room) => [{ ul: itemsOf(element, room, INDENT), marginTop: GAP }]

const numberedList: Maker = (element, room) => {
  const numbers = numbersOf(element.attribs)
  const isRoman = numbers.type.endsWith('roman')
  const items = itemsOf(element, room, numberWidth(element, room.scale)).map((item, place) => {
    const isLarge = isRoman && numbers.start + place > MOST_IN_NUMERALS
    return isLarge ? { ...item, listType: 'decimal' as const } : item
  })
  return [{ ol: items, ...numbers, marginTop: GAP }]
}

function itemsOf(list: Element, room: Room, gap: number) {
  const within = { ...room, width: room.width - gap, isWithin: true }
  return list.children.filter(isElement).map((item) => ({ stack: withLine(blocks(item.children, within)) }))
}

/** pdfmake draws an item's number beside its first line of text. */
const withLine = (stack: Content[]): Content[] => {
  const [first] = stack
  return first && typeof first === 'object' && 'text' in first ? stack : [{ text: ' ' }, ...stack]
}

const quote: Maker = (element, room) => {
  const marks = { ...room.marks, italics: true }
  const within = { ...room, marks, width: room.width - INDENT, isWithin: true }
  return [
    withRole('BlockQuote', {
      table: { widths: [within.width], body: [[{ stack: blocks(element.children, within) }]] },
      layout: {
        hLineWidth: () => 0,
        vLineWidth: (line) => (line === 0 ? 2 : 0),
        vLineColor: () => '#b9c7c0',
        paddingLeft: () => INDENT - 6,
        paddingRight: () => 4,
        paddingTop: () => 0,
      },
      marginTop: 8,
    }),
  ]
}

const codeBlock: Maker = (element, room) => [
  withRole('Code', {
    table: { widths: [room.width - 8], body: [[{ stack: codeLines(element, room) }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      fillColor: () => '#f3f5f4',
      paddingTop: () => 6,
      paddingBottom: () => 6,
    },
    marginTop: 8,
  }),
]

/** A table used only for layout; see structure.ts. */
const withRole = (role: 'BlockQuote' | 'Code', table: ContentTable) => ({ ...table, role })

const codeLines = ({ children }: Element, room: Room): Content[] =>
  texts(children, { preserveLeadingSpaces: true }, { ...room, width: room.width - 8, isCode: true }, CODE_TYPE)

const rule: Maker = (_element, { width }) => [
  {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.7, lineColor: '#b9c7c0' }],
    marginTop: 10,
  },
]

/** How each of the editor's blocks is printed. Videos are left out. */
const makers: Record<string, Maker> = {
  p: paragraph,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  ul: bullets,
  ol: numberedList,
  blockquote: quote,
  pre: codeBlock,
  hr: rule,
  table: (element, room) => table(element, room, blocks),
  iframe: () => [],
}

function aligned({ attribs }: Element): { alignment?: Alignment } {
  const found = /text-align:\s*(left|center|right|justify)/.exec(attribs.style ?? '')?.[1]
  return found ? { alignment: found as Alignment } : {}
}
