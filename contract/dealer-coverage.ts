import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answered } from './records.ts'

/** Dealers nearer than this are within reach. */
export const REACH_MILES = 100

/** A place where owners live: the first three characters of the postal code, or a state if no more is known. */
export const placeCovered = z.object({
  /** '895', 'K1A', or the name of a state. */
  place: z.string(),
  /** The name of the state or province. */
  state: z.string(),
  /** The middle of where its owners live; null for a state. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  owners: z.int(),
  /** How many active dealers are within 100 miles of that middle; null for a state. */
  dealers_within_100_miles: z.int().nullable(),
})
export type PlaceCovered = z.output<typeof placeCovered>

export const coverageCalls = {
  /** Where owners live and how many active dealers are near: fewest dealers first, then most owners. */
  coverage: endpoint(
    'admin/services/coverage',
    z.object({}),
    answered(z.array(placeCovered)).extend({
      owners: z.int().meta({ description: 'All owners.' }),
      far: z.int().meta({ description: 'How many live where no dealer is within 100 miles.' }),
      unknown: z.int().meta({ description: 'How many have given no place that is known.' }),
    }),
  ),
}
