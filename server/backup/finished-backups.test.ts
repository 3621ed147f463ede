import { expect, it } from 'vitest'
import { backupsToForget, type FinishedBackup } from './finished-backups.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-23T12:00:00Z')
const KEEP = { days: 7, weeks: 4, months: 12 }
const every = (hours: number, count: number): FinishedBackup[] =>
  Array.from({ length: count }, (_, place) => ({
    path: `${place}`,
    at: new Date(NOW - place * hours * HOUR),
    missing: [],
  }))
const keptOf = (backups: FinishedBackup[], keep = KEEP) => {
  const gone = new Set(backupsToForget(backups, keep, NOW))
  return backups.filter((backup) => !gone.has(backup)).map(({ at }) => at.toISOString().slice(0, 13))
}

it('keeps the newest of each of the last days, weeks and months', () => {
  const kept = keptOf(every(24, 800))
  expect(kept.slice(0, 7)).toEqual([23, 22, 21, 20, 19, 18, 17].map((day) => `2026-11-${day}T12`))
  expect(kept.slice(7)).toEqual([
    // The last days of the two weeks and of the months before; 15 and 8 November are Sundays.
    '2026-11-15T12',
    '2026-11-08T12',
    ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30'].map(
      (day) => `${day}T12`,
    ),
    ...['2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'].map((day) => `${day}T12`),
  ])
})

it('pushes nothing out for many backups in one afternoon, and keeps them for a day', () => {
  const afternoon = every(0.01, 40)
  const before = every(24, 30).slice(2)
  const kept = keptOf([...afternoon, ...before])
  expect(kept).toHaveLength(40 + keptOf([...afternoon.slice(0, 1), ...before]).length - 1)
})

it('counts days that have a backup, so that a server that was off for long keeps its own', () => {
  const old = every(24, 40).slice(30)
  expect(keptOf(old, { days: 7, weeks: 0, months: 0 })).toHaveLength(7)
})
