import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import type { Condition } from '../lists/condition.ts'
import { type SearchStrategy, textColumn } from '../lists/list-columns.ts'
import { readQuery } from '../raw-query.ts'
import { containsText, foldText, textKey } from './text-key.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const add = (name: string) => app.call(rvTypes.add, { name, seq_no: 1 })

describe('a list', () => {
  it.each([
    ['¯\\_(ツ)_/¯', 'contains', '¯\\_(ツ)_/¯'],
    ['ΟΔΟΣ', 'contains', 'οδοσ'],
    ['ΟΔΟΣ', 'contains', 'οδος'],
    ['Οδός', 'starts_with', 'ΟΔΌΣ'],
    ['Class A', 'contains', 'class '],
    ['Class A', 'contains', ' a'],
    ['Class A', 'starts_with', 'Class '],
    ['Class', 'starts_with', ' Class '],
    ['Class', 'equals', ' CLASS '],
    ['Class A', 'ends_with', 'S A '],
    ['Class A', 'ends_with', ' a'],
    ['Class', 'ends_with', ' class'],
    ['Class', 'not_equals', 'Classic'],
    ['Class', 'not_contains', 'class a'],
    ['Class', 'not_empty', ''],
    ['Straße', 'contains', 'STRASS'],
    ['CO₂ tanks', 'contains', 'co₂ t'],
  ])('of %s finds it where a name %s %j', async (name, op, value) => {
    await add(name)
    const { data } = await app.call(rvTypes.list, { filters: { name: { op, value } } })
    expect(data.map((row) => row.name)).toEqual([name])
  })

  it('finds no longer word where a name ends with a blank and a word', async () => {
    await add('Subclass')
    expect((await app.call(rvTypes.list, { filters: { name: { op: 'ends_with', value: ' class' } } })).total).toBe(0)
  })

  it.each(['contains', 'starts_with'])('finds no longer word where a name %s a word and a blank', async (op) => {
    await add('Classic')
    expect((await app.call(rvTypes.list, { filters: { name: { op, value: 'Class ' } } })).total).toBe(0)
  })
})

it('tells names apart that only look alike to a computer, and no others', async () => {
  await add('CO2 tanks')
  await add('CO₂ tanks')
  await add('Straße')
  for (const name of ['co₂ TANKS', 'STRASSE', 'CO2\u00a0tanks'])
    expect((await app.refusal(rvTypes.add, { name, seq_no: 1 })).errors).toEqual({
      name: ['RV type already exists.'],
    })
})

describe('a condition on a text', () => {
  const texts = ['¯\\_(ツ)_/¯', 'ΟΔΟΣ Σας', 'Class A', 'Classic', 'CO₂ 100%', 'e\u0301té été', '日本 日', 'a', '']
  const strategies: SearchStrategy[] = [
    { ownSearchTable: true, otherSearchTables: true, noIndex: '' },
    { ownSearchTable: false, otherSearchTables: false, noIndex: '' },
  ]
  const reference: Record<string, (text: string, value: string) => boolean> = {
    contains: containsText,
    equals: (text, value) => foldText(text).trim() === foldText(value).trim(),
    not_contains: (text, value) => !containsText(text, value),
    not_equals: (text, value) => foldText(text).trim() !== foldText(value).trim(),
    is_empty: (text) => textKey(text) === '',
    not_empty: (text) => textKey(text) !== '',
    ends_with: (text, value) => ` ${foldText(text).trim()}`.endsWith(foldText(value).trimEnd()),
    starts_with: (text, value) => `${foldText(text).trim()} `.startsWith(foldText(value).trimStart()),
  }

  it('finds the same with a search index, without, and as the rule says', async () => {
    const at = new Date().toISOString()
    const shared = { is_deleted: 0, version: 1, created_at: at, updated_at: at }
    const rows = texts.map((name, seq_no) => ({
      ...shared,
      id: `${seq_no}`,
      name,
      name_key: textKey(name),
      seq_no,
    }))
    await app.db.insertInto('rv_types').values(rows).execute()
    const column = textColumn('rv_types', 'name_key')
    const wanted = fc
      .tuple(fc.constantFrom(...texts), fc.nat(6), fc.integer({ min: 1, max: 12 }), fc.constantFrom('', ' ', '%', '"'))
      .map(
        ([text, from, length, end]) =>
          Array.from(text)
            .slice(from, from + length)
            .join('') + end,
      )
    const check = fc.asyncProperty(wanted, fc.constantFrom(...column.ops), async (value, op) => {
      const expected = rows.filter(({ name }) => reference[op]?.(name, value)).map(({ id }) => id)
      for (const strategy of strategies.slice(process.env.TEST_POSTGRES_URL ? 1 : 0)) {
        const { sql, values } = column.where(op, value, undefined, strategy) as Condition
        const found = await readQuery<{ id: string }>(
          app.db,
          `select id from rv_types where ${sql} order by seq_no`,
          values,
        )
        expect([op, value, found.map(({ id }) => id)]).toEqual([op, value, expected])
      }
    })
    await expect(fc.assert(check, { numRuns: 150 })).resolves.toBeUndefined()
  })
})
