import { plural } from '#contract/plural.ts'

type Thing = { one: string; many: string; tags: RegExp }

/** What cleaning may leave out, by its tags. */
const things: Thing[] = [
  { one: 'picture', many: 'pictures', tags: /<img\b/gi },
  { one: 'video or frame', many: 'videos or frames', tags: /<(?:iframe|video|audio|embed|object)\b/gi },
  { one: 'drawing', many: 'drawings', tags: /<(?:svg|canvas)\b/gi },
  { one: 'formula', many: 'formulas', tags: /<math\b/gi },
  { one: 'number of a list item', many: 'numbers of list items', tags: /<li\b[^<>]*\svalue\s*=/gi },
]

/** A sentence about what the cleaning of a rich text has left out that readers would see; undefined where nothing. */
export function leftOutOf(html: string, clean: string): string | undefined {
  const parts = things.flatMap(({ one, many, tags }) => {
    const count = countOf(html, tags) - countOf(clean, tags)
    return count > 0 ? [`${count} ${plural(count, one, many)}`] : []
  })
  if (!parts.length) return undefined
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
  const isOne = parts.length === 1 && list.startsWith('1 ')
  return `${list} ${isOne ? 'was' : 'were'} left out, because this text cannot hold ${isOne ? 'it' : 'them'}.`
}

const countOf = (html: string, tags: RegExp) => html.match(tags)?.length ?? 0
