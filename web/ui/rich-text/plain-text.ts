const BLOCKS = 'p, h1, h2, h3, h4, pre, blockquote, li, tr, hr, img, iframe, br'

/**
 * Converts rich text (HTML) to plain text, one line per block. Images and videos become '[Image: …]' and '[Video: …]'.
 */
export function richTextToPlainText(html: unknown) {
  // DOMParser runs no scripts and loads nothing.
  const { body } = new DOMParser().parseFromString(typeof html === 'string' ? html : '', 'text/html')
  for (const block of body.querySelectorAll(BLOCKS)) {
    // The first paragraph of a list item or cell goes on the line of its bullet or bar.
    if (!block.matches('li > p:first-child, td > p:first-child, th > p:first-child')) {
      block.before('\n', prefixOf(block))
    }
  }
  for (const cell of body.querySelectorAll('td, th')) cell.append(' | ')
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

function prefixOf(block: Element) {
  if (block.tagName === 'LI') return '• '
  if (block.tagName === 'HR') return '———'
  if (block.tagName === 'IMG') return `[Image${attributeText(block, 'alt')}]`
  if (block.tagName === 'IFRAME') return `[Video${attributeText(block, 'src')}]`
  return ''
}

const attributeText = (element: Element, attribute: string) => {
  const text = element.getAttribute(attribute)
  return text ? `: ${text}` : ''
}
