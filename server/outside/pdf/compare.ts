import { inPrint } from './fonts.ts'
import { BLOCKS, type ChildNode, hasContent, isElement, nodesOf } from './html-nodes.ts'
import type { ManualContent } from './manual-document.ts'
import type { Found } from './read-back.ts'
import type { Structure } from './structure.ts'

/** A picture among letters. */
const PICTURE = '\uFFFC'
/** What stands for a picture without words. */
const UNNAMED = 'Picture'

/** What a page of the manual has and its PDF lacks. `page` is its place among all pages. */
export type Lack = { page: number; name: string; what: string }

/**
 * Compares a PDF that was read back with the pages that it was made of: all letters in their order with the numbers of
 * lists, pictures with their words, links, and headings against the outline. Letters in `missing` have no shape in any
 * font, and are told of elsewhere.
 */
export function lacksOf({ topics }: ManualContent, structure: Structure, found: Found, missing: Set<string>): Lack[] {
  const lacks: Lack[] = []
  const parts = partsOfPages(structure)
  const alts = counted(found.alts)
  const pages = topics.flatMap(({ pages }) => pages)
  for (const [page, { name, html }] of pages.entries()) {
    const nodes = nodesOf(html)
    const lack = (what: string | undefined) => what !== undefined && lacks.push({ page, name, what })
    const printed = (parts.get(page) ?? []).map((part) => textOf(part, found)).join('')
    lack(firstDifference(expectedText(nodes), printed, missing))
    for (const { alt, href } of attributesIn(nodes)) {
      if (alt !== undefined && !take(alts, alt || UNNAMED)) lack(`the words for a picture, “${alt || UNNAMED}”`)
      if (href !== undefined && !found.links.has(new URL(href).href) && !found.links.has(href))
        lack(`the link to ${href}`)
    }
  }
  return [...lacks, ...lacksOfOutline(topics, found)]
}

/** The elements of each page, by its place among all pages: those between its heading and the next one. */
function partsOfPages({ children }: Structure) {
  const parts = new Map<number, Structure[]>()
  let current: Structure[] | undefined
  for (const part of children) {
    if (part.tag === 'H1') current = undefined
    else if (part.page !== undefined) parts.set(part.page, (current = []))
    else current?.push(part)
  }
  return parts
}

const textOf = (part: Structure, found: Found): string =>
  (found.figures.has(part) ? PICTURE : '') +
  (found.texts.get(part) ?? '') +
  part.children.map((child) => textOf(child, found)).join('')

/** What of these nodes is to be read: their text with the numbers of lists, and a mark for each picture. */
function expectedText(nodes: ChildNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.data
      if (!isElement(node) || node.name === 'iframe') return ''
      if (node.name === 'img') return PICTURE
      if (node.name !== 'ol')
        return `${expectedText(node.children)}${BLOCKS.has(node.name) || CELLS.has(node.name) ? ' ' : ''}`
      const first = Number(node.attribs.start ?? 1)
      const items = node.children.filter(isElement)
      return items
        .map((item, place) => `${numberIn(first + place, node.attribs.type)}. ${expectedText([item])}`)
        .join('')
    })
    .join('')
}

/** A number of a list as browsers write it. */
function numberIn(number: number, type = '1') {
  if (number < 1) return String(number)
  if (type === 'a' || type === 'A') return inCase(type, lettersOf(number))
  if (type === 'i' || type === 'I') return number > 3999 ? String(number) : inCase(type, romanOf(number))
  return String(number)
}

const inCase = (type: string, text: string) => (type === type.toUpperCase() ? text.toUpperCase() : text.toLowerCase())

const lettersOf = (number: number): string => {
  const rest = Math.floor((number - 1) / 26)
  return (rest ? lettersOf(rest) : '') + String.fromCharCode(97 + ((number - 1) % 26))
}

const NUMERALS: [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]
const romanOf = (number: number): string => {
  const [value, numeral] = NUMERALS.find(([value]) => value <= number) ?? [0, '']
  return value ? numeral + romanOf(number - value) : ''
}

const CELLS = new Set(['td', 'th'])

/** In letters around a difference. */
const SHOWN = 40

/** The words at the first difference of two texts, of which only letters count; undefined where there is none. */
export function firstDifference(expected: string, printed: string, missing: Set<string>): string | undefined {
  const [want, have] = [lettersIn(expected, missing), lettersIn(printed, missing)]
  const [wanted, had] = [Array.from(want.letters), Array.from(have.letters)]
  const place = wanted.findIndex((letter, place) => letter !== had[place])
  if (place < 0)
    return had.length > wanted.length
      ? `something twice: “${had.slice(wanted.length, wanted.length + SHOWN).join('')}”`
      : undefined
  if (wanted[place] === PICTURE) return 'a picture'
  const from = want.places[place] ?? 0
  const words = expected.slice(Math.max(0, expected.lastIndexOf(' ', from) + 1), from + SHOWN)
  return `“${words.replaceAll(PICTURE, ' ').replace(/\s+/g, ' ').trim()}”`
}

/**
 * The letters of a text as they are compared, each with its place in it: marks change their order in some scripts, and
 * the font of emoji has no colours of skin.
 */
function lettersIn(written: string, missing: Set<string>) {
  const text = inPrint(written)
  let letters = ''
  const places: number[] = []
  let place = 0
  for (const one of text) {
    const compared = missing.has(one) ? '' : one.normalize('NFKD').replace(/[\s\p{C}\p{M}\p{Emoji_Modifier}]/gu, '')
    letters += compared
    for (const _ of compared) places.push(place)
    place += one.length
  }
  // Its letters are not drawn in the order in which they are written.
  const sorted = letters.replace(/\p{Script=Devanagari}+/gu, (run) => Array.from(run).sort().join(''))
  return { letters: sorted, places }
}

const counted = (texts: string[]) => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Takes one of these away; false where there is none left. */
function take(counts: Map<string, number>, text: string) {
  const left = counts.get(text) ?? 0
  counts.set(text, left - 1)
  return left > 0
}

function attributesIn(nodes: ChildNode[]): { alt?: string; href?: string }[] {
  return nodes
    .filter(isElement)
    .flatMap(({ name, attribs, children }) => [
      ...(name === 'img' ? [{ alt: attribs.alt ?? '' }] : []),
      ...(name === 'a' && attribs.href && hasContent(children) ? [{ href: attribs.href }] : []),
      ...attributesIn(children),
    ])
}

/** Headings of topics and pages that the outline lacks, or has otherwise. */
function lacksOfOutline(topics: ManualContent['topics'], { outline }: Found): Lack[] {
  let page = 0
  return topics.flatMap(({ pages }, place) =>
    pages.flatMap(({ name }, order): Lack[] => {
      const title = outline[place]?.items[order]?.title
      const lack = title === name ? [] : [{ page, name, what: 'its place in the outline' }]
      page += 1
      return lack
    }),
  )
}
