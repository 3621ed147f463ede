import type { Content } from 'pdfmake/interfaces.js'
import { inFonts } from './fonts.ts'

/** An element of a tagged PDF: what a piece of the page is, for screen readers. `tag` is PDF's own name for it. */
export type Structure = {
  tag: string
  /** What a picture shows, in words. */
  alt?: string
  /** The columns and rows that a cell covers, where there are more than one. */
  spans?: { ColSpan?: number; RowSpan?: number }
  /** Of the heading of a manual's page: its place among all pages. */
  page?: number
  /** Of the head of a row or column. */
  scope?: 'Row' | 'Column'
  children: Structure[]
}

/** The parts of pdfmake's content that are read here. `role` is what a table is that only serves layout. */
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
  printedPage?: number
  structure?: Structure
  /** What its number is in the structure; see tag-pages.ts. */
  label?: Structure
}

const HEADINGS: Record<string, string> = { topic: 'H1', page: 'H2', h1: 'H3', h2: 'H4', h3: 'H5', h4: 'H6' }

/**
 * The structure of a document. Every text and picture of `content` is given its element, so that drawing it can say
 * which part of the document it is; see tag-pages.ts.
 */
export function structureOf(content: Content[]): Structure {
  const document = element('Document')
  addAll(content as unknown as Node[], document)
  return document
}

const element = (tag: string): Structure => ({ tag, children: [] })

function within(parent: Structure, child: Structure) {
  parent.children.push(child)
  return child
}

const addAll = (nodes: Node[], parent: Structure) => {
  for (const node of nodes) add(node, parent)
}

function add(node: Node, parent: Structure) {
  const items = node.ul ?? node.ol
  const isNumbered = node.ol !== undefined
  if (node.text !== undefined)
    addText(node, within(parent, { ...element(HEADINGS[node.style ?? ''] ?? 'P'), ...pageOf(node) }))
  else if (node.image) node.structure = within(parent, { ...element('Figure'), alt: node.alt || 'Picture' })
  else if (node.stack) addAll(node.stack, parent)
  else if (items) addList(items, within(parent, element('L')), isNumbered)
  else if (node.table && node.role) addAll(node.table.body.flat(), within(parent, element(node.role)))
  else if (node.table) addTable(node.table.body, within(parent, element('Table')))
  else if (node.toc) addContents(node.toc.title, parent)
}

function addText(node: Node, structure: Structure) {
  // Only what is within a list of texts reaches the lines.
  if (!Array.isArray(node.text)) node.text = inFonts(node.text ?? '')
  for (const part of node.text) part.structure = structure
}

const pageOf = ({ printedPage: page }: Node) => (page === undefined ? {} : { page })

function addList(items: Node[], list: Structure, isNumbered: boolean) {
  for (const item of items) {
    const one = within(list, element('LI'))
    if (isNumbered) item.label = within(one, element('Lbl'))
    add(item, within(one, element('LBody')))
  }
}

function addTable(rows: Node[][], table: Structure) {
  for (const [place, row] of rows.entries()) {
    const line = within(table, element('TR'))
    // Places that a spanning cell covers have an empty text.
    for (const cell of row.filter(({ stack }) => stack)) {
      const { style, colSpan = 1, rowSpan = 1 } = cell
      const spans = { ...(colSpan > 1 && { ColSpan: colSpan }), ...(rowSpan > 1 && { RowSpan: rowSpan }) }
      const head = style === 'tableHeader' && { tag: 'TH', scope: place ? ('Row' as const) : ('Column' as const) }
      const made: Structure = { ...element('TD'), ...head, spans }
      add(cell, within(line, made))
    }
  }
}

/** pdfmake makes the lines of the contents itself, so they are found when they are drawn: see tag-pages.ts. */
function addContents(title: Node, parent: Structure) {
  addText(title, within(parent, element('H1')))
  within(parent, element('TOC'))
}
