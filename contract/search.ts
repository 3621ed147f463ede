import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { recordTypes } from './kinds.ts'
import { answered } from './records.ts'

/** The most records found of each kind. */
export const MOST_FOUND = 5
export const LONGEST_SEARCH = 250

const found = z.object({
  record_type: z.enum(recordTypes),
  record_id: z.string(),
  title: z.string(),
  /** What tells the record apart from others with the same title; may be empty. */
  subtitle: z.string(),
  /** What the search matched, such as a phone number, if not visible in title or subtitle; may be empty. */
  matched: z.string(),
  is_deleted: z.boolean(),
})
export type Found = z.output<typeof found>

export const search = {
  /**
   * Finds records of every kind by any part of a name, email, VIN, serial number, phone number, city or title, and
   * pages by the beginnings of words in their text. Active records come before deleted ones, best matches first: the
   * whole, a beginning, a word, a part; if there are few, also names that differ by one letter, or two from nine
   * letters on. A kind and a colon narrow the search: `dealer: reno`.
   */
  search: endpoint(
    'admin/search',
    z.object({ text: z.string().max(LONGEST_SEARCH, `Search should not be more than ${LONGEST_SEARCH} characters.`) }),
    answered(z.array(found)),
  ),
}
