import { v7 } from 'uuid'
import { DAY, HOUR, MINUTE } from '#contract/durations.ts'

export { DAY, HOUR, MINUTE }

/** A time on the database's clock and when it was read on this process's monotonic clock, in milliseconds. */
type Reading = { database: number; monotonic: number }
let reading: Reading | undefined

/**
 * The time in milliseconds since 1970 that all servers of an installation share: based on the last reading of the
 * database's clock, or this machine's if the database has none. Everything stored takes its time from it.
 */
export const now = () => (reading ? Math.round(reading.database + performance.now() - reading.monotonic) : Date.now())

/** The same as stored (ISO 8601, UTC), or this many milliseconds later. */
export const isoNow = (later = 0) => new Date(now() + later).toISOString()

/** The time this many days ago, as stored. */
export const daysAgo = (days: number) => isoNow(-days * DAY)

/** Follows the database's clock from now on; undefined returns to this machine's. */
export function followClock(read: Reading | undefined) {
  reading = read
}

/**
 * The first id (UUID version 7, which begins with its time) of a millisecond. So the key serves as the index by age.
 */
export function firstIdAt(time: Date) {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** More than a working clock is ever corrected by. */
const WRONG_MS = 10_000
/** Whether this process follows a database's clock. */
export const followsClock = () => reading !== undefined

let last = 0
let sequence = 0

/** A new id (UUID version 7), which sorts after those made before on any server. */
export function newId() {
  const msecs = now()
  // If the clock goes back a little, the numbers of its last moment continue; if far, it was wrong before.
  if (msecs > last || msecs < last - WRONG_MS) {
    last = msecs
    sequence = Math.floor(Math.random() * 0x3fffffff)
  } else sequence++
  return v7({ msecs: last, seq: sequence })
}

/** The day (YYYY-MM-DD in UTC) so many days later. */
export const dayLater = (day: string, days: number) => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** A day (YYYY-MM-DD) as the office writes days: 07-03-2026. */
export const writtenDay = (day: string) => `${day.slice(5)}-${day.slice(0, 4)}`
