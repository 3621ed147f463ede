import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as columns from './list-columns.ts'
import {
  addedByColumn,
  dateColumn,
  externalIdColumn,
  flagColumn,
  fractionColumn,
  idColumn,
  nameColumn,
  numberColumn,
  optionalNameColumn,
  phoneColumn,
  plainTextColumn,
  textColumn,
  timeColumn,
  visibleToColumn,
} from './list-columns.ts'

const kinds = {
  text: textColumn('topics', 'name_key'),
  phone: phoneColumn('dealers', 'phone'),
  name: nameColumn('topics', 'sub_topics.topic_id'),
  optionalName: optionalNameColumn('users', 'rvs.user_id'),
  addedBy: addedByColumn('checklists.added_by_id'),
  externalId: externalIdColumn('models'),
  id: idColumn('models.cat_id'),
  visibleTo: visibleToColumn('checklists'),
  number: numberColumn('models.seq_no'),
  fraction: fractionColumn('dealers.latitude'),
  date: dateColumn('maintenance_items.due_date'),
  time: timeColumn('users.created_at'),
  flag: flagColumn('users.status'),
  plainText: plainTextColumn('changes.title_key'),
}

const strategies = [
  { ownSearchTable: true, otherSearchTables: true, noIndex: '' },
  { ownSearchTable: false, otherSearchTables: true, noIndex: '+' },
  { ownSearchTable: false, otherSearchTables: true, noIndex: '+', order: 'users.created_at' },
  { ownSearchTable: true, otherSearchTables: true, noIndex: '', checksRows: true },
  { ownSearchTable: false, otherSearchTables: false, noIndex: '', checksRows: true },
  { ownSearchTable: false, otherSearchTables: false, noIndex: '' },
] as const

const samples = [
  'a',
  'abc',
  'a ',
  'abc ',
  ' a',
  ' abc',
  '1',
  '1.5',
  'true',
  'false',
  '2026-01-01',
  '-1',
  '555',
  '+1 541 555-0100',
]
const lists = [['a'], ['a', 'b'], ['a', 'b', 'c'], ['true'], ['false'], ['true', 'false']]

/**
 * Every form that a condition on a text can take, whatever is searched for: with a search index, or without for short
 * texts.
 */
const shapesOf = (kind: keyof typeof kinds, op: string) =>
  new Set(
    strategies.flatMap((strategy) => [
      ...samples.map((value) => kinds[kind].where(op, value, value, strategy)?.sql),
      ...lists.map((value) => kinds[kind].where(op, value, undefined, strategy)?.sql),
    ]),
  )

it('is proved for every kind of column there is', () => {
  const made = Object.keys(columns).filter((name) => name.endsWith('Column'))
  expect(made.sort()).toEqual(
    Object.keys(kinds)
      .map((kind) => `${kind}Column`)
      .sort(),
  )
})

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('a condition on a column of the kind %s', (kind) => {
  it('has the same words whatever is looked for, which stands in its values alone', () => {
    const one = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.constantFrom("'", '"', '--', '%', '?', '\\'))
    const several = fc.uniqueArray(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('true', 'false')), {
      minLength: 1,
      maxLength: 3,
    })
    for (const op of kinds[kind].ops) {
      const anything = op === 'in' ? several : one
      const shapes = shapesOf(kind, op)
      fc.assert(
        fc.property(anything, one, fc.constantFrom(...strategies), (value, to, strategy) => {
          const condition = kinds[kind].where(op, value, to, strategy)
          if (!condition) return
          expect(shapes).toContain(condition.sql)
          expect(condition.sql.split('?').length - 1).toBe(condition.values.length)
        }),
      )
    }
  })
})

describe('the values of a filter', () => {
  const [strategy] = strategies
  it.each([
    ['text', 'contains', ['abc']],
    ['name', 'equals', undefined],
    ['id', 'eq', ['abc']],
    ['id', 'eq', undefined],
    ['id', 'in', 'abc'],
    ['flag', 'in', ['true', 'maybe']],
    ['flag', 'in', 'true'],
    ['number', 'eq', ['1']],
    ['number', 'contains', ['1']],
    ['date', 'eq', ['2026-01-01']],
    ['time', 'eq', '2026-01-32'],
    ['time', 'eq', '2026-01-01T25:00:00Z'],
    ['time', 'eq', '2026-01-01T10:00:00'],
    ['time', 'eq', '0000-01-01T00:00:00+14:00'],
  ] as const)('that do not fit are refused: %s %s %j', (kind, op, value) => {
    const given = typeof value === 'object' ? [...value] : value
    expect(kinds[kind].where(op, given, undefined, strategy)).toBeNull()
  })

  it('are compared once each', () => {
    expect(kinds.id.where('in', ['b', 'a', 'b'], undefined, strategy)).toEqual({
      sql: 'models.cat_id in (?, ?)',
      values: ['b', 'a'],
    })
  })

  it('of referenced names are compared row by row where no index finds them, so that few rows take no time', () => {
    const checked = { ownSearchTable: false, otherSearchTables: true, noIndex: '', checksRows: true } as const
    for (const kind of ['name', 'optionalName', 'addedBy'] as const) {
      const readsAll = (op: string, value: string) =>
        / in \(select id from/.test(kinds[kind].where(op, value, undefined, checked)?.sql ?? '')
      expect([readsAll('contains', 'e'), readsAll('not_contains', 'an'), readsAll('not_empty', '')]).toEqual([
        false,
        false,
        false,
      ])
      expect([readsAll('contains', 'ann'), readsAll('starts_with', 'a'), readsAll('not_equals', 'Ann')]).toEqual([
        true,
        true,
        true,
      ])
    }
  })

  it('of referenced names are joined on PostgreSQL, also those that a name is not', () => {
    const joined = { ownSearchTable: false, otherSearchTables: false, noIndex: '', checksRows: true } as const
    const startOf = (op: string) => kinds.optionalName.where(op, 'Ann', undefined, joined)?.sql.split(' (')[0]
    expect(['contains', 'equals', 'not_empty'].map(startOf)).toEqual(['exists', 'exists', 'exists'])
    expect(['not_contains', 'not_equals', 'is_empty'].map(startOf)).toEqual(['not exists', 'not exists', 'not exists'])
  })

  it('are a range of the index that is walked for the order of the same column, and of no other', () => {
    const walk = { ownSearchTable: false, otherSearchTables: true, noIndex: '+' } as const
    const sqlOf = (op: string, order: string) => kinds.time.where(op, '2026-01-01', undefined, { ...walk, order })?.sql
    expect(sqlOf('gte', 'users.created_at')).toBe('users.created_at >= ?')
    expect(sqlOf('gte', 'users.updated_at')).toBe('+users.created_at >= ?')
    expect(sqlOf('ne', 'users.created_at')).toBe('not (+users.created_at >= ? and +users.created_at < ?)')
  })
})
