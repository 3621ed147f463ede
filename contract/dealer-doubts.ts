import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { coordinates } from './places.ts'
import { answered, said, saved, seenVersion } from './records.ts'

/** What may be wrong with a dealer, in the order shown. */
export const DOUBTS = ['zero', 'swapped', 'outside', 'near', 'same_phone', 'phone', 'hours'] as const
export type DoubtKind = (typeof DOUBTS)[number]

/** Dealers this close together may be the same one. */
export const NEAR_METRES = 200

/** Something that is probably wrong with an active dealer. */
export const doubt = z.object({
  service_id: z.string(),
  name: z.string(),
  doubt: z.enum(DOUBTS),
  /** The finding, in words. */
  detail: z.string(),
  /** The version of the dealer it is about. */
  version: z.int(),
  /** The other dealer, for `near` and `same_phone`. */
  other_id: z.string().nullable(),
  /** The coordinates that would fix it, if known. */
  mend: coordinates.nullable(),
})
export type Doubt = z.output<typeof doubt>

const whichDoubt = z.object({ service_id: id, doubt: z.enum(DOUBTS, 'Unknown doubt.'), ...seenVersion })

/** The calls about doubts of dealers; `row` is a dealer as answered. */
export const doubtCalls = <Row extends z.ZodType>(row: Row) => ({
  /** What is probably wrong with active dealers, except what someone has confirmed. */
  doubts: endpoint('admin/services/doubts', z.object({}), answered(z.array(doubt))),
  /** Confirms that it is right: the doubt returns only after the dealer has changed. */
  is_right: endpoint('admin/services/is_right', whichDoubt, said),
  /** Gives the dealer the coordinates of `mend`. */
  mend: endpoint('admin/services/mend', whichDoubt, saved(row), { change: 'edit' }),
})
