import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OpeningHours, readOpeningHours } from './opening-hours.ts'
import { writeOpeningHours } from './opening-hours-text.ts'

const rewritten = (text: string) => {
  const hours = readOpeningHours(text)
  return hours && writeOpeningHours(hours)
}

type Hours = Omit<OpeningHours, 'moreByAppointment'>
/** What can be said of hours: no day with hours is by appointment. */
const said = ({ byAppointment, ...hours }: Hours) => ({
  ...hours,
  byAppointment: byAppointment.filter((day) => !hours.week?.[day]?.length),
  moreByAppointment: false,
})
const reread = (text: string) => {
  const hours = readOpeningHours(text)
  return hours && { ...hours, byAppointment: hours.byAppointment.toSorted((one, other) => one - other) }
}

describe('writeOpeningHours', () => {
  it.each([
    ['Mon-Fri 8am-5pm, Sat 9am-1pm, Sun closed', 'Mon-Fri 8am-5pm, Sat 9am-1pm, Sun closed'],
    ['Weekdays 8:30-17:00; Sat by appointment', 'Mon-Fri 8:30am-5pm, Sat by appointment, Sun closed'],
    ['Daily by appointment, holidays closed', 'Daily by appointment, holidays closed'],
    ['Sun, Sat by appointment, Mon closed', 'Mon-Fri closed, Sat-Sun by appointment'],
    ['Daily 9 to 5', 'Daily 9am-5pm'],
    ['open 24/7', '24/7'],
    ['Sat 24 hours', 'Mon-Fri & Sun closed, Sat 24 hours'],
    ['Closed', 'Closed'],
    ['Fri & Sat 6pm-2am', 'Mon-Thu & Sun closed, Fri-Sat 6pm-2am'],
    ['Mon, Wed, Fri 9-12, 1-5pm', 'Mon, Wed & Fri 9am-12pm & 1pm-5pm, Tue, Thu & Sat-Sun closed'],
    ['Daily 8am-5pm. Closed Dec 25, Jul 4, holidays closed', 'Daily 8am-5pm, holidays, Dec 25 & Jul 4 closed'],
    ['Daily closed, Dec 25 closed', 'Daily closed, Dec 25 closed'],
    ['9 to 5', ''],
  ])('%s becomes %s', (text, short) => expect(rewritten(text)).toBe(short))

  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 })
  const span = fc
    .tuple(minute, fc.integer({ min: 1, max: 24 * 60 }))
    .map(([from, length]) => ({ from, to: from + length }))
  const week = fc.array(fc.array(span, { maxLength: 3 }), { minLength: 7, maxLength: 7 })
  const hours = fc.record({
    week,
    byAppointment: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
    closedOnHolidays: fc.boolean(),
    closedOn: fc.uniqueArray(fc.constantFrom('01-01', '02-29', '05-31', '07-04', '09-09', '12-25'), { maxLength: 4 }),
  })

  it('is read as the same hours, and written as the same text again', () => {
    fc.assert(
      fc.property(hours, (hours) => {
        const text = writeOpeningHours(hours)
        expect(reread(text)).toEqual(said(hours))
        expect(rewritten(text)).toBe(text)
      }),
    )
  })

  it('says the same where few days differ', () => {
    const fewDays = fc
      .tuple(hours, fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 7, maxLength: 7 }))
      .map(([hours, like]) => ({ ...hours, week: like.map((day) => hours.week[day % 2] ?? []) }))
    fc.assert(
      fc.property(fewDays, (hours) => {
        expect(reread(writeOpeningHours(hours))).toEqual(said(hours))
      }),
    )
  })
})
