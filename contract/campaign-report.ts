import { z } from 'zod'

/** A quarter of a year, as in 2026-4. */
export const quarter = z.string().regex(/^\d{4}-[1-4]$/, 'Please enter a quarter such as 2026-4.')

/** Reasons why a vehicle is out of reach. */
export const reasons = ['exported', 'stolen', 'scrapped', 'not_notified', 'other'] as const
export type Reason = (typeof reasons)[number]

const unreachable = z.object({
  exported: z.int(),
  stolen: z.int(),
  scrapped: z.int(),
  not_notified: z.int(),
  other: z.int(),
})
const figures = z.object({
  involved: z.int(),
  remedied: z.int(),
  no_remedy_needed: z.int(),
  unreachable,
  open: z.int(),
  /** The percentage that is remedied or needed no remedy, to one decimal. */
  completion: z.number(),
  notified_from: z.iso.date().nullable(),
  notified_to: z.iso.date().nullable(),
})
export type Figures = z.output<typeof figures>

export const report = figures.extend({
  quarter,
  number: z.string(),
  /** The regulator's deadline; null for a quarter without a report. */
  due_on: z.iso.date().nullable(),
  /** When it was filed; figures, number and deadline are as of that day. */
  filed: z.object({ submitted_on: z.iso.date() }).nullable(),
  /** How far today's figures differ from the filed ones. */
  differs: z.record(z.string(), z.int()),
})
export type CampaignReport = z.output<typeof report>

/** After this many quarters the regulator wants one report a year (49 CFR 573.7). */
const QUARTERS = 8
const YEARS = 3
const LAST_DAYS = ['03-31', '06-30', '09-30', '12-31']
const DUE_DAYS = ['04-30', '07-30', '10-30', '01-30']

const numberOf = (quarter: string) => Number(quarter.slice(0, 4)) * 4 + Number(quarter.slice(5)) - 1
const quarterAt = (number: number) => `${Math.floor(number / 4)}-${(number % 4) + 1}`
const quarterIn = (quarter: string) => Number(quarter.slice(5)) - 1

/** The quarter that a day falls in. */
export const quarterOf = (day: string) => `${day.slice(0, 4)}-${Math.ceil(Number(day.slice(5, 7)) / 3)}`
export const lastDayOf = (quarter: string) => `${quarter.slice(0, 4)}-${LAST_DAYS[quarterIn(quarter)]}`

/** Whether a quarter ended before the quarter of a day began. */
export const isBefore = (quarter: string, day: string) => numberOf(quarter) < numberOf(quarterOf(day))

/** The deadline for a quarter's report: eight quarters in a row, then three a year apart; null if none is due. */
export function reportDueOn(quarter: string, decided_on: string) {
  const place = numberOf(quarter) - numberOf(quarterOf(decided_on))
  const yearly = place - QUARTERS + 1
  const isWanted = place < QUARTERS || (yearly % 4 === 0 && yearly / 4 <= YEARS)
  if (place < 0 || !isWanted) return null
  const year = Number(quarter.slice(0, 4)) + (quarterIn(quarter) === 3 ? 1 : 0)
  return `${year}-${DUE_DAYS[quarterIn(quarter)]}`
}

/** The quarters that the regulator wants reports for, with deadlines. */
export function reportsOf(decided_on: string) {
  const first = numberOf(quarterOf(decided_on))
  return Array.from({ length: QUARTERS + 4 * YEARS }, (_, place) => quarterAt(first + place)).flatMap((quarter) => {
    const due_on = reportDueOn(quarter, decided_on)
    return due_on === null ? [] : [{ quarter, due_on }]
  })
}

/** Those of the quarters that have begun by a day, with deadlines. */
export const reportsBegunBy = (day: string, decided_on: string) =>
  reportsOf(decided_on).filter(({ quarter }) => !isBefore(quarterOf(day), lastDayOf(quarter)))
