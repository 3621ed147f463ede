import { expect, it } from 'vitest'
import { formatZonedTime, zoneInWords } from './zoned-time.ts'

const LA = 'America/Los_Angeles'

it('is said in the time of the zone, with the year where it is another one', () => {
  const now = Date.parse('2026-11-26T00:00:00Z')
  expect(formatZonedTime('2026-12-01T16:00:00.000Z', LA, now)).toBe('1 Dec, 08:00')
  expect(formatZonedTime('2027-01-01T07:59:00.000Z', LA, now)).toBe('31 Dec, 23:59')
  expect(formatZonedTime('2027-01-01T08:00:00.000Z', LA, now)).toBe('1 Jan 2027, 00:00')
  expect([zoneInWords(LA), zoneInWords('UTC')]).toEqual(['Los Angeles time', 'UTC'])
})
