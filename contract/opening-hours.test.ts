import { describe, expect, it } from 'vitest'
import { readOpeningHours } from './opening-hours.ts'
import { openingsAt } from './openings-at.ts'

const NAMES = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']
const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** The hours in this test's notation: 'Mo 9:00-18:00'. */
function said(text: string) {
  const hours = readOpeningHours(text)
  if (!hours) return 'unreadable'
  const { week, closedOn, closedOnHolidays } = hours
  const days = week?.flatMap((spans, day) =>
    spans.length ? [`${NAMES[day]} ${spans.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join('+')}`] : [],
  )
  return [days?.join(' ') ?? 'no days', ...closedOn, closedOnHolidays ? 'holidays' : ''].filter(Boolean).join('; ')
}

describe('readOpeningHours', () => {
  it.each([
    ['Mon-Sat 9am-6pm', 'Mo 9:00-18:00 Tu 9:00-18:00 We 9:00-18:00 Th 9:00-18:00 Fr 9:00-18:00 Sa 9:00-18:00'],
    [
      'Mon-Fri 7:30am-4:30pm, Sat by appointment',
      'Mo 7:30-16:30 Tu 7:30-16:30 We 7:30-16:30 Th 7:30-16:30 Fr 7:30-16:30',
    ],
    ['Tue – Thu: 9 to 5; Sunday: Closed', 'Tu 9:00-17:00 We 9:00-17:00 Th 9:00-17:00'],
    ['Fri & Sat 6pm-2am', 'Fr 18:00-26:00 Sa 18:00-26:00'],
    ['Monday 9-12, 1-5pm', 'Mo 9:00-12:00+13:00-17:00'],
    ['9:00-17:30 Mon, Wed', 'Mo 9:00-17:30 We 9:00-17:30'],
    ['9am-5pm Mon-Tue, 10am-noon Sat', 'Mo 9:00-17:00 Tu 9:00-17:00 Sa 10:00-12:00'],
    ['Daily 08:00-20:00', NAMES.map((day) => `${day} 8:00-20:00`).join(' ')],
    ['24/7', NAMES.map((day) => `${day} 0:00-24:00`).join(' ')],
    [
      'Weekdays 8 a.m. - 5 p.m., holidays closed',
      'Mo 8:00-17:00 Tu 8:00-17:00 We 8:00-17:00 Th 8:00-17:00 Fr 8:00-17:00; holidays',
    ],
    ['Sat 9am-5pm. Closed Dec 25, Jul 4', 'Sa 9:00-17:00; 12-25; 07-04'],
    ['Sat-Mon 9-5', 'Su 9:00-17:00 Mo 9:00-17:00 Sa 9:00-17:00'],
    ['Mon-Tue 9-5, closed Wed & Thu', 'Mo 9:00-17:00 Tu 9:00-17:00'],
    ['Mon 9-5, Sun closed, Tue 10-4', 'Mo 9:00-17:00 Tu 10:00-16:00'],
    ['Mon 8am-noon; major holidays closed; Dec 24 closed', 'Mo 8:00-12:00; 12-24; holidays'],
    ['Closed', ''],
    ['By appointment only', ''],
    ['9 to 5', 'no days'],
  ])('%s', (text, hours) => expect(said(text)).toBe(hours))

  it.each([
    'whenever',
    'Mon-Fri',
    'Mon 25:00-26:00',
    'Mon 9am',
    '9am-6pmm',
    '',
    ' ',
    'Mon 9:75-10:00',
    'ask Joe',
    '-',
    'Mon 9--5',
    '🙂',
  ])('cannot be read: %s', (text) => expect(said(text)).toBe('unreadable'))
})

/** The answer about one place at a given moment. */
const openingOf = (texts: string[], { now, ...place }: { now: number; zone: string; country: string }) =>
  openingsAt(now)(texts, place)

describe('openingsAt', () => {
  const at = (now: string, zone = 'America/Los_Angeles', country = 'United States') => ({
    now: Date.parse(now),
    zone,
    country,
  })

  it('tells by the clock of the place whether it is open, and when it opens', () => {
    const texts = ['Mon-Fri 9am-6pm', 'Closed']
    // A Friday in Nevada, 17:59, then 18:00.
    expect(openingOf(texts, at('2026-11-28T01:59:00.000Z'))).toEqual({ open_now: true, opens_at: null })
    expect(openingOf(texts, at('2026-11-28T02:00:00.000Z'))).toEqual({
      open_now: false,
      opens_at: '2026-11-30T17:00:00.000Z',
    })
  })

  it('is open past midnight, also over the day on which clocks change', () => {
    const texts = ['Sat 6pm-3am']
    expect(openingOf(texts, at('2026-11-01T09:30:00.000Z')).open_now).toBe(true)
    expect(openingOf(texts, at('2026-11-01T11:00:00.000Z')).open_now).toBe(false)
  })

  it('is closed on holidays where it says so', () => {
    const thanksgiving = '2026-11-26T20:00:00.000Z'
    expect(openingOf(['Daily 9-5'], at(thanksgiving)).open_now).toBe(true)
    expect(openingOf(['Daily 9-5, holidays closed'], at(thanksgiving))).toEqual({
      open_now: false,
      opens_at: '2026-11-27T17:00:00.000Z',
    })
    expect(openingOf(['Daily 9-5, holidays closed'], at(thanksgiving, 'America/Edmonton', 'Canada')).open_now).toBe(
      true,
    )
  })

  it('says nothing where no text names days', () => {
    expect(openingOf(['9 to 5', 'ask us'], at('2026-11-28T20:00:00.000Z'))).toEqual({ open_now: null, opens_at: null })
    // One department is closed; of the other, nothing is known.
    expect(openingOf(['call us', 'Closed', ''], at('2026-11-28T20:00:00.000Z')).open_now).toBeNull()
  })
})

describe('what people write in other words', () => {
  it.each([
    ['Mon-Fri 9-5; closed Sun', true],
    ['by appointment', true],
    ['holidays 10am-2pm', false],
    ['closed Thanksgiving', false],
  ])('is read, or not at all: %s', (text, isRead) => {
    expect(readOpeningHours(text) !== undefined).toBe(isRead)
  })
})

describe('what is by appointment', () => {
  const of = (text: string) => {
    const hours = readOpeningHours(text)
    return [hours?.byAppointment, hours?.moreByAppointment]
  }
  it.each<[string, number[], boolean]>([
    ['Mon-Fri 9-5, Sat by appointment', [6], false],
    ['By appointment only', [0, 1, 2, 3, 4, 5, 6], false],
    ['Sat closed', [], false],
    ['Sat 9-12, Sat by appointment', [6], true],
    ['Mon-Fri 9-5, holidays by appointment', [], true],
    ['Mon-Fri 9-5, Dec 24 by appointment', [], true],
  ])('%s', (text, days, more) => expect(of(text)).toEqual([days, more]))
})
