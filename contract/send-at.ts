import { z } from 'zod'
import { flag } from './fields.ts'
import { firstByDay, OUTERMOST_ZONES } from './quiet-hours.ts'
import { fromZonedTime } from './zoned-time.ts'

export const SEND_AT = 'Please enter a date and a time.'
/** When a message goes out: a moment, or with `local_time` a time on each owner's clock. */
export const sendAtFields = {
  send_at: z.iso.datetime({ offset: true, local: true, error: SEND_AT }).optional(),
  local_time: flag.optional(),
}

export type SendAt = { send_at: string; local_time: boolean }

/**
 * The same as stored: a moment as ISO 8601 in UTC, a local time as 2027-05-10T09:00 without zone; undefined if it is
 * neither, as a moment without its zone.
 */
export function sendAtOf({ send_at, local_time = false }: { send_at: string; local_time?: boolean | undefined }) {
  if (local_time) return send_at.slice(0, 16)
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(send_at) ? new Date(send_at).toISOString() : undefined
}

/**
 * When that is for an owner in a zone; without a known zone, once it is so in every zone from Newfoundland to Hawaii.
 */
export function momentIn({ send_at, local_time }: SendAt, zone: string | null) {
  if (!local_time) return send_at
  return fromZonedTime(send_at.slice(0, 10), send_at.slice(11, 16), zone ?? OUTERMOST_ZONES[1])
}

/**
 * When a message goes to an owner in a zone who has not got it by `now`: never at their night, unless it is about
 * safety.
 */
export function goesAt(when: SendAt & { purpose: string }, zone: string | null, now: string) {
  const wanted = momentIn(when, zone)
  const at = wanted > now ? wanted : now
  return when.purpose === 'safety' ? at : firstByDay(at, zone)
}

/** Where each day begins first. */
const FIRST_ZONE = 'Pacific/Kiritimati'
/** Before this moment it goes to nobody. */
export const earliestOf = (when: SendAt) => momentIn(when, FIRST_ZONE)
