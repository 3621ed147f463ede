import { z } from 'zod'
import { audience } from './audience.ts'
import { endpoint } from './endpoint.ts'
import { nameText } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { purpose } from './message-fields.ts'
import { recordCallsOf } from './record-calls.ts'
import { answered, record } from './records.ts'
import { user } from './users.ts'

export const audienceKind = recordKind({
  noun: ['audience', 'audiences'],
  name: 'Audience',
  key: 'audience_id',
  tag: 'Audiences',
  about: 'Who messages are for, by conditions.',
  help: 'Whom messages are for, by conditions that have a name. Who meets them is found anew each time.',
  columns: {
    name: column.keyed('Name', 'office', 'Owners with an RV'),
    audience: column.conditions('office', { field: 'has_rv', op: 'eq', value: true }),
  },
  title: ['name'],
  disambiguatedBy: [],
  unique: { columns: ['name'], thing: 'Audience', field: 'name' },
  bulk: ['delete', 'restore'],
  set: [],
})

export const savedAudienceFields = z.object({ name: nameText(100), audience })
export const savedAudience = record.extend({
  name: z.string(),
  audience: z.looseObject({}),
  /** The same as a sentence, with today's names. */
  meant_for: z.string(),
})
export type SavedAudience = z.output<typeof savedAudience>

export const audienceCount = z.object({
  /** The active owners who would be told; with `purpose: 'news'` only those who have agreed to news. */
  count: z.int(),
  /** The audience as a sentence. */
  words: z.string(),
  held_back: z.object({
    /** In the audience but not told: they have not agreed to news. */
    no_consent: z.int(),
    /**
     * Told only in the app's inbox: they have no phone that gets messages. A later message waits until it is day from
     * Newfoundland to Hawaii.
     */
    no_device: z.int(),
    /** Told only in the app's inbox: they have reached the weekly limit. */
    weekly_limit: z.int(),
    /** Told only when it is day from Newfoundland to Hawaii: they have a phone, but its time zone is unknown. */
    unknown_zone: z.int(),
    /** Not told: without a known place there is no telling whether they belong to the audience. */
    unknown_place: z.int(),
  }),
  /** Some of the owners who would be told, newest first. */
  sample: z.array(user),
})
export type AudienceCount = z.output<typeof audienceCount>

export const audiences = {
  ...recordCallsOf('admin/audiences', audienceKind, { fields: savedAudienceFields, row: savedAudience }),
  /** Counts the owners in an audience and lists some of them. Nobody is told. */
  count: endpoint(
    'admin/audiences/count',
    z.object({ audience, purpose: purpose.optional() }),
    answered(audienceCount),
  ),
}
