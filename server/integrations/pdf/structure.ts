import type { Content } from 'pdfmake/interfaces.js'
import { inFonts } from './fonts.ts'

/** An element of a tagged PDF: what a piece of the page is, for screen readers. `tag` is PDF's own name for it. */
export type Structure = {
  tag: string
  /** A picture's alt text. */
  alt?: string
  /** The columns and rows a cell spans, if more than one. */
  spans?: { ColSpan?: number; RowSpan?: number }
  /** For the heading of a manual's page: its place among all pages. */
  page?: number
  /** Its language, if it may differ from the document's. */
  lang?: string
  /** For the contents: the languages of the names in them, by link target. */
  languages?: Map<string, string>
  /** For the header cell of a row or column. */
  scope?: 'Row' | 'Column'
  children: Structure[]
}

/** The parts of pdfmake's content that are read here. `role` is the meaning of a table used only for layout. */
type Node = {
  text?: string | Node[]
  stack?: Node[]
  ul?: Node[]
  ol?: Node[]
  table?: { body: Node[][] }
  toc?: { title: Node }
  image?: string
  alt?: string
  style?: string
  colSpan?: number
  rowSpan?: number
  role?: string
  lang?: string
  /** The language of a part of a text in another language. */
  writtenIn?: string
  id?: string
  printedPage?: number
  structure?: Structure
  /** Its number's element in the structure; see tag-pages.ts. */
  label?: Structure
}

const HEADINGS: Record<string, string> = { topic: 'H1', page: 'H2', h1: 'H3', h2: 'H4', h3: 'H5', h4: 'H6' }

/** What a document's parts know about it. */
type Within = { unnamed: string; languages: Map<string, string> }

/**
 * A document's structure, in which `unnamed` stands for pictures without alt text. Every text and picture of `content`
 * gets its element, so that drawing it can say which part of the document it is; see tag-pages.ts.
 */
export function structureOf(content: Content[], unnamed = 'Picture'): Structure {
  const document = element('Document')
  addAll(content as unknown as Node[], document, { unnamed, languages: new Map() })
  return document
}

const element = (tag: string): Structure => ({ tag, children: [] })

function within(parent: Structure, child: Structure) {
  parent.children.push(child)
  return child
}

const addAll = (nodes: Node[], parent: Structure, all: Within) => {
  for (const node of nodes) add(node, parent, all)
}

function add(node: Node, parent: Structure, all: Within) {
  const { writtenIn, id } = node
  const first = parent.children.length
  addParts(node, parent, all)
  if (writtenIn === undefined) return
  for (const child of parent.children.slice(first)) child.lang = writtenIn
  if (id !== undefined) all.languages.set(id, writtenIn)
}

function addParts(node: Node, parent: Structure, all: Within) {
  const items = node.ul ?? node.ol
  const isNumbered = node.ol !== undefined
  if (node.text !== undefined)
    addText(node, within(parent, { ...element(HEADINGS[node.style ?? ''] ?? 'P'), ...pageOf(node) }))
  else if (node.image) node.structure = within(parent, { ...element('Figure'), alt: node.alt || all.unnamed })
  else if (node.stack)
    addAll(node.stack, node.lang ? within(parent, { ...element('Sect'), lang: node.lang }) : parent, all)
  else if (items) addList(items, within(parent, element('L')), isNumbered, all)
  else if (node.table && node.role) addAll(node.table.body.flat(), within(parent, element(node.role)), all)
  else if (node.table) addTable(node.table.body, within(parent, element('Table')), all)
  else if (node.toc) addContents(node.toc.title, parent, all)
}

function addText(node: Node, structure: Structure) {
  // Only content inside a list of texts reaches the lines.
  if (!Array.isArray(node.text)) node.text = inFonts(node.text ?? '')
  for (const part of node.text) part.structure = structure
}

const pageOf = ({ printedPage: page }: Node) => (page === undefined ? {} : { page })

function addList(items: Node[], list: Structure, isNumbered: boolean, all: Within) {
  for (const item of items) {
    const one = within(list, element('LI'))
    if (isNumbered) item.label = within(one, element('Lbl'))
    add(item, within(one, element('LBody')), all)
  }
}

function addTable(rows: Node[][], table: Structure, all: Within) {
  for (const [place, row] of rows.entries()) {
    const line = within(table, element('TR'))
    // Places covered by a spanning cell have an empty text.
    for (const cell of row.filter(({ stack }) => stack)) {
      const { style, colSpan = 1, rowSpan = 1 } = cell
      const spans = { ...(colSpan > 1 && { ColSpan: colSpan }), ...(rowSpan > 1 && { RowSpan: rowSpan }) }
      const head = style === 'tableHeader' && { tag: 'TH', scope: place ? ('Row' as const) : ('Column' as const) }
      const made: Structure = { ...element('TD'), ...head, spans }
      add(cell, within(line, made), all)
    }
  }
}

/** pdfmake makes the lines of the contents itself, so they are found when they are drawn: see tag-pages.ts. */
function addContents(title: Node, parent: Structure, { languages }: Within) {
  addText(title, within(parent, element('H1')))
  within(parent, { ...element('TOC'), languages })
}
