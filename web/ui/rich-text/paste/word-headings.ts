import { renamed, styleOf } from './markup.ts'
import { type Countings, takeNumbering } from './word-numbering.ts'
import { DELETED } from './word-revisions.ts'

const HEADINGS = 'h1, h2, h3, h4, h5, h6'
/** The editor has four levels. */
const LOWEST = 4

/**
 * Turns what Word writes as paragraphs into headings: titles, levels 7 to 9, and custom styles with a level. The
 * numbers of headings become text, because nothing else counts them.
 */
export function headingsFromWord(content: DocumentFragment, countings: Countings) {
  const levels = levelsOfStyles(content)
  for (const paragraph of content.querySelectorAll('p')) {
    const level = levelOf(paragraph, levels)
    if (level) renamed(paragraph, `h${Math.min(level, LOWEST)}`)
  }
  for (const heading of content.querySelectorAll(HEADINGS)) {
    const numbering = takeNumbering(heading, countings)
    if (heading.hasAttribute(DELETED)) heading.remove()
    else if (numbering && !numbering.isBullet && numbering.written) heading.prepend(`${numbering.written} `)
  }
}

function levelOf(paragraph: Element, levels: Map<string, number>) {
  const { className } = paragraph
  if (className.startsWith('MsoTitle')) return 1
  const [, ownLevel] = /^MsoHeading(\d)/.exec(className) ?? []
  return Number(ownLevel ?? styleOf(paragraph, 'mso-outline-level')) || levels.get(className.split(' ')[0] ?? '') || 0
}

/** The level of each paragraph class that has one. */
function levelsOfStyles(content: DocumentFragment) {
  const css = [...content.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n')
  const levels = new Map<string, number>()
  for (const [, selectors = '', rule = ''] of css.matchAll(/(?<![^{}])([^{}]+)\{([^{}]*)\}/g)) {
    const level = Number(/mso-outline-level\s*:\s*(\d)/i.exec(rule)?.[1])
    if (level) for (const [, name = ''] of selectors.matchAll(/\bp\.([\w-]+)/g)) levels.set(name, level)
  }
  return levels
}
