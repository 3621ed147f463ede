import type { Counting } from './list-numbers.ts'
import { commentsIn, conditionalOf, lineOf, styleOf } from './markup.ts'

/** What Word writes before a list paragraph or a numbered heading, and its list and level. */
export type Numbering = { list: string; level: number; written: string; isBullet: boolean }

/** How each level of each list is counted, by the styles of the document: `l0 level2`. */
export type Countings = Map<string, Counting | 'bullet'>

const LEVEL = /\b(l\d+)\s+level(\d+)(?:\s+(lfo\d+))?/i
const COUNTINGS: Record<string, Counting | 'bullet'> = {
  arabic: '1',
  'arabic-leading-zero': '1',
  'alpha-lower': 'a',
  'alpha-upper': 'A',
  'roman-lower': 'i',
  'roman-upper': 'I',
  bullet: 'bullet',
  image: 'bullet',
}
/** Word's bullets that are letters of a symbol font. */
const LETTER_BULLETS = /^[oqvnlutØü§Ÿ]$/
const SYMBOLS = /Symbol|Wingdings|Webdings/i

/** Reads from the style sheets of a Word document how its lists are counted. */
export function countingsIn(content: DocumentFragment): Countings {
  const css = [...content.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n')
  const levels = css.matchAll(/@list\s+(l\d+):(level\d+)(?:[^\s{\d][^\s{]*)?\s*\{([^}]*)\}/gi)
  return new Map(
    [...levels].map(([, list, level, rule]) => {
      const format = /mso-level-number-format\s*:\s*([\w-]+)/i.exec(rule ?? '')?.[1] ?? 'arabic'
      return [`${list} ${level}`.toLowerCase(), COUNTINGS[format.toLowerCase()] ?? '1']
    }),
  )
}

/** The list and level of a Word paragraph; undefined if it is in no list. */
export function placeInList(paragraph: Element) {
  const [, list, level, override = ''] = LEVEL.exec(styleOf(paragraph, 'mso-list')) ?? []
  return list && level ? { list: `${list} ${override}`.toLowerCase(), level: Number(level) } : undefined
}

/** Removes the bullet or number of a paragraph, and returns it with list and level; undefined if it is in no list. */
export function takeNumbering(paragraph: Element, countings: Countings): Numbering | undefined {
  const place = placeInList(paragraph)
  if (!place) return undefined
  const key = `${place.list.split(' ')[0]} level${place.level}`
  const { written, isSymbol } = takeMark(paragraph)
  return { ...place, written, isBullet: isBullet(written, isSymbol, countings.get(key)) }
}

function isBullet(written: string, isSymbol: boolean, known: Counting | 'bullet' | undefined) {
  if (known === 'bullet') return true
  if (!/[\p{L}\p{N}]/u.test(written)) return written !== '' || !known
  return (isSymbol && written.length === 1) || (!known && LETTER_BULLETS.test(written))
}

/** How a level of a list is counted, if known. */
export const countingOf = (countings: Countings, { list, level }: Pick<Numbering, 'list' | 'level'>) => {
  const counting = countings.get(`${list.split(' ')[0]} level${level}`)
  return counting === 'bullet' ? undefined : counting
}

function takeMark(paragraph: Element) {
  const ignored = [...paragraph.querySelectorAll('[style*="mso-list"]')].filter((part) =>
    /^ignore/i.test(styleOf(part, 'mso-list')),
  )
  const isSymbol = ignored.some((part) => SYMBOLS.test(fontsAround(part, paragraph)))
  const written = ignored.map(lineOf).join('')
  for (const part of ignored) removeWithWrappers(part, paragraph)
  return written || ignored.length ? { written, isSymbol } : { written: hiddenMark(paragraph), isSymbol: false }
}

/** The bullet or number in a comment that only Word reads. */
function hiddenMark(paragraph: Element) {
  const hidden = commentsIn(paragraph).map((comment) => conditionalOf(comment, '!supportLists') ?? '')
  const template = document.createElement('template')
  template.innerHTML = hidden.join('')
  return lineOf(template.content)
}

function fontsAround(part: Element, paragraph: Element) {
  let fonts = ''
  for (let at: Element | null = part; at && at !== paragraph; at = at.parentElement) fonts += styleOf(at, 'font-family')
  return fonts
}

/** Removes an element, and the ancestors that contain nothing else. */
function removeWithWrappers(part: Element, within: Element) {
  const { parentElement } = part
  part.remove()
  if (parentElement && parentElement !== within && !parentElement.textContent && !parentElement.children.length) {
    removeWithWrappers(parentElement, within)
  }
}
