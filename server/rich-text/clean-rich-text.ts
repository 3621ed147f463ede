import { join } from 'node:path'
import { richText } from '#contract/fields.ts'
import { plural } from '#contract/plural.ts'
import type { CleanHtml } from '../db/schema.ts'
import { refused } from '../errors.ts'
import { OverLimit } from '../processes/child-process.ts'
import { threadPool } from '../processes/threads.ts'
import { type CleanOptions, cleanHtml } from './clean-html.ts'
import { withFileAddresses } from './file-addresses.ts'

/** In characters. Below this, cleaning takes about as long as passing the text to another thread. */
const CLEANED_HERE = 2000
const TEN_MINUTES = 600_000
/** A text of maximum length takes a second. */
const LONGEST_SECONDS = 30

const pool = threadPool(join(import.meta.dirname, 'clean-rich-text.worker.ts'), {
  threads: 1,
  idleTimeout: TEN_MINUTES,
  seconds: LONGEST_SECONDS,
})

/**
 * Cleans the rich text in a call's `field`, on another thread if it is long, as that can take a second. Throws 422 if
 * the result exceeds the limit, because it could not be saved again, and if it takes too long. Call it before a
 * transaction begins.
 */
export async function cleanRichText(field: string, html: string, options: CleanOptions): Promise<CleanHtml> {
  const clean: CleanHtml =
    html.length < CLEANED_HERE ? cleanHtml(html, options) : await cleanedElsewhere(field, { html, options })
  const { error } = richText.safeParse(withFileAddresses(clean, options.publicUrl))
  if (error) throw refused(field, error.issues[0]?.message ?? '', 'too_long')
  return clean
}

async function cleanedElsewhere(field: string, work: { html: string; options: CleanOptions }): Promise<CleanHtml> {
  try {
    return await pool.run(work, { name: 'clean' })
  } catch (error) {
    throw error instanceof OverLimit ? refused(field, 'This text takes too long to read. Please simplify it.') : error
  }
}

type Thing = { one: string; many: string; tags: RegExp }

/** What cleaning may leave out, by tag. */
const things: Thing[] = [
  { one: 'picture', many: 'pictures', tags: /<img\b/gi },
  { one: 'video or frame', many: 'videos or frames', tags: /<(?:iframe|video|audio|embed|object)\b/gi },
  { one: 'drawing', many: 'drawings', tags: /<(?:svg|canvas)\b/gi },
  { one: 'formula', many: 'formulas', tags: /<math\b/gi },
  { one: 'number of a list item', many: 'numbers of list items', tags: /<li\b[^<>]*\svalue\s*=/gi },
]

/** A sentence about what cleaning a rich text has left out that readers would see; undefined if nothing. */
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
