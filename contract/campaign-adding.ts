import { z } from 'zod'
import { flag, id } from './fields.ts'
import { formatNumber } from './plural.ts'
import { listInput } from './records.ts'

/** The most vehicles that one call adds. */
export const MOST_UNITS = 100_000
/** The most values in such a call, other fields included. */
export const MOST_VALUES = MOST_UNITS + 5000
export const TOO_MANY = `Please add at most ${formatNumber(MOST_UNITS)} vehicles at once.`
/** In characters: a VIN as it may be typed, with spaces and dashes. */
export const LONGEST_VIN = 60

const range = z.object({ from: z.string().max(LONGEST_VIN), to: z.string().max(LONGEST_VIN) })

export const addUnitsFields = z
  .object({
    campaign_id: id,
    vins: z.array(z.string().max(LONGEST_VIN)).max(MOST_UNITS, TOO_MANY).optional(),
    /** Ranges of VINs that differ in the last six digits, and so in the check digit. */
    ranges: z.array(range).max(1000).optional(),
    /** RVs that match these filters of the list. */
    matching: z.object({ filters: listInput.shape.filters }).optional(),
    /** Changes nothing; answers what would be added. */
    preview: flag.optional(),
    /** How many new vehicles the preview counted. */
    expect: z.int().nonnegative().optional(),
    leave_refused: flag.optional(),
  })
  .refine(({ vins, ranges, matching }) => vins?.length || ranges?.length || matching, {
    error: 'Please say which vehicles.',
    path: ['vins'],
  })

/** A VIN from the call and what is wrong with it. */
const refusedVin = z.object({ vin: z.string(), errors: z.record(z.string(), z.array(z.string())) })
export const addedUnits = z.object({ new: z.int(), unchanged: z.int(), refused: z.array(refusedVin) })
export type AddedUnits = z.output<typeof addedUnits>
