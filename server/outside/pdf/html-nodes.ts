import { parseDocument } from 'htmlparser2'

export type ChildNode = ReturnType<typeof parseDocument>['children'][number]
export type Element = Extract<ChildNode, { attribs: Record<string, string> }>

/** The nodes of cleaned HTML. */
export const nodesOf = (html: string): ChildNode[] => parseDocument(html).children

export const isElement = (node: ChildNode): node is Element => node.type === 'tag'

/** The text of a node, as it is stored. */
export function plain(node: ChildNode): string {
  if (node.type === 'text') return node.data
  if (!isElement(node)) return ''
  return node.name === 'br' ? '\n' : node.children.map(plain).join('')
}

/** Whether there is something to see in these nodes. */
export const hasContent = (nodes: ChildNode[]): boolean =>
  nodes.some((node) => (isElement(node) ? node.name === 'img' || hasContent(node.children) : plain(node).trim() !== ''))

/** Elements that are blocks of their own. */
export const BLOCKS = new Set('p h1 h2 h3 h4 ul ol li blockquote pre hr table iframe'.split(' '))

/** Whether there is a block within the element. */
export const holdsBlock = ({ children }: Element): boolean =>
  children.some((node) => isElement(node) && (BLOCKS.has(node.name) || holdsBlock(node)))

/** Its first elements of that name on each branch. */
export const elementsNamed = (element: Element, name: string): Element[] =>
  element.children.filter(isElement).flatMap((child) => (child.name === name ? [child] : elementsNamed(child, name)))
