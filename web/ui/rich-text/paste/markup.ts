/** What an element's `style` says of a property, those that browsers do not know too; '' where it says nothing. */
export const styleOf = (element: Element, property: string) =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]*)`, 'i').exec(element.getAttribute('style') ?? '')?.[1]?.trim() ?? ''

/** Gives an element another name. Of its attributes, the style stays. */
export function renamed(element: Element, name: string) {
  const other = document.createElement(name)
  const style = element.getAttribute('style')
  if (style) other.setAttribute('style', style)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/** Puts what is in an element in its place. */
export const unwrapped = (element: Element) => element.replaceWith(...element.childNodes)

/** The text of a node on one line, without blanks around it. */
export const lineOf = ({ textContent }: Node) => (textContent ?? '').replace(/\s+/g, ' ').trim()

/** Whether nothing in an element can be seen. */
export const isBlank = (element: Element) => !lineOf(element) && !element.querySelector('img, hr, table, iframe, input')

/** The element before another one, unless there is text between them. */
export function elementBefore(element: Element) {
  let before = element.previousSibling
  while (before && !(before instanceof Element) && (before instanceof Comment || !lineOf(before))) {
    before = before.previousSibling
  }
  return before instanceof Element ? before : null
}

/** The content of a conditional comment of Word for a feature, such as `gte vml 1`; undefined for any other comment. */
export const conditionalOf = ({ data }: Comment, feature: string) =>
  data.startsWith(`[if ${feature}]>`) ? data.slice(`[if ${feature}]>`.length).replace(/<!\[endif\]$/, '') : undefined

/** All comments in a node. */
export function commentsIn(content: Node) {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_COMMENT)
  const comments: Comment[] = []
  while (walker.nextNode()) comments.push(walker.currentNode as Comment)
  return comments
}
