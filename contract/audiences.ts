import { z } from 'zod'
import { audience } from './audience.ts'
import { endpoint } from './endpoint.ts'
import { purpose } from './notifications.ts'
import { answered } from './records.ts'
import { user } from './users.ts'

export const audienceCount = z.object({
  /** The active owners who would be told: with `purpose: 'news'` only those who have agreed to news. */
  count: z.int(),
  /** Who is meant, in a sentence. */
  words: z.string(),
  held_back: z.object({
    /** Meant, but not told: they have not agreed to news. */
    no_consent: z.int(),
    /** Told, but in the inbox of the app only: they have no phone that gets messages. */
    no_device: z.int(),
    /** Always 0: there is no limit a week yet. */
    weekly_limit: z.int(),
    /** Not told: it cannot be said whether they are meant, because they gave no place that is known. */
    unknown_place: z.int(),
  }),
  /** Some of those who would be told, the newest first. */
  sample: z.array(user),
})
export type AudienceCount = z.output<typeof audienceCount>

export const audiences = {
  /** How many owners an audience has now, and who some of them are. Nobody is told. */
  count: endpoint(
    'admin/audiences/count',
    z.object({ audience, purpose: purpose.optional() }),
    answered(audienceCount),
  ),
}
