import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { recordTypes } from './kinds.ts'
import { answered } from './records.ts'

/** At most this many records of each kind are found. */
export const MOST_FOUND = 5
export const LONGEST_SEARCH = 250

const found = z.object({
  record_type: z.enum(recordTypes),
  record_id: z.string(),
  title: z.string(),
  /** What tells the record apart from others of the same title; may be empty. */
  subtitle: z.string(),
  /** What it was found by, such as a phone number, where neither of them says it; may be empty. */
  matched: z.string(),
  is_deleted: z.boolean(),
})
export type Found = z.output<typeof found>

export const search = {
  /**
   * Finds records of every kind by any part of a name, email, VIN, serial number, phone number, city or title, and pages by the
   * beginnings of words in their text. Active records come before deleted ones, the best first: the whole, a beginning,
   * a word, a part; where these are few, names that differ by a letter, or two from nine letters on. A kind and a
   * colon narrow: `dealer: reno`.
   */
  search: endpoint(
    'admin/search',
    z.object({ text: z.string().max(LONGEST_SEARCH, `Search should not be more than ${LONGEST_SEARCH} characters.`) }),
    answered(z.array(found)),
  ),
}
