import { z } from 'zod'
import { reference } from './records.ts'

/** The most doubts in one answer. */
export const MOST_DOUBTS = 200

/**
 * A question about a vehicle that someone must decide: is an RV with only six known digits this vehicle (`possible`),
 * which of several RVs with its VIN is not (`disputed`), or is what its owner says true (`said`)?
 */
const doubt = z.object({
  why: z.enum(['possible', 'disputed', 'said']),
  unit_id: z.string(),
  vin: z.string(),
  /** The RV in question; null where an owner who no longer has it says something. */
  rv_id: z.string().nullable(),
  user: reference.nullable(),
  said: z.object({ what: z.string(), on: z.iso.date().nullable() }).nullable(),
})
export type CampaignDoubt = z.output<typeof doubt>
export const campaignDoubts = z.array(doubt)
