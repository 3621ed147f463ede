import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { coordinates } from './places.ts'
import { answered, said, saved, seenVersion } from './records.ts'

/** What may be wrong with a dealer, in the order in which it is said. */
export const DOUBTS = ['zero', 'swapped', 'outside', 'near', 'same_phone', 'phone', 'hours'] as const
export type DoubtKind = (typeof DOUBTS)[number]

/** Dealers that are this near to each other may be one. */
export const NEAR_METRES = 200

/** Something about an active dealer that is probably wrong. */
export const doubt = z.object({
  service_id: z.string(),
  name: z.string(),
  doubt: z.enum(DOUBTS),
  /** What is found, in words. */
  detail: z.string(),
  /** The version of the dealer that it is about. */
  version: z.int(),
  /** The other dealer, of `near` and `same_phone`. */
  other_id: z.string().nullable(),
  /** The coordinates that would mend it, where they are known. */
  mend: coordinates.nullable(),
})
export type Doubt = z.output<typeof doubt>

const whichDoubt = z.object({ service_id: id, doubt: z.enum(DOUBTS, 'Unknown doubt.'), ...seenVersion })

/** The calls about doubts of dealers; `row` is a dealer as it is answered. */
export const doubtCalls = <Row extends z.ZodType>(row: Row) => ({
  /** What is probably wrong with active dealers, but for what somebody has said is right. */
  doubts: endpoint('admin/services/doubts', z.object({}), answered(z.array(doubt))),
  /** Says that it is right: it is asked again only after the dealer has changed. */
  is_right: endpoint('admin/services/is_right', whichDoubt, said),
  /** Gives the dealer the coordinates of `mend`. */
  mend: endpoint('admin/services/mend', whichDoubt, saved(row), { change: 'edit' }),
})
