import { DAY } from './durations.ts'
import { fromZonedTime, toZonedTime } from './zoned-time.ts'

/** The hours, on the owner's clock, when only safety messages go out. */
export const NIGHT = { from: '21:00', until: '08:00' } as const
/** The easternmost and westernmost zones that an owner with no known zone may be in. */
export const OUTERMOST_ZONES = ['America/St_Johns', 'Pacific/Honolulu'] as const

/**
 * The first moment (ISO 8601) outside a zone's night; without a zone, outside all nights from Newfoundland to Hawaii.
 */
export function firstByDay(at: string, zone: string | null): string {
  if (zone !== null) return byDayIn(at, zone)
  // When morning comes in one, it may be night again in the other, which then decides.
  const [east, west] = OUTERMOST_ZONES
  return byDayIn(byDayIn(byDayIn(at, west), east), west)
}

function byDayIn(at: string, zone: string) {
  const [day, time] = toZonedTime(at, zone)
  if (time >= NIGHT.until && time < NIGHT.from) return at
  return fromZonedTime(time < NIGHT.until ? day : nextDay(day), NIGHT.until, zone)
}

const nextDay = (day: string) => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)
