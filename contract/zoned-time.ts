import { DAY } from './durations.ts'

type Wall = { year: string; month: string; day: string; hour: string; minute: string }

function wallIn(zone: string, at: number): Wall {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Wall
}

/** The wall time in milliseconds, as if it were UTC. */
function wallTime(zone: string, at: number) {
  const { year, month, day, hour, minute } = wallIn(zone, at)
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
}

/** The date and time that a zone shows at a moment (ISO 8601): ['2026-12-01', '08:00']. */
export function toZonedTime(iso: string, zone: string): [day: string, time: string] {
  const { year, month, day, hour, minute } = wallIn(zone, Date.parse(iso))
  return [`${year}-${month}-${day}`, `${hour}:${minute}`]
}

/**
 * The moment (ISO 8601) when a zone shows this day (YYYY-MM-DD) and time (HH:MM): the first of two, or, if clocks skip
 * it, as much later. Like ECMAScript's Temporal (`compatible`).
 */
export function fromZonedTime(day: string, time: string, zone: string) {
  const wall = Date.parse(`${day}T${time}:00.000Z`)
  // The offsets a day before and after are those on both sides of any change.
  const [before, after] = [-1, 1].map((side) => {
    const at = wall + side * DAY
    return wallTime(zone, at) - at
  }) as [number, number]
  const [first, second] = [wall - before, wall - after]
  const isSo = (at: number) => wallTime(zone, at) === wall
  const at = isSo(first) ? first : isSo(second) ? second : first
  return new Date(at).toISOString()
}
