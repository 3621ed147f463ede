import { MINUTE, MINUTES_A_DAY } from './durations.ts'
import { hoursReader, type OpeningHours, type Span } from './opening-hours.ts'
import { fromZonedTime, toZonedTime } from './zoned-time.ts'

/** The day of the month of its nth such weekday; the last one with -1. */
function nth(year: number, month: number, weekday: number, n: number) {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const day = 1 + ((weekday - first + 7) % 7)
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return n > 0 ? day + 7 * (n - 1) : day + 7 * Math.floor((length - day) / 7)
}

const dated = (month: number, day: number) => `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** The public holidays when shops close, as 'MM-DD'. */
function holidaysOf(year: number, country: string) {
  const both = ['01-01', '12-25', dated(9, nth(year, 9, 1, 1))]
  return country === 'Canada'
    ? [...both, '07-01', dated(10, nth(year, 10, 1, 2))]
    : [...both, '07-04', dated(5, nth(year, 5, 1, -1)), dated(11, nth(year, 11, 4, 4))]
}

type Opening = { open_now: boolean | null; opens_at: string | null }

/**
 * Says for many places at one moment (in milliseconds) whether one of their departments is open, by the local clock,
 * and when the next one opens: ISO 8601; null if one is open, or none opens within eight days. Both are null if no text
 * names days. Hours past midnight and clock changes go by the wall clock.
 */
export function openingsAt(now: number) {
  const read = hoursReader()
  const clocks = new Map<string, { midnight: number; minutes: number }>()
  const moments = new Map<string, string>()

  function clockIn(zone: string) {
    const known = clocks.get(zone)
    if (known) return known
    const [day, time] = toZonedTime(new Date(now).toISOString(), zone)
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    const clock = { midnight: Date.parse(`${day}T00:00:00.000Z`), minutes: hours * 60 + minutes }
    clocks.set(zone, clock)
    return clock
  }

  /** The moment so many minutes after the midnight that began today there. */
  function momentIn(zone: string, minutes: number) {
    const key = `${zone} ${minutes}`
    const wall = new Date(clockIn(zone).midnight + minutes * MINUTE).toISOString()
    const at = moments.get(key) ?? fromZonedTime(wall.slice(0, 10), wall.slice(11, 16), zone)
    moments.set(key, at)
    return at
  }

  return (texts: string[], { zone, country }: { zone: string; country: string }): Opening => {
    const known = texts.flatMap((text) => {
      const hours = read(text)
      return hours?.week ? [hours] : []
    })
    if (!known.length) return UNKNOWN
    const { midnight, minutes } = clockIn(zone)
    let next = Number.POSITIVE_INFINITY
    for (let day = -1; day <= MOST_DAYS; day++) {
      const date = new Date(midnight + day * MINUTES_A_DAY * MINUTE)
      for (const { from, to } of known.flatMap((hours) => spansOn(hours, date, country))) {
        const [opens, closes] = [day * MINUTES_A_DAY + from, day * MINUTES_A_DAY + to]
        if (opens <= minutes && minutes < closes) return { open_now: true, opens_at: null }
        if (opens > minutes) next = Math.min(next, opens)
      }
      if (Number.isFinite(next)) break
    }
    // An unreadable one may be open while all others are closed.
    if (texts.some((text) => text.trim() && !read(text)?.week)) return UNKNOWN
    return { open_now: false, opens_at: Number.isFinite(next) ? momentIn(zone, next) : null }
  }
}

const UNKNOWN: Opening = { open_now: null, opens_at: null }
/** Openings later than that are not given. */
const MOST_DAYS = 8

function spansOn({ week, closedOn, closedOnHolidays }: OpeningHours, day: Date, country: string): Span[] {
  const date = dated(day.getUTCMonth() + 1, day.getUTCDate())
  const isShut =
    closedOn.includes(date) || (closedOnHolidays && holidaysOf(day.getUTCFullYear(), country).includes(date))
  return isShut ? [] : (week?.[day.getUTCDay()] ?? [])
}
