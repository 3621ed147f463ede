/** Closed by the next of their kind, so that many in a row are not nested. */
const CLOSES_ITSELF = new Set([
  'p',
  'li',
  'tr',
  'td',
  'th',
  'dt',
  'dd',
  'option',
  'optgroup',
  'tbody',
  'thead',
  'tfoot',
])
const NEVER_CLOSED = new Set([
  'br',
  'hr',
  'img',
  'input',
  'wbr',
  'col',
  'area',
  'base',
  'embed',
  'link',
  'meta',
  'param',
])
const TAG = /<(\/?)([a-z][^\s<>/]*)(?:[\s/][^<>]*)?>/gi

/**
 * Removes the tags of elements nested in more than `deepest` others but keeps their content. Parsing time grows with
 * the square of the depth. It reads tags only roughly, so the result must still be cleaned.
 */
export function limitDepth(html: string, deepest: number) {
  let depth = 0
  return html.replace(TAG, (tag, closing: string, named: string) => {
    const name = named.toLowerCase()
    if (NEVER_CLOSED.has(name) || CLOSES_ITSELF.has(name)) return depth > deepest ? '' : tag
    if (!closing) depth++
    const keeps = depth <= deepest
    if (closing) depth = Math.max(0, depth - 1)
    return keeps ? tag : ''
  })
}
