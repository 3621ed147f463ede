import { inPrint } from './fonts.ts'
import { BLOCKS, type ChildNode, hasContent, isElement, nodesOf } from './html-nodes.ts'
import { numberIn } from './list-numbers.ts'
import type { ManualContent } from './manual-document.ts'
import type { Found } from './read-back.ts'
import type { Structure } from './structure.ts'

/** A picture among letters. */
const PICTURE = '\uFFFC'
/** What stands for a picture without words. */
const UNNAMED = 'Picture'

/** What a page of the manual has and its PDF lacks, as a clause. `page` is its place among all pages. */
export type Lack = { page: number; name: string; what: string }

/**
 * Compares a PDF that was read back with the pages that it was made of: all letters in their order with the numbers of
 * lists, pictures with their words, links, and headings against the outline. Letters in `missing` have no shape in any
 * font, and are told of elsewhere.
 */
export function lacksOf({ topics }: ManualContent, structure: Structure, found: Found, missing: Set<string>): Lack[] {
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
      if (alt !== undefined && alts[picture++] !== (alt || UNNAMED))
        lack(`the words for a picture, “${alt || UNNAMED}”, are missing`)
      if (href !== undefined && !found.links.has(new URL(href).href) && !found.links.has(href))
        lack(`the link to ${href} is missing`)
    }
  }
  return [...lacks, ...lacksOfOutline(topics, found)]
}

/** The heading and the elements of each page, by its place among all pages: those up to the next heading. */
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

/** How what is printed behind its place begins: behind an element that follows it, or the one `after` all of them. */
function firstDisplaced(parts: Structure[], after: Structure | undefined, found: Found): string | undefined {
  const follows = [...parts.slice(1), after]
  const displaced = parts.find((part, place) => {
    const [{ last } = {}, { first } = {}] = [part, follows[place]].map((one) => one && sheetsOf(one, found))
    return last !== undefined && first !== undefined && last > first
  })
  return displaced && textOf(displaced, found).replaceAll(PICTURE, ' ').trim().slice(0, SHOWN)
}

/** The first and the last sheet of paper that an element stands on; undefined for one without text and pictures. */
function sheetsOf(part: Structure, found: Found): { first: number; last: number } | undefined {
  const all = [found.sheets.get(part), ...part.children.map((child) => sheetsOf(child, found))].filter((one) => !!one)
  if (!all.length) return undefined
  return { first: Math.min(...all.map(({ first }) => first)), last: Math.max(...all.map(({ last }) => last)) }
}

const textOf = (part: Structure, found: Found): string =>
  (found.figures.has(part) ? PICTURE : '') +
  (found.texts.get(part) ?? '') +
  part.children.map((child) => textOf(child, found)).join('')

/** What the pictures of an element show, in words. */
const altsOf = (part: Structure, found: Found): string[] => [
  ...(found.figures.has(part) ? [part.alt ?? ''] : []),
  ...part.children.flatMap((child) => altsOf(child, found)),
]

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

const CELLS = new Set(['td', 'th'])

/** In letters around a difference. */
const SHOWN = 40

/** What the first difference of two texts is, of which only letters count; undefined where there is none. */
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
      const lack = title === name ? [] : [{ page, name, what: 'it has no place in the outline' }]
      page += 1
      return lack
    }),
  )
}
