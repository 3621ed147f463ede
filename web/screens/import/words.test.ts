import { describe, expect, it } from 'vitest'
import { importFields } from '#contract/imports.ts'
import {
  applyLabel,
  columnsInWords,
  countsInWords,
  type FileColumn,
  fieldInWords,
  firstShown,
  mappingOf,
  nameOfColumn,
  whatHappens,
  withField,
} from './words.ts'

const counts = (more = {}) => ({ new: 0, changed: 0, unchanged: 0, refused: 0, ...more })
const column = (number: number, head: string, field: string | null, key = head): FileColumn => ({
  number,
  head,
  key,
  field,
  suggestion: null,
  samples: [],
})

describe('what an import would do', () => {
  it.each([
    [
      { new: 12, changed: 3, unchanged: 9985, refused: 37 },
      'The import adds 12 dealers, changes 3 dealers and leaves 9,985 as they are, as one change that can be undone. 37 refused rows stay out. Nothing has been changed yet.',
    ],
    [{ new: 1 }, 'The import adds 1 dealer, as one change that can be undone. Nothing has been changed yet.'],
    [{ unchanged: 10_000 }, 'Nothing to import: all 10,000 rows are unchanged.'],
    [{ unchanged: 1 }, 'Nothing to import: the only row is unchanged.'],
    [{ unchanged: 3, refused: 2 }, 'Nothing to import: 3 unchanged, 2 refused.'],
    [{}, 'Nothing to import: the file has no rows below its heads.'],
  ])('of %o is said in sentences', (of, words) => {
    expect(whatHappens('dealers', counts(of))).toBe(words)
  })

  it('is on the button that does it', () => {
    expect(applyLabel(counts({ new: 12, changed: 3, unchanged: 5 }))).toBe('Import 12 new, 3 changed')
    expect(applyLabel(counts({ new: 12, refused: 37 }))).toBe('Import without the 37 refused rows')
    expect(applyLabel(counts({ new: 12, refused: 1 }))).toBe('Import without the refused row')
  })

  it('counts what there is, and shows first what somebody has to look at', () => {
    expect(countsInWords(counts({ new: 1200, refused: 3 }))).toBe('1,200 new, 3 refused')
    expect(firstShown(counts({ new: 1, refused: 3 }))).toBe('refused')
    expect(firstShown(counts({ new: 1, changed: 3 }))).toBe('changed')
    expect(firstShown(counts({ unchanged: 3 }))).toBeUndefined()
  })
})

describe('the columns of a file', () => {
  it('are called by their heads, and by their numbers where those do not tell them apart', () => {
    expect(nameOfColumn(column(1, 'Name', 'name'))).toBe('Name')
    expect(nameOfColumn(column(2, 'Phone', null, '2'))).toBe('Column 2 (Phone)')
    expect(nameOfColumn(column(3, '', null, '3'))).toBe('Column 3')
  })

  it.each([
    [[column(1, 'Name', 'name')], 'Its only column is imported.'],
    [[column(1, 'Name', 'name'), column(2, 'City', 'city')], 'All 2 columns are imported.'],
    [[column(1, 'Name', 'name'), column(2, 'Notes', null)], '1 of 2 columns is imported. Not imported: “Notes”.'],
    [[column(1, 'Notes', null)], 'No column is imported yet: “Notes”. Please choose what they hold.'],
  ])('say which are not imported', (columns, words) => {
    expect(columnsInWords(columns)).toBe(words)
  })

  it('hold a field each', () => {
    const columns = [column(1, 'Name', 'name'), column(2, 'Title', null)]
    expect(mappingOf(withField(columns, 'Title', 'name'))).toEqual({ Name: null, Title: 'name' })
    expect(mappingOf(withField(columns, 'Name', null))).toEqual({ Name: null, Title: null })
    expect(importFields('dealers').some(({ field }) => field === 'name')).toBe(true)
  })
})

it.each([
  ['dealers', { field: 'type', label: 'Type', from: 'dealer', to: 'both' }, 'Dealer', 'Dealer & Service'],
  ['dealers', { field: 'latitude', label: 'Latitude', from: 44, to: 44.5 }, '44', '44.5'],
  [
    'models',
    { field: 'cat_id', label: 'RV Type', from: { _id: 'one', name: 'Travel' }, to: 'Class A' },
    'Travel',
    'Class A',
  ],
] as const)('a field of %s is shown as lists show it', (type, field, from, to) => {
  expect(fieldInWords(type, field)).toEqual({ label: field.label, from, to })
})
