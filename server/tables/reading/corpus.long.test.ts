import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { expect, it } from 'vitest'
import { outcomeOf } from './testing/outcome.ts'

const folder = join(import.meta.dirname, 'corpus')
const END = '.expected.json'
const names = readdirSync(folder).filter((name) => !name.endsWith(END))

it('the corpus has at least 60 files, each with what it is read as', () => {
  expect(names.length).toBeGreaterThanOrEqual(60)
  expect(readdirSync(folder).length).toBe(names.length * 2)
})

it.each(names)('%s is read as expected', async (name) => {
  const expected = JSON.parse(readFileSync(join(folder, name + END), 'utf8')) as object
  const read = 'refused' in expected ? {} : { format: extname(name).slice(1), head_row: expect.any(Number) }
  expect(await outcomeOf(join(folder, name))).toMatchObject({ ...expected, ...read })
})
