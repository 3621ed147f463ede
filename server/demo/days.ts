import { todayIn } from '#contract/maintenance-items.ts'

/** The calendar day (YYYY-MM-DD) a number of days after today. */
export function daysFromToday(days: number) {
  const date = new Date(todayIn('UTC'))
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
