import { join } from 'node:path'
import { richText } from '#contract/fields.ts'
import type { CleanHtml } from '../db/schema.ts'
import { refused } from '../errors.ts'
import { OverLimit } from '../processes/child-process.ts'
import { threadPool } from '../processes/threads.ts'
import { type CleanOptions, cleanHtml } from './clean-html.ts'
import { withFileAddresses } from './file-addresses.ts'

/** In characters. Below this, cleaning takes about as long as passing the text to another thread. */
const CLEANED_HERE = 2000
const TEN_MINUTES = 600_000
/** A text of the greatest length takes a second. */
const LONGEST_SECONDS = 30

const pool = threadPool(join(import.meta.dirname, 'clean-rich-text.worker.ts'), {
  threads: 1,
  idleTimeout: TEN_MINUTES,
  seconds: LONGEST_SECONDS,
})

/**
 * Cleans the rich text in `field` of a call, on another thread where it is long, as that can take a second. Throws 422
 * when the result is longer than the limit, because it could not be saved again, and for one that takes too long. Call it before a transaction begins.
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
