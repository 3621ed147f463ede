import { inPrint } from './fonts.ts'
import { BLOCKS, type ChildNode, hasContent, isElement, nodesOf } from './html-nodes.ts'
import { numberIn } from './list-numbers.ts'
import { type ManualContent, unnamedPicture } from './manual-document.ts'
import type { Found } from './read-back.ts'
import type { Structure } from './structure.ts'

/** Stands for a picture among letters. */
const PICTURE = '\uFFFC'
/** What a page has but its PDF lacks, as a clause. `page` is its place among all pages. */
export type Lack = { page: number; name: string; what: string }

/**
 * Compares a re-read PDF with the pages it was made from: all letters in order, with the numbers of lists, pictures
 * with their alt texts, links, and headings against the outline. Letters in `missing` have no glyph in any font, and
 * are reported elsewhere.
 */
export function lacksOf(manual: ManualContent, structure: Structure, found: Found, missing: Set<string>): Lack[] {
  const { topics } = manual
  const unnamed = unnamedPicture(manual)
  const lacks: Lack[] = []
  const parts = partsOfPages(structure)
  const pages = topics.flatMap(({ pages }) => pages)
  for (const [page, { name, html }] of pages.entries()) {
    const nodes = nodesOf(html)
    const lack = (what: string | undefined) => what !== undefined && lacks.push({ page, name, what })
    const own = parts.get(page)?.elements ?? []
    const printed = own.map((part) => textOf(part, found)).join('')
    const alts = own.flatMap((part) => altsOf(part, found))
    let picture = 0
    const displaced = firstDisplaced(own, parts.get(page + 1)?.heading, found)
    lack(displaced && `“${displaced}” is printed among the pages that follow`)
    lack(firstDifference(expectedText(nodes), printed, missing))
    for (const { alt, href } of attributesIn(nodes)) {
      if (alt !== undefined && alts[picture++] !== (alt || unnamed))
        lack(`the words for a picture, “${alt || unnamed}”, are missing`)
      if (href !== undefined && !found.links.has(new URL(href).href) && !found.links.has(href))
        lack(`the link to ${href} is missing`)
    }
  }
  return [...lacks, ...lacksOfOutline(topics, found)]
}

/** The heading and elements of each page, by its place among all pages: those up to the next heading. */
function partsOfPages({ children }: Structure) {
  const parts = new Map<number, { heading: Structure; elements: Structure[] }>()
  let current: Structure[] | undefined
  for (const part of children) {
    if (part.tag === 'H1') current = undefined
    else if (part.page !== undefined) parts.set(part.page, { heading: part, elements: (current = []) })
    else current?.push(part)
  }
  return parts
}

/** The start of the first part printed out of place: after an element that should follow it, or after `after`. */
function firstDisplaced(parts: Structure[], after: Structure | undefined, found: Found): string | undefined {
  const follows = [...parts.slice(1), after]
  const displaced = parts.find((part, place) => {
    const [{ last } = {}, { first } = {}] = [part, follows[place]].map((one) => one && sheetsOf(one, found))
    return last !== undefined && first !== undefined && last > first
  })
  return displaced && textOf(displaced, found).replaceAll(PICTURE, ' ').trim().slice(0, SHOWN)
}

/** The first and last sheet of paper an element is on; undefined for one without text and pictures. */
function sheetsOf(part: Structure, found: Found): { first: number; last: number } | undefined {
  const all = [found.sheets.get(part), ...part.children.map((child) => sheetsOf(child, found))].filter((one) => !!one)
  if (!all.length) return undefined
  return { first: Math.min(...all.map(({ first }) => first)), last: Math.max(...all.map(({ last }) => last)) }
}

const textOf = (part: Structure, found: Found): string =>
  (found.figures.has(part) ? PICTURE : '') +
  (found.texts.get(part) ?? '') +
  part.children.map((child) => textOf(child, found)).join('')

/** The alt texts of an element's pictures. */
const altsOf = (part: Structure, found: Found): string[] => [
  ...(found.figures.has(part) ? [part.alt ?? ''] : []),
  ...part.children.flatMap((child) => altsOf(child, found)),
]

/** What should be readable of these nodes: their text with the numbers of lists, and a mark for each picture. */
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

const CELLS = new Set(['td', 'th'])

/** In letters, around a difference. */
const SHOWN = 40

/** The first difference between two texts, comparing letters only; undefined if there is none. */
function firstDifference(expected: string, printed: string, missing: Set<string>): string | undefined {
  const [want, have] = [lettersIn(expected, missing), lettersIn(printed, missing)]
  const [wanted, had] = [Array.from(want.letters), Array.from(have.letters)]
  const place = wanted.findIndex((letter, place) => letter !== had[place])
  if (place < 0)
    return had.length > wanted.length
      ? `“${had.slice(wanted.length, wanted.length + SHOWN).join('')}” is there twice`
      : undefined
  if (wanted[place] === PICTURE) return 'a picture is missing'
  const from = want.places[place] ?? 0
  const words = expected.slice(Math.max(0, expected.lastIndexOf(' ', from) + 1), from + SHOWN)
  return `“${words.replaceAll(PICTURE, ' ').replace(/\s+/g, ' ').trim()}” is missing`
}

/**
 * A text's letters as compared, each with its place: some scripts reorder marks, and the emoji font has no skin tones.
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
  // Its letters are not drawn in writing order.
  const sorted = letters.replace(/\p{Script=Devanagari}+/gu, (run) => Array.from(run).sort().join(''))
  return { letters: sorted, places }
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

/** Headings of topics and pages that the outline lacks, or has differently. */
function lacksOfOutline(topics: ManualContent['topics'], { outline }: Found): Lack[] {
  let page = 0
  return topics.flatMap(({ pages }, place) =>
    pages.flatMap(({ name }, order): Lack[] => {
      const title = outline[place]?.items[order]?.title
      const lack = title === name ? [] : [{ page, name, what: 'it has no place in the outline' }]
      page += 1
      return lack
    }),
  )
}
