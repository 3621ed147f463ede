import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyse } from 'scslre'
import { expect, it } from 'vitest'
import { expressionsIn } from './expressions.ts'

const project = join(import.meta.dirname, '..')

/**
 * Whether some texts take more than in proportion to their length: nested quantifiers, neighbours that take the same.
 */
const backtracks = (source: string, flags = '') => analyse({ source, flags }, { maxReports: 1 }).reports.length > 0

it('No regular expression backtracks: each takes a time in proportion to what it reads', () => {
  const files = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: project })
  const shipped = files.filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  const found = shipped.flatMap((file) => expressionsIn(file, readFileSync(join(project, file), 'utf8')).literals)
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter(({ source, flags }) => backtracks(source, flags))).toEqual([])
})

it.each(['(a+)+b', String.raw`^(\d+[ -]?)*$`, String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`, String.raw`\[[^\]]*\]`, ' +$'])(
  'One that backtracks would be found: %s',
  (source) => {
    expect(backtracks(source)).toBe(true)
  },
)
