import { todayIn } from '#contract/maintenance-items.ts'

/** The day of the calendar (YYYY-MM-DD) that comes so many days after today. */
export function daysFromToday(days: number) {
  const date = new Date(todayIn('UTC'))
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
