import { toZonedTime } from '#contract/zoned-time.ts'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** A moment in the time of a zone: '1 Dec, 08:00', with the year unless it is this one. */
export function formatZonedTime(iso: string, zone: string, now = Date.now()) {
  const [date, time] = toZonedTime(iso, zone)
  const [year, month, day] = date.split('-')
  const [today] = toZonedTime(new Date(now).toISOString(), zone)
  const others = today.startsWith(`${year}-`) ? '' : ` ${year}`
  return `${Number(day)} ${MONTHS[Number(month) - 1]}${others}, ${time}`
}

/** What a time zone is called next to a field: 'Los Angeles time'. */
export const zoneInWords = (zone: string) =>
  zone.includes('/') ? `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time` : zone
