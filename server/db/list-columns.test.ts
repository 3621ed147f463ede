import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as columns from './list-columns.ts'
import {
  addedByColumn,
  dateColumn,
  flagColumn,
  idColumn,
  nameColumn,
  numberColumn,
  sequenceColumn,
  textColumn,
  visibleToColumn,
} from './list-columns.ts'

const kinds = {
  text: textColumn('topics', 'name_key'),
  name: nameColumn('topics', 'sub_topics.topic_id'),
  addedBy: addedByColumn('checklists.added_by_id'),
  id: idColumn('models.cat_id'),
  visibleTo: visibleToColumn('checklists'),
  number: numberColumn('topics.seq_no'),
  sequence: sequenceColumn('models.seq_no'),
  date: dateColumn('maintenance_items.due_date'),
  flag: flagColumn('users.status'),
}

const strategies = [
  { ownSearchTable: true, otherSearchTables: true, noIndex: '' },
  { ownSearchTable: false, otherSearchTables: true, noIndex: '+' },
  { ownSearchTable: false, otherSearchTables: false, noIndex: '' },
] as const

/** All that a condition on a text may be, whatever is looked for: with a search index, or without for short texts. */
const shapesOf = (kind: keyof typeof kinds, op: string) =>
  new Set(
    strategies.flatMap((strategy) =>
      ['a', 'abc', 'a ', 'abc ', '1', '1.5', 'true', 'false', '2026-01-01', '-1'].map(
        (value) => kinds[kind].where(op, value, value, strategy)?.sql,
      ),
    ),
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
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom("'", '"', '--', '%', '?', '\\'),
    )
    for (const op of kinds[kind].ops) {
      const shapes = shapesOf(kind, op)
      fc.assert(
        fc.property(anything, anything, fc.constantFrom(...strategies), (value, to, strategy) => {
          const condition = kinds[kind].where(op, value, to, strategy)
          if (!condition) return
          expect(shapes).toContain(condition.sql)
          expect(condition.sql.split('?').length - 1).toBe(condition.values.length)
        }),
      )
    }
  })
})
