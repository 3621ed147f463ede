import { join } from 'node:path'
import { richText } from '#contract/fields.ts'
import type { CleanHtml } from '../db/schema.ts'
import { refused } from '../errors.ts'
import { threadPool } from '../processes/threads.ts'
import { type CleanOptions, cleanHtml } from './clean-html.ts'
import { withFileAddresses } from './file-addresses.ts'

/** In characters. Below this, cleaning takes about as long as passing the text to another thread. */
const CLEANED_HERE = 2000
const TEN_MINUTES = 600_000

const pool = threadPool(join(import.meta.dirname, 'clean-rich-text.worker.ts'), {
  threads: 1,
  idleTimeout: TEN_MINUTES,
})

/**
 * Cleans the rich text in `field` of a call, on another thread where it is long, as that can take a second. Throws 422
 * when the result is longer than the limit, because it could not be saved again. Call it before a transaction begins.
 */
export async function cleanRichText(field: string, html: string, options: CleanOptions): Promise<CleanHtml> {
  const clean: CleanHtml =
    html.length < CLEANED_HERE ? cleanHtml(html, options) : await pool.run({ html, options }, { name: 'clean' })
  const { error } = richText.safeParse(withFileAddresses(clean, options.publicUrl))
  if (error) throw refused(field, error.issues[0]?.message ?? '', 'too_long')
  return clean
}
