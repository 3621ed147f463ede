import { MINUTES_A_DAY } from './durations.ts'
import type { OpeningHours, Span } from './opening-hours.ts'

/** Starting on Monday, as people list them. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0]
const SHORT = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Written = Omit<OpeningHours, 'moreByAppointment'>

/**
 * Opening hours in the usual short form: 'Mon-Fri 8am-5pm, Sat 9am-1pm, Sun closed'. readOpeningHours reads it back as
 * the same hours. Empty if the hours name no days.
 */
export function writeOpeningHours({ week, byAppointment, closedOnHolidays, closedOn }: Written): string {
  if (!week) return ''
  const shut = [...(closedOnHolidays ? ['holidays'] : []), ...closedOn.map(dateInWords)]
  const groups = [...Map.groupBy(WEEK, (day) => spansInWords(week[day] ?? [], byAppointment.includes(day)))]
  const days = groups.map(([spans, days]) => daysInWords(days, spans, { alone: !shut.length }))
  return [...days, ...(shut.length ? [`${joined(shut)} closed`] : [])].join(', ')
}

function daysInWords(days: number[], spans: string, { alone }: { alone: boolean }) {
  if (days.length < WEEK.length) return `${joined(runsOf(days))} ${spans}`
  if (spans === ALWAYS) return '24/7'
  return spans === CLOSED && alone ? 'Closed' : `Daily ${spans}`
}

const CLOSED = 'closed'
const ALWAYS = '24 hours'

/** Consecutive days become one range: 'Mon-Fri'. */
function runsOf(days: number[]) {
  const runs: number[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && (run.at(-1) ?? 0) + 1 === (day || 7)) run.push(day)
    else runs.push([day])
  }
  return runs.map((run) => [...new Set([run[0], run.at(-1)])].map((day) => SHORT[day ?? 0]).join('-'))
}

function spansInWords(spans: Span[], byAppointment: boolean) {
  if (!spans.length) return byAppointment ? 'by appointment' : CLOSED
  return joined(
    spans.map(({ from, to }) =>
      from === 0 && to === MINUTES_A_DAY ? ALWAYS : `${timeInWords(from)}-${timeInWords(to)}`,
    ),
  )
}

function timeInWords(minutes: number) {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60]
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''}${hour < 12 ? 'am' : 'pm'}`
}

/** 'Dec 25' for '12-25'. */
export const dateInWords = (date: string) => `${MONTHS[Number(date.slice(0, 2)) - 1]} ${Number(date.slice(3))}`

const joined = (texts: string[]) => [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter(Boolean).join(' & ')
