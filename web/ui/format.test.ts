import { describe, expect, it } from 'vitest'
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatCounts,
  formatDate,
  formatDateTime,
  formatDayName,
  formatKilobytes,
  formatNames,
  formatNearTime,
  formatNumber,
  formatPercent,
  formatShortNumber,
} from './format.ts'

describe('the formatters', () => {
  it('write numbers and sizes', () => {
    expect(formatNumber(1234567)).toBe('1,234,567')
    expect([formatShortNumber(999), formatShortNumber(20_340)]).toEqual(['999', '20.3k'])
    expect([formatPercent(0), formatPercent(0.256), formatPercent(1)]).toEqual(['0%', '26%', '100%'])
    expect([0, 900, 13_107_200, 3_221_225_472].map(formatBytes)).toEqual(['0 B', '900 B', '12.5 MB', '3 GB'])
    expect([formatKilobytes(1), formatKilobytes(2 * 1024 * 1024)]).toEqual(['1 KB', '2,048 KB'])
  })

  it('write how long ago something was, in the days of the calendar', () => {
    const now = new Date(2026, 10, 21, 9, 30)
    const words = (...at: [number, number, number]) => formatAgo(new Date(2026, 10, ...at).toISOString(), now)
    expect([words(21, 9, 30), words(21, 9, 25), words(21, 7, 10)]).toEqual(['just now', '5 minutes ago', '2 hours ago'])
    expect([words(20, 23, 50), words(19, 10, 0), words(1, 8, 0)]).toEqual(['yesterday', '2 days ago', '20 days ago'])
  })

  it('name days', () => {
    const now = new Date(2026, 10, 25, 9, 30)
    const at = (...at: [year: number, month: number, day: number]) => new Date(...at, 23, 50).toISOString()
    const days = [at(2026, 10, 25), at(2026, 10, 24), at(2026, 10, 23), at(2025, 10, 23)]
    expect(days.map((day) => formatDayName(day, now))).toEqual([
      'Today',
      'Yesterday',
      'Monday 23 November',
      'Sunday 23 November 2025',
    ])
    expect(days.map((day) => formatNearTime(day, now).replace(/, .*/, ''))).toEqual([
      'Today',
      'Yesterday',
      '11-23-2026',
      '11-23-2025',
    ])
  })

  it('join names', () => {
    expect([formatNames([]), formatNames(['Name']), formatNames(['Name', 'Icon', 'Year'])]).toEqual([
      '',
      'Name',
      'Name, Icon and Year',
    ])
  })

  it('write counts with their nouns', () => {
    expect([formatCount(0, 'user'), formatCount(1, 'user'), formatCount(1234, 'user')]).toEqual([
      '0 users',
      '1 user',
      '1,234 users',
    ])
    expect(formatCounts([6, 'sub topic'], [1, 'manual page'])).toBe('6 sub topics and 1 manual page')
    expect([formatCounts([0, 'sub topic'], [2, 'manual page']), formatCounts([0, 'page'])]).toEqual([
      '2 manual pages',
      '',
    ])
  })

  it('write days as MM-DD-YYYY without a time zone, and leave other text alone', () => {
    const days = [
      '2027-03-01',
      '2027-03-01T23:59:00-11:00',
      '2027-03-01 00:00:00',
      '3/1/2027',
      '03-0',
      'soon',
      '',
      undefined,
    ]
    const written = ['03-01-2027', '03-01-2027', '03-01-2027', '03-01-2027', '03-0', 'soon', '', '']
    expect(days.map(formatDate)).toEqual(written)
  })

  it('write times as MM-DD-YYYY in the zone of the browser, and the clock in its language', () => {
    const time = new Date(2026, 10, 1, 9, 5)
    const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(time)
    expect(formatDateTime(time.toISOString())).toBe(`11-01-2026, ${clock}`)
    expect(() => formatDateTime('yesterday')).toThrow(RangeError)
  })
})
