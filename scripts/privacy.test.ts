import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Column } from '../contract/column.ts'
import { kinds, type RecordType, recordTypes } from '../contract/kinds.ts'
import { aboutOf } from '../contract/personal.ts'
import { held, privacyPage } from './privacy-page.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/privacy.md'), 'utf8')
const columnsOf = (type: RecordType): Record<string, Column> => kinds[type].columns
const tables = held.flatMap(({ tables }) => tables)

it('docs/privacy.md says of each column and table what scripts/write-privacy.ts writes', () => {
  expect(page).toBe(privacyPage(page))
})

it.each(recordTypes)('a column that is added to %s is missing there', (type) => {
  const added = { ...columnsOf(type), made_up: { audience: 'office', label: 'Made up', type: 'text' } as const }
  const wanted = privacyPage(page, { columnsOf: (one) => (one === type ? added : columnsOf(one)), held })
  expect(wanted).toContain('Made up')
  expect(page).not.toContain('Made up')
})

it('a page without a place for a table is refused', () => {
  expect(() => privacyPage(page.replace('<!-- owners:', '<!-- others:'))).toThrow('no place for the table “owners”')
})

it('each table is told of once, and each kind that says something of people', () => {
  // One may hold something of owners and something of administrators.
  const all = held.flatMap(({ about, tables }) => tables.map((table) => `${about}: ${table}`))
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted())
  const ofPeople = recordTypes.filter((type) =>
    Object.keys(columnsOf(type)).some((column) => aboutOf(type, column) !== 'thing'),
  )
  const told = recordTypes.filter((type) => tables.includes(type))
  expect(told).toEqual(ofPeople)
})

it('what is personal to the contract is about a person, about a thing of theirs, or a text', () => {
  const office = recordTypes.flatMap((type) =>
    Object.entries(columnsOf(type)).flatMap(([name, { audience }]) =>
      audience === 'personal' && aboutOf(type, name) === 'thing' ? `${type}.${name}` : [],
    ),
  )
  // The RV outlives its owner.
  expect(office).toEqual(
    ['cat_id', 'model_id', 'year_id', 'serial_no', 'vin', 'transfer_refused', 'full_vin'].map((name) => `rvs.${name}`),
  )
})

it('each text that may name a person is one that an erase searches, or a file', () => {
  const unsearched = recordTypes.flatMap((type) =>
    Object.entries(columnsOf(type)).flatMap(([name, facts]) =>
      aboutOf(type, name) === 'text' && facts.type !== 'text' && facts.type !== 'rich_text' ? `${type}.${name}` : [],
    ),
  )
  expect(unsearched).toEqual(['cms_pages.edits', 'manuals.pdf_file', 'manuals.pdf_file_fr', 'manual_pages.edits'])
})
