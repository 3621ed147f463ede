import { counted, formatNumber } from '#contract/plural.ts'

export { formatNumber }

// The formatters for numbers, sizes, days and times.

// British, so that there is no comma before the 'and'.
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** A number short enough for a small space: 1234 as '1.2k'. */
export const formatShortNumber = (value: number) => (value < 1000 ? String(value) : `${(value / 1000).toFixed(1)}k`)

/** A fraction of 1 in whole percent: 0.256 as '26%'. */
export const formatPercent = (fraction: number) => `${Math.round(fraction * 100)}%`

/** A number of bytes in kilobytes, rounded up: '12 KB'. */
export const formatKilobytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / 1024))} KB`

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** A number of bytes in the largest unit that fits, with one digit behind the point: '3 GB', '12.5 MB'. */
export function formatBytes(bytes: number) {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${formatNumber(Math.round((bytes / 1024 ** power) * 10) / 10)} ${UNITS[power]}`
}

/** A number with its noun: '1 user', '1,234 users'. */
export const formatCount = counted

/** Names in a sentence: 'Name', 'Name and Icon', 'Name, Icon and Year'. */
export const formatNames = (names: string[]) => list.format(names)

/** Several counts without those that are zero: '6 sub topics and 1 manual page'. Empty when all are zero. */
export const formatCounts = (...counts: [count: number, noun: string][]) =>
  formatNames(counts.filter(([count]) => count > 0).map(([count, noun]) => formatCount(count, noun)))

/**
 * A day as MM-DD-YYYY, exactly as written, whatever the time zone. Understands YYYY-MM-DD with or without a time behind
 * it, and the American M/D/YYYY of other sites. Any other text stays as it is; other values are ''.
 */
export function formatDate(value: unknown) {
  if (typeof value !== 'string') return ''
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?$/.exec(value) ?? []
  if (isoYear) return `${isoMonth}-${isoDay}-${isoYear}`
  const [, month = '', day = '', year] = /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(value) ?? []
  return year ? `${month.padStart(2, '0')}-${day.padStart(2, '0')}-${year}` : value
}

/** An ISO time in the time zone of the browser: '11-21-2026, 10:30 AM'. Throws for an invalid time. */
export function formatDateTime(iso: string) {
  const at = new Date(iso)
  return `${dayOf(at)}, ${time.format(at)}`
}

const digits = (number: number) => String(number).padStart(2, '0')
const dayOf = (at: Date) => `${digits(at.getMonth() + 1)}-${digits(at.getDate())}-${at.getFullYear()}`

const namedDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })

/** How many days of the calendar ago a time was: 0 for today. */
function daysAgo(at: Date, now: Date) {
  // Rounded, because some days have 23 or 25 hours.
  return Math.round((midnightOf(now) - midnightOf(at)) / 86_400_000)
}

/** The day of a time in the browser’s zone: 'Today', 'Yesterday', 'Monday 23 November', also with its year. */
export function formatDayName(iso: string, now = new Date()) {
  const at = new Date(iso)
  const days = daysAgo(at, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  // Not every browser leaves out the comma.
  const day = namedDay.format(at).replace(',', '')
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`
}

/** A time with its day, by name where that is short: 'Yesterday, 10:30 AM', '11-21-2026, 10:30 AM'. */
export function formatNearTime(iso: string, now = new Date()) {
  const at = new Date(iso)
  return `${[0, 1].includes(daysAgo(at, now)) ? formatDayName(iso, now) : dayOf(at)}, ${time.format(at)}`
}

const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const midnightOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

/** How long ago a time is, in words: 'just now', '5 minutes ago', 'yesterday'. */
export function formatAgo(iso: string, now = new Date()) {
  const at = new Date(iso)
  const days = daysAgo(at, now)
  if (days >= 1) return ago.format(-days, 'day')
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  return minutes < 60 ? ago.format(-minutes, 'minute') : ago.format(-Math.floor(minutes / 60), 'hour')
}

/** 'RVs, checklists or messages'. */
export const formatAlternatives = (parts: string[]) => alternatives.format(parts)
