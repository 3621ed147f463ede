import { commentsIn, conditionalOf, isBlank, renamed, styleOf } from './markup.ts'

/** Blocks that ProseMirror treats as inline text. */
const BLOCKS = 'main, nav, details, dialog, search, menu, center, [style*="display:block"], [style*="display: block"]'

/**
 * Turns the blocks of any page into those that the editor knows, so that no words run together and none are left out.
 */
export function blocksFromHtml(content: DocumentFragment) {
  for (const caption of content.querySelectorAll('caption')) caption.closest('table')?.before(renamed(caption, 'p'))
  for (const term of content.querySelectorAll('dt, summary')) {
    const words = document.createElement('strong')
    words.append(...term.childNodes)
    renamed(term, 'p').append(words)
  }
  for (const legend of content.querySelectorAll('legend')) renamed(legend, 'p')
  for (const block of content.querySelectorAll(BLOCKS)) if (!isKnown(block)) renamed(block, 'div')
  for (const heading of content.querySelectorAll('h5, h6')) renamed(heading, 'h4')
  for (const quote of content.querySelectorAll('q')) {
    quote.prepend('“')
    quote.append('”')
  }
  for (const block of content.querySelectorAll<HTMLElement>(
    'p[align], div[align], h1[align], h2[align], h3[align], h4[align]',
  )) {
    if (!block.style.textAlign) block.style.textAlign = block.getAttribute('align') ?? ''
  }
}

const isKnown = (block: Element) =>
  /^(p|h\d|li|ul|ol|table|t\w+|img|pre|hr|div|blockquote|iframe|a)$/.test(block.localName)

/** Removes what Word adds to a paragraph: tabs made of spaces, and a space in each empty one. */
export function wordsFromWord(content: DocumentFragment) {
  for (const tab of content.querySelectorAll('[style*="mso-tab-count"]')) tab.replaceWith(' ')
  for (const mark of content.querySelectorAll('o\\:p')) {
    if (isBlank(mark)) mark.remove()
  }
  for (const span of content.querySelectorAll('span')) {
    if (styleOf(span, 'mso-highlight')) renamed(span, 'mark')
  }
}

/** Turns text boxes, which only Word reads, into paragraphs after the one that contains them. */
export function textBoxesFromWord(content: DocumentFragment) {
  for (const comment of commentsIn(content)) {
    const template = document.createElement('template')
    template.innerHTML = conditionalOf(comment, 'gte vml 1') ?? ''
    const boxes = [...template.content.querySelectorAll('v\\:textbox')].filter((box) => !isBlank(box))
    const paragraph = comment.parentElement?.closest('p, h1, h2, h3, h4, h5, h6') ?? comment
    for (const box of boxes.reverse()) paragraph.after(...(box.querySelector('td > div') ?? box).childNodes)
  }
}
