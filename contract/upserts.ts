import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag } from './fields.ts'
import { matchings } from './import-files.ts'
import { refusedRecord, saved } from './records.ts'

/** The most records in one call. */
export const MOST_UPSERTED = 500

const MANY = `Please send 1 to ${MOST_UPSERTED} records.`

const upserted = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  /** By place in the call: the records' ids, null for refused ones. */
  ids: z.array(z.string().nullable()),
  refused: z.array(refusedRecord),
  /** By place in the call: where the place index located records sent without coordinates. */
  placed: z.array(z.object({ place: z.int(), label: z.string(), latitude: z.number(), longitude: z.number() })),
})
export type Upserted = z.output<typeof upserted>

/**
 * A call that adds new records and changes existing ones, at most 500, as one change: each is found by `_id`, else by
 * `external_id`, else by unique columns, by `match_by`, or because all it says matches the record. It has the fields of
 * the form; what it leaves out is kept. A reference is an id, external id or name; values are written as in files. All
 * or nothing, with 422 and `refused`, unless `leave_refused`.
 */
export const upsertOf = (path: string) =>
  endpoint(
    path,
    z.object({
      records: z
        .array(z.looseObject({}, 'Please send each record as an object.'), MANY)
        .min(1, MANY)
        .max(MOST_UPSERTED, MANY),
      leave_refused: flag.optional(),
      match_by: z.enum(matchings, 'Please choose by what records are matched.').optional(),
    }),
    saved(upserted),
    { change: 'import', once: true },
  )
