import { describe, expect, it } from 'vitest'
import { number, rowNumber, status, text } from './columns.tsx'
import { readListState, toListInput } from './list-state.ts'

const columns = [rowNumber(), text('name', 'Name'), number('seq_no', 'Sequence No.'), status()]
const asked = (search: string) => toListInput(readListState(search, columns), columns)

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

  it('sorts by the status, which the server knows by another name', () => {
    expect(asked('?sort=status.desc')).toMatchObject({ sort: [{ field: 'is_deleted', order: 'desc' }] })
  })

  it('passes over what the list does not know', () => {
    expect(asked('?page=-1&per_page=7&sort=password.asc&seq_no=abc&status=maybe&utm=x')).toEqual({
      page: 1,
      per_page: 10,
    })
  })
})
