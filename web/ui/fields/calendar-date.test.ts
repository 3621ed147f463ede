import { describe, expect, it } from 'vitest'
import { formatDate } from '#web/ui/format.ts'
import { dayAfter, isDate, parseTypedDate } from './calendar-date.ts'

/** Types a text key by key into an empty field. */
const typing = (keys: string) =>
  Array.from(keys).reduce((text, key) => parseTypedDate(formatDate(text) + key, text), '')

describe('a day of the calendar', () => {
  it('has a next one, over months, years and leap days', () => {
    expect(['2027-03-31', '2027-12-31', '2028-02-28', '2027-02-28'].map(dayAfter)).toEqual([
      '2027-04-01',
      '2028-01-01',
      '2028-02-29',
      '2027-03-01',
    ])
  })

  it('must exist', () => {
    expect(['2028-02-29', '2027-02-29', '2027-13-01', '2027-00-10', '27-01-01', ''].map(isDate)).toEqual([
      true,
      ...Array<boolean>(5).fill(false),
    ])
  })
})

describe('typing a date', () => {
  it.each([
    ['03012027', '2027-03-01'],
    ['03-01-2027', '2027-03-01'],
    ['03/01/2027', '2027-03-01'],
    ['3/1/2027', '2027-03-01'],
    ['3.01.2027', '2027-03-01'],
    ['\u200e03\u20111\u20112027\u00a0', '2027-03-01'],
  ])('takes %s', (keys, date) => expect(typing(keys)).toBe(date))

  it('takes what is pasted, in either order', () => {
    expect(parseTypedDate(' 2027-03-01 ')).toBe('2027-03-01')
    expect(parseTypedDate('03012027')).toBe('2027-03-01')
  })

  it('puts the dashes in, and lets them be taken back', () => {
    expect(typing('03')).toBe('03-')
    expect(typing('0301')).toBe('03-01-')
    expect(parseTypedDate('03-01', '03-01-')).toBe('03-01')
    expect(parseTypedDate('03', '03-')).toBe('03')
  })

  it('keeps a day that does not exist as it was typed', () => {
    expect(typing('02302027')).toBe('02-30-2027')
    expect(typing('ab')).toBe('')
  })
})
