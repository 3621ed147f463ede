import { DomUtils, parseDocument } from 'htmlparser2'

export type ChildNode = ReturnType<typeof parseDocument>['children'][number]
export type Element = Extract<ChildNode, { attribs: Record<string, string> }>

/** The nodes of cleaned HTML, with anything between list items or beside table cells moved to a place of its own. */
export function nodesOf(html: string): ChildNode[] {
  const document = parseDocument(html)
  const found: Element[] = []
  const visit = (nodes: ChildNode[]) => {
    for (const node of nodes) {
      if (!isElement(node)) continue
      visit(node.children)
      if (/^(ul|ol|table)$/.test(node.name)) found.push(node)
    }
  }
  visit(document.children)
  for (const element of found) {
    if (element.name === 'table') tidyTable(element)
    else tidyList(element)
  }
  return document.children
}

/** Anything in a list besides its items moves to the item before, or before the list. */
function tidyList(list: Element) {
  let item: Element | undefined
  for (const node of list.children.slice()) {
    if (isElement(node) && node.name === 'li') item = node
    else if (item) DomUtils.appendChild(item, node)
    else if (hasContent([node])) DomUtils.prepend(list, node)
    else DomUtils.removeElement(node)
  }
}

/** Anything in a table besides its cells moves before the table, as browsers show it. */
function tidyTable(table: Element) {
  const tidy = (element: Element, kept: RegExp) => {
    for (const node of element.children.slice()) {
      if (isElement(node) && kept.test(node.name)) {
        if (!/^t[dh]$/.test(node.name)) tidy(node, node.name === 'tr' ? /^t[dh]$/ : /^(tbody|tr)$/)
      } else if (hasContent([node])) DomUtils.prepend(table, node)
      else DomUtils.removeElement(node)
    }
  }
  tidy(table, /^(tbody|tr)$/)
}

export const isElement = (node: ChildNode): node is Element => node.type === 'tag'

/** Whether these nodes contain anything visible. */
export const hasContent = (nodes: ChildNode[]): boolean =>
  nodes.some((node) =>
    isElement(node)
      ? node.name === 'img' || hasContent(node.children)
      : node.type === 'text' && node.data.trim() !== '',
  )

/** Block elements. */
export const BLOCKS = new Set('p h1 h2 h3 h4 ul ol li blockquote pre hr table iframe'.split(' '))

/** Whether the element contains a block. */
export const holdsBlock = ({ children }: Element): boolean =>
  children.some((node) => isElement(node) && (BLOCKS.has(node.name) || holdsBlock(node)))

/** The outermost elements of that name on each branch. */
export const elementsNamed = (element: Element, name: string): Element[] =>
  element.children.filter(isElement).flatMap((child) => (child.name === name ? [child] : elementsNamed(child, name)))
