import { expect, it } from 'vitest'
import { fromZonedTime, toZonedTime } from './zoned-time.ts'

const LA = 'America/Los_Angeles'

it.each([
  [LA, '2026-12-01', '08:00', '2026-12-01T16:00:00.000Z'],
  [LA, '2026-07-01', '08:00', '2026-07-01T15:00:00.000Z'],
  ['UTC', '2026-12-01', '08:00', '2026-12-01T08:00:00.000Z'],
  ['Asia/Kolkata', '2026-12-01', '00:15', '2026-11-30T18:45:00.000Z'],
  ['Pacific/Chatham', '2026-12-01', '08:00', '2026-11-30T18:15:00.000Z'],
  ['Europe/Berlin', '2027-03-28', '08:00', '2027-03-28T06:00:00.000Z'],
])('%s: %s %s is %s, and back', (zone, day, time, iso) => {
  expect(fromZonedTime(day, time, zone)).toBe(iso)
  expect(toZonedTime(iso, zone)).toEqual([day, time])
})

it('takes the first of two times, and as much later where clocks leap over it', () => {
  expect(fromZonedTime('2026-11-01', '01:30', LA)).toBe('2026-11-01T08:30:00.000Z')
  expect(fromZonedTime('2027-03-14', '02:30', LA)).toBe('2027-03-14T10:30:00.000Z')
  expect(toZonedTime('2027-03-14T10:30:00.000Z', LA)).toEqual(['2027-03-14', '03:30'])
  expect(fromZonedTime('2027-10-03', '02:15', 'Australia/Lord_Howe')).toBe('2027-10-02T15:45:00.000Z')
})

it('goes there and back at every hour of a year in six zones', () => {
  for (const zone of [LA, 'Europe/London', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC'])
    for (let hour = 0; hour < 8760; hour += 7) {
      const iso = new Date(Date.UTC(2027, 0, 1, hour)).toISOString()
      const again = fromZonedTime(...toZonedTime(iso, zone), zone)
      // When two moments show the same wall time, the first is meant.
      if (again !== iso) expect(toZonedTime(again, zone)).toEqual(toZonedTime(iso, zone))
      expect(again <= iso).toBe(true)
    }
})
