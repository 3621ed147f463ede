// The formatters for numbers, sizes, days and times.

const number = new Intl.NumberFormat('en-US')
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const longDateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })

/** 12345 as '12,345'. */
export const formatNumber = (value: number) => number.format(value)

/** A number short enough for a small space: 1234 as '1.2k'. */
export const formatShortNumber = (value: number) => (value < 1000 ? String(value) : `${(value / 1000).toFixed(1)}k`)

/** A fraction of 1 in whole percent: 0.256 as '26%'. */
export const formatPercent = (fraction: number) => `${Math.round(fraction * 100)}%`

/** A number of bytes in kilobytes, rounded up: '12 KB'. */
export const formatKilobytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / 1024))} KB`

/** A number with its noun: '1 user', '1,234 users'. */
export const formatCount = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** Several counts without those that are zero: '6 sub topics and 1 manual page'. Empty when all are zero. */
export const formatCounts = (...counts: [count: number, noun: string][]) =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => formatCount(count, noun))
    .join(' and ')

/** A day YYYY-MM-DD as MM-DD-YYYY. Any other text stays as it is; other values are ''. */
export const formatDate = (value: unknown) =>
  typeof value === 'string' ? value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2-$3-$1') : ''

/** An ISO time in the language and time zone of the browser: 'Nov 21, 2026, 10:30 AM'. Throws for an invalid time. */
export const formatDateTime = (iso: string) => dateTime.format(new Date(iso))

/** The same with the month in full: 'November 21, 2026 at 10:30 AM'. */
export const formatLongDateTime = (iso: string) => longDateTime.format(new Date(iso))
