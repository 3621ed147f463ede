import { counted, plural } from '#contract/plural.ts'
import type { FitChange } from '../../integrations/pdf/room.ts'

const WORDS: Record<FitChange, string> = {
  'smaller type': 'tables are printed in smaller type',
  landscape: 'tables are printed on paper turned sideways',
  'broken words': 'long words in tables are broken',
  'as paragraphs': 'tables are printed one cell below the other',
}
const MOST_NAMED = 3
const MOST_REFUSED = 20

/** A sentence about what had to be changed to fit pages on paper; undefined if nothing was. */
export function warningAboutFit(pages: { name: string; changes: FitChange[] }[]): string | undefined {
  const parts = Object.entries(WORDS).flatMap(([change, words]) => {
    const names = pages.filter(({ changes }) => changes.includes(change as FitChange)).map(({ name }) => name)
    return names.length ? [`${words} (${namesIn(names)})`] : []
  })
  if (!parts.length) return undefined
  return `To fit on the paper, ${new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)}.`
}

/** A sentence about English headings in a French PDF; undefined if there are none. */
export const warningAboutNames = (names: string[]) =>
  names.length ? `These headings have no French and are in English: ${namesIn([...new Set(names)])}.` : undefined

/** Why no French PDF was made: pages without French, by name. */
export const refusalOfEnglish = (names: string[]) =>
  `${counted(names.length, 'page has', 'pages have')} no French: ${namesIn(names, MOST_REFUSED)}. Please write it, or leave ${plural(names.length, 'this page', 'these pages')} in English.`

const namesIn = (names: string[], most = MOST_NAMED) => {
  const more = names.length - most
  return `${names
    .slice(0, most)
    .map((name) => `“${name}”`)
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Why no PDF was made; `what` is a clause about what it would lack from a page. */
export function refusalOfLacks(lacks: { name: string; what: string }[]) {
  const [first, ...others] = lacks
  const pages = new Set(others.map(({ name }) => name).filter((name) => name !== first?.name)).size
  const more = pages ? ` ${plural(pages, 'One more page is', `${pages} more pages are`)} affected.` : ''
  return `No PDF was generated, because “${first?.name}” would not be printed whole: ${first?.what}.${more}`
}
