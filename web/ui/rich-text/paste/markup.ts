/** The value of a property in an element's `style`, including properties that browsers do not know; '' if not set. */
export const styleOf = (element: Element, property: string) =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]*)`, 'i').exec(element.getAttribute('style') ?? '')?.[1]?.trim() ?? ''

/** Renames an element. Of its attributes it keeps only the style. */
export function renamed(element: Element, name: string) {
  const other = document.createElement(name)
  const style = element.getAttribute('style')
  if (style) other.setAttribute('style', style)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/** Replaces an element with its content. */
export const unwrapped = (element: Element) => element.replaceWith(...element.childNodes)

/** The text of a node on one line, trimmed. */
export const lineOf = ({ textContent }: Node) => (textContent ?? '').replace(/\s+/g, ' ').trim()

/** Whether an element shows nothing. */
export const isBlank = (element: Element) => !lineOf(element) && !element.querySelector('img, hr, table, iframe, input')

/** The element before another one, unless there is text between them. */
export function elementBefore(element: Element) {
  let before = element.previousSibling
  while (before && !(before instanceof Element) && (before instanceof Comment || !lineOf(before))) {
    before = before.previousSibling
  }
  return before instanceof Element ? before : null
}

/** The content of Word's conditional comment for a feature, such as `gte vml 1`; undefined for other comments. */
export const conditionalOf = ({ data }: Comment, feature: string) =>
  data.startsWith(`[if ${feature}]>`) ? data.slice(`[if ${feature}]>`.length).replace(/<!\[endif\]$/, '') : undefined

/** All comments in a node. */
export function commentsIn(content: Node) {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_COMMENT)
  const comments: Comment[] = []
  while (walker.nextNode()) comments.push(walker.currentNode as Comment)
  return comments
}
