import { describe, expect, it } from 'vitest'
import { number, rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { choiceFilter } from '#web/records/list/filters/choice-filter.tsx'
import { dateFilter } from '#web/records/list/filters/date-filter.tsx'
import { type Params, readListState, savedParams, toListInput, toSaved } from './list-state.ts'

const kinds = choiceFilter([
  { value: 'dealer', label: 'Dealer' },
  { value: 'service', label: 'Service' },
])
const columns = [
  rowNumber(),
  text('name', { title: 'Name' }),
  number('seq_no', { title: 'Sequence No.' }),
  { field: 'type', title: 'Type', filter: kinds },
  { field: 'due', title: 'Due', filter: dateFilter },
  status(),
]
const asked = (search: string, preferredSize?: 10 | 50 | 100) =>
  toListInput(readListState(search, columns, preferredSize), columns)
const filtersOf = (search: string) => asked(search).filters
const searchOf = (params: Params) =>
  `?${new URLSearchParams(Object.entries(params).filter((entry): entry is [string, string] => !!entry[1]))}`

describe('the address of a list', () => {
  it('means the first ten rows when it says nothing', () => {
    expect(asked('')).toEqual({ page: 1, per_page: 10 })
  })

  it('carries page, size, order and filters to the call', () => {
    expect(asked('?page=3&per_page=50&sort=name.desc&name=travel&seq_no=12&status=inactive')).toEqual({
      page: 3,
      per_page: 50,
      sort: [{ field: 'name', order: 'desc' }],
      filters: { name: { op: 'contains', value: 'travel' }, seq_no: { op: 'contains', value: '12' } },
      is_deleted: true,
    })
  })

  it('sorts by several columns, each once, and at most five', () => {
    expect(asked('?sort=seq_no.desc,name.asc,seq_no.asc').sort).toEqual([
      { field: 'seq_no', order: 'desc' },
      { field: 'name', order: 'asc' },
    ])
  })

  it('sorts by the status, which the server knows by another name', () => {
    expect(asked('?sort=status.desc')).toMatchObject({ sort: [{ field: 'is_deleted', order: 'desc' }] })
  })

  it('passes over what the list does not know', () => {
    expect(
      asked('?page=-1&per_page=7&sort=password.asc&seq_no=abc&status=maybe&type=shop&name=x&name.op=like&utm=x'),
    ).toEqual({ page: 1, per_page: 10 })
  })

  it.each([
    ['name=a&name.op=starts_with', { name: { op: 'starts_with', value: 'a' } }],
    ['name.op=is_empty', { name: { op: 'is_empty' } }],
    ['name.op=starts_with', undefined],
    ['seq_no=5&seq_no.op=gte', { seq_no: { op: 'gte', value: '5' } }],
    ['seq_no=5-10&seq_no.op=between_inclusive', { seq_no: { op: 'between_inclusive', value: '5', value_to: '10' } }],
    ['seq_no=5&seq_no.op=between_inclusive', undefined],
    ['type=dealer', { type: { op: 'eq', value: 'dealer' } }],
    ['type=service,dealer,shop', { type: { op: 'in', value: ['dealer', 'service'] } }],
    ['due=lt.2027-03-01', { due: { op: 'lt', value: '2027-03-01' } }],
  ])('filters by %s', (search, filters) => {
    expect(filtersOf(`?${search}`)).toEqual(filters)
  })

  it('shows as many rows as the administrator prefers, unless it names a size or a page', () => {
    expect(asked('', 50).per_page).toBe(50)
    expect(asked('?per_page=100', 50).per_page).toBe(100)
    // From somebody who sees ten rows: with fifty, page 3 would be other rows.
    expect(asked('?page=3', 50).per_page).toBe(10)
    expect(asked('?page=1', 50).per_page).toBe(50)
  })
})

describe('what a view keeps', () => {
  it.each([
    '?sort=seq_no.desc%2Cname.asc&name=a%2Cb&name.op=starts_with&type=dealer%2Cservice',
    '?name.op=is_empty&due=between.2027-03-01.2027-04-01&status=active',
    '?seq_no=5-10&seq_no.op=between_inclusive',
  ])('leads back to the same rows: %s', (search) => {
    const saved = toSaved(readListState(search, columns), columns)
    const again = searchOf(savedParams(JSON.parse(JSON.stringify(saved)) as typeof saved, columns))
    expect(asked(again)).toEqual(asked(search))
  })

  it('takes the place of the filters, the sort and the page that were there', () => {
    expect(savedParams({ filters: { name: { value: 'a' } }, per_page: 50 }, columns)).toMatchObject({
      page: null,
      sort: null,
      per_page: '50',
      name: 'a',
      status: null,
      'seq_no.op': null,
    })
  })
})
