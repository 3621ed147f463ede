import { parseDocument } from 'htmlparser2'
import type { Alignment, Content, ContentTable, ContentText, TableCell } from 'pdfmake/interfaces.js'
import { breakText, type PlainText } from './break-text.ts'
import { inFonts } from './fonts.ts'

type ChildNode = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<ChildNode, { attribs: Record<string, string> }>

/** The width of the text in points. */
const TEXT_WIDTH = 504
const MAX_HEIGHT = 560
/** More do not fit on the page; the cells of wider tables are printed one below the other. */
const MOST_COLUMNS = 40
const POINTS_PER_PIXEL = 0.75
/** In points, above each block and never below it: a gap that overflows a page adds an empty one. */
const GAP = 5
const LINK = '#1f5f8b'

type Pictures = Record<string, { width: number }>
/** Formatting that text inherits from the elements around it. */
type Marks = Partial<
  Pick<ContentText, 'bold' | 'italics' | 'background' | 'link' | 'color' | 'decoration' | 'fontSize'>
> & {
  sub?: boolean
  sup?: boolean
}

/**
 * Turns cleaned HTML into content for pdfmake. Of unknown elements only their text is kept; pictures that are not in
 * `pictures` are left out.
 */
export const htmlToPdf = (html: string, pictures: Pictures): Content[] => blocks(parseDocument(html).children, pictures)

function blocks(nodes: ChildNode[], pictures: Pictures): Content[] {
  const made: Content[] = []
  let inline: ChildNode[] = []
  const closeParagraph = () => {
    // Between blocks there may be nothing but line ends.
    if (inline.some((node) => isElement(node) || plain(node).trim())) made.push(...texts(inline, { marginTop: GAP }))
    inline = []
  }
  for (const node of nodes) {
    if (!isElement(node) || !(node.name in makers)) {
      inline.push(node)
      continue
    }
    closeParagraph()
    made.push(...(makers[node.name]?.(node, pictures) ?? []))
  }
  closeParagraph()
  return made
}

type Maker = (element: Element, pictures: Pictures) => Content[]

const paragraph: Maker = (element, pictures) => {
  // In the editor a picture is part of a paragraph; in print it has a line of its own.
  const picturesWithin = element.children.filter((child) => isElement(child) && child.name === 'img')
  return [
    ...(plain(element).trim() ? texts(element.children, { ...aligned(element), marginTop: GAP }) : []),
    ...picturesWithin.flatMap((child) => picture(child as Element, pictures)),
  ]
}

const heading: Maker = (element) =>
  texts(element.children, { style: element.name, headlineLevel: 2, ...aligned(element) })

const list: Maker = (element, pictures) => {
  const items = element.children.filter(isElement).map((item) => ({ stack: blocks(item.children, pictures) }))
  return [
    element.name === 'ol'
      ? { ol: items, start: Number(element.attribs.start ?? 1), marginTop: GAP }
      : { ul: items, marginTop: GAP },
  ]
}

const quote: Maker = (element, pictures) => [
  withRole('BlockQuote', {
    table: {
      widths: ['*'],
      body: [[{ stack: blocks(element.children, pictures), italics: true }]],
      dontBreakRows: true,
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (line) => (line === 0 ? 2 : 0),
      vLineColor: () => '#b9c7c0',
      paddingLeft: () => 10,
      paddingTop: () => 0,
    },
    marginTop: 8,
  }),
]

const codeBlock: Maker = (element) => [
  withRole('Code', {
    table: { widths: ['*'], body: [[{ stack: codeLines(element) }]] },
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

/** A table that only serves layout; see structure.ts. */
const withRole = (role: 'BlockQuote' | 'Code', table: ContentTable) => ({ ...table, role })

const codeLines = (element: Element): Content[] =>
  breakText(inFonts(plain(element))).map((text) => ({ text, preserveLeadingSpaces: true, fontSize: 9.5 }))

const rule: Maker = () => [
  {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: TEXT_WIDTH, y2: 0, lineWidth: 0.7, lineColor: '#b9c7c0' }],
    marginTop: 10,
  },
]

const picture: Maker = (element, pictures) => {
  const { src = '', alt } = element.attribs
  const known = pictures[src]
  if (!known) return []
  const width = Math.min(known.width * POINTS_PER_PIXEL, TEXT_WIDTH)
  return [{ image: src, width, maxHeight: MAX_HEIGHT, alignment: 'center', marginTop: 10, ...(alt && { alt }) }]
}

const table: Maker = (element, pictures) => {
  const rows = elementsNamed(element, 'tr').map((row) => row.children.filter(isElement))
  const columns = Math.max(0, ...rows.map((cells) => cells.reduce((sum, cell) => sum + spanOf(cell, 'colspan'), 0)))
  if (!columns) return []
  if (columns > MOST_COLUMNS) return rows.flat().flatMap((cell) => blocks(cell.children, pictures))
  const made: ContentTable = {
    table: {
      headerRows: rows[0]?.every(({ name }) => name === 'th') ? 1 : 0,
      widths: Array.from({ length: columns }, () => '*'),
      body: fillSpans(rows, columns, pictures),
      keepWithHeaderRows: 1,
      dontBreakRows: true,
    },
    layout: {
      hLineColor: () => '#cfd8d3',
      vLineColor: () => '#cfd8d3',
      hLineWidth: () => 0.7,
      vLineWidth: () => 0.7,
      paddingTop: () => 0,
      paddingBottom: () => 6,
    },
    marginTop: 8,
  }
  return [made]
}

// pdfmake needs a cell at every place, including those covered by a spanning cell.
function fillSpans(rows: Element[][], columns: number, pictures: Pictures): TableCell[][] {
  const taken = rows.map(() => Array.from({ length: columns }, () => false))
  const body: TableCell[][] = rows.map(() => Array.from({ length: columns }, () => ({ text: '' })))
  for (const [line, cells] of rows.entries()) {
    let column = 0
    for (const cell of cells) {
      while (taken[line]?.[column]) column++
      if (column >= columns) break
      const colSpan = Math.min(spanOf(cell, 'colspan'), columns - column)
      const rowSpan = Math.min(spanOf(cell, 'rowspan'), rows.length - line)
      for (const row of taken.slice(line, line + rowSpan)) row.fill(true, column, column + colSpan)
      const style = cell.name === 'th' ? { style: 'tableHeader' } : {}
      ;(body[line] as TableCell[])[column] = { stack: blocks(cell.children, pictures), colSpan, rowSpan, ...style }
      column += colSpan
    }
  }
  return body
}

const spanOf = ({ attribs }: Element, name: 'colspan' | 'rowspan') => Math.max(1, Number(attribs[name] ?? 1) || 1)

const elementsNamed = (element: Element, name: string): Element[] =>
  element.children.filter(isElement).flatMap((child) => (child.name === name ? [child] : elementsNamed(child, name)))

/** How each block of the editor is printed. Videos are left out. */
const makers: Record<string, Maker> = {
  p: paragraph,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  ul: list,
  ol: list,
  blockquote: quote,
  pre: codeBlock,
  hr: rule,
  img: picture,
  table,
  iframe: () => [],
}

const marks: Record<string, (element: Element) => Marks> = {
  strong: () => ({ bold: true }),
  em: () => ({ italics: true }),
  u: () => ({ decoration: 'underline' }),
  s: () => ({ decoration: 'lineThrough' }),
  code: () => ({ background: '#f0f2f1' }),
  mark: () => ({ background: '#fff1b8' }),
  sub: () => ({ sub: true }),
  sup: () => ({ sup: true }),
  a: ({ attribs }) => ({ link: attribs.href ?? '', color: LINK, decoration: 'underline' }),
}

const texts = (nodes: ChildNode[], style: Partial<ContentText>): Content[] =>
  breakText(inlines(nodes, {})).map((text) => ({ text, ...style }))

function inlines(nodes: ChildNode[], outer: Marks): PlainText[] {
  return nodes.flatMap((node): PlainText[] => {
    if (node.type === 'text') {
      const text = node.data.replace(/[ \t\r\n]+/g, ' ')
      return inFonts(text).map((run) => ({ ...run, ...outer }))
    }
    if (!isElement(node) || node.name === 'img') return []
    if (node.name === 'br') return [{ text: '\n' }]
    return inlines(node.children, { ...outer, ...marks[node.name]?.(node) })
  })
}

const plain = (node: ChildNode): string =>
  node.type === 'text' ? node.data : isElement(node) ? node.children.map(plain).join('') : ''

function aligned({ attribs }: Element): { alignment?: Alignment } {
  const found = /text-align:\s*(left|center|right|justify)/.exec(attribs.style ?? '')?.[1]
  return found ? { alignment: found as Alignment } : {}
}

const isElement = (node: ChildNode): node is Element => node.type === 'tag'
