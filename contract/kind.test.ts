import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { column, recordKind } from './kind.ts'
import { seenBy } from './owner/seen-by.ts'

describe('whom a column is for', () => {
  it('must be said', () => {
    // @ts-expect-error
    expect(column.text('Name').audience).toBeUndefined()
    // @ts-expect-error
    expect(column.secret('Password', 'owners', 'password').type).toBe('secret')
  })

  it('decides what owners see, whatever the list shows', () => {
    const kind = {
      columns: {
        name: column.keyed('Name', 'owners', 'Hat'),
        price: column.number('Price', 'office'),
        logo_file: column.picture('Logo', 'owners', 'logo'),
        added_by: column.text('Added by', 'personal', 'Ada'),
      },
    }
    const text = z.string()
    const row = z.object({ _id: text, price: z.int(), logo: text, name: text, added_by: text, count: z.int() })
    const seen = seenBy('owners', kind, row, ['count'])
    expect(Object.keys(seen.shape)).toEqual(['_id', 'logo', 'name', 'count'])
    expectTypeOf<Omit<z.output<typeof seen>, 'in_english'>>().toEqualTypeOf<{
      _id: string
      logo: string
      name: string
      count: number
    }>()
    expect(Object.keys(seenBy('personal', kind, row, []).shape)).toEqual(['_id', 'added_by'])
  })
})

it('a kind must say what tells its records apart', () => {
  const name = column.text('Name', 'office', 'Hat')
  const silent = {
    noun: ['visit', 'visits'],
    name: 'Visit',
    key: 'visit_id',
    tag: 'Visits',
    about: 'Visits.',
    help: 'Visits.',
    title: ['name'],
    bulk: [],
    set: [],
  } as const
  // @ts-expect-error
  expect(recordKind({ ...silent, columns: { name } }).name).toBe('Visit')
})

describe('the name of a column', () => {
  const plain = {
    noun: ['visit', 'visits'],
    name: 'Visit',
    key: 'visit_id',
    tag: 'Visits',
    about: 'Visits.',
    help: 'Visits.',
    title: ['name'],
    disambiguatedBy: [],
    bulk: [],
    set: [],
  } as const
  const name = column.text('Name', 'office', 'Hat')

  it('is none that every record or list has', () => {
    const kinds = [
      // @ts-expect-error
      recordKind({ ...plain, columns: { name, updated_by: column.text('Updated by', 'office', 'Ada') } }),
      // @ts-expect-error
      recordKind({ ...plain, columns: { name, code: column.number('Code', 'office', 1, { wire: 'srno' }) } }),
      // @ts-expect-error
      recordKind({ ...plain, columns: { name, status: column.text('Status', 'office', 'OPEN') } }),
    ]
    expect(kinds).toHaveLength(3)
  })

  it('is `status` for the state of a record', () => {
    const kind = recordKind({
      ...plain,
      columns: { name, status: column.text('Status', 'office', 'OPEN') },
      state: 'status',
    })
    expect(kind.state).toBe('status')
  })
})

describe('whether many records can be given the same value in a column', () => {
  const kind = {
    noun: ['visit', 'visits'],
    name: 'Visit',
    key: 'visit_id',
    tag: 'Visits',
    about: 'Visits.',
    help: 'Visits.',
    title: ['name'],
    disambiguatedBy: [],
    unique: { columns: ['name'], thing: 'Visit', field: 'name' },
    bulk: [],
  } as const
  const columns = {
    name: column.text('Name', 'office', 'Hat'),
    seq_no: column.number('Sequence No.', 'office'),
    place: column.text('Place', 'office', 'Bend'),
    note: column.text('Note', 'office', 'Once more.'),
    logo_file: column.picture('Logo', 'office', 'logo'),
  }

  it('must be said of a kind, and of each column where it has some', () => {
    const kinds = [
      recordKind({ ...kind, columns, set: ['place'], notSet: ['note'] }),
      recordKind({ ...kind, columns, set: [] }),
      // @ts-expect-error
      recordKind({ ...kind, columns }),
      // @ts-expect-error
      recordKind({ ...kind, columns, set: ['place'] }),
    ]
    expect(kinds).toHaveLength(4)
  })
})

it('a call that a repeated one would do twice must say that it takes a key', () => {
  const [input, output] = [z.object({}), z.object({})]
  const calls = [
    endpoint('visits/add', input, output, { change: 'add', once: true }),
    endpoint('visits/edit', input, output, { change: 'edit' }),
    // @ts-expect-error
    endpoint('visits/add', input, output, { change: 'add' }),
    // @ts-expect-error
    endpoint('visits/import', input, output, { change: 'import' }),
  ]
  expect(calls).toHaveLength(4)
})
