import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { textKey } from '../search/text-key.ts'

const types = ['Travel Trailer', 'Truck Camper', 'Fünfter 100% _Rad_ "quoted"']

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  const type = []
  for (const [index, name] of types.entries()) {
    type.push((await app.call(rvTypes.add, { name, seq_no: index })).data._id)
  }
  const year = (await app.call(years.add, { name: '2026' })).data._id
  for (let number = 0; number < 120; number++) {
    await app.call(models.add, {
      cat_id: type[number % 3],
      year_id: year,
      name: `Model ${number}`,
      seq_no: number % 7,
      description: number % 2 ? 'with SLIDE-OUT' : 'ÜBERDACHT, without',
    })
  }
  const { data } = await app.call(models.list, {})
  for (const { _id } of data.slice(0, 30)) await app.call(models.delete, { model_id: _id })
})
afterAll(() => app.close())

const list = (input: object) => app.call(models.list, input)
const names = async (input: object) => (await list(input)).data.map(({ name }) => name)

describe('pages', () => {
  it('count rows across pages and never overlap', async () => {
    const pages = [1, 2, 3].map((page) => list({ page, per_page: 50 }))
    const rows = (await Promise.all(pages)).flatMap(({ data }) => data)
    expect(rows.map(({ srno }) => srno)).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(120)
  })

  it('hold ten rows unless asked otherwise, and digits in strings mean numbers', async () => {
    const page = await list({ page: '2' })
    expect([page.data.length, page.current_page, page.total]).toEqual([10, 2, 120])
    expect((await list({ page: 1, per_page: '50' })).data).toHaveLength(50)
  })

  it('are the first when only their size is asked for', async () => {
    const page = await list({ per_page: 7 })
    expect([page.data.length, page.current_page, page.total]).toEqual([7, 1, 120])
  })

  it('beyond the end are empty, however far', async () => {
    expect(await list({ page: 999_999_999_999, per_page: 100 })).toMatchObject({ data: [], total: 120 })
  })

  it('are left out: all records come', async () => {
    expect((await list({})).data).toHaveLength(120)
  })

  it('come by the order of the list: types in theirs, then models in sequence, then newest first', async () => {
    const rows = (await list({})).data
    const expected = rows.toSorted(
      (one, other) =>
        types.indexOf(one.rv_type) - types.indexOf(other.rv_type) ||
        one.seq_no - other.seq_no ||
        other.created_at.localeCompare(one.created_at) ||
        one._id.localeCompare(other._id),
    )
    expect(rows).toEqual(expected)
  })

  it.each([
    { page: 0 },
    { page: -1 },
    { page: 'x' },
    { per_page: 0 },
    { per_page: 101 },
    { page: 1.5 },
    { sort: 'name' },
    { filters: { name: {} } },
    { filters: { cat_id: { op: 'in', value: [] } } },
    { filters: { cat_id: { op: 'in', value: Array(101).fill('x') } } },
  ])('refuse %j', async (input) => {
    expect((await app.refusal(models.list, input)).status).toBe(422)
  })
})

describe('is_deleted', () => {
  it('chooses active or deleted rows, as a boolean or as text', async () => {
    expect((await list({ is_deleted: 'true' })).total).toBe(30)
    expect((await list({ is_deleted: false })).total).toBe(90)
    const both = { is_deleted: true, filters: { name: { value: 'model' } } }
    expect((await list(both)).total).toBe(30)
    expect((await list({ filters: { is_deleted: { value: true }, name: { value: 'model' } } })).total).toBe(30)
  })
})

describe('filters', () => {
  it('contain text in any case, with and without the search index', async () => {
    expect((await list({ filters: { description: { value: 'slide-OUT' } } })).total).toBe(60)
    expect((await list({ filters: { description: { value: 'übER' } } })).total).toBe(60)
    expect((await list({ filters: { name: { value: '11' } } })).total).toBe(11)
    expect(await names({ filters: { name: { value: 'del 119' } } })).toEqual(['Model 119'])
  })

  it('take what would mean something in a query language for plain text', async () => {
    for (const value of [
      '100% _Rad',
      '%',
      '_',
      '"quoted"',
      '" OR name_key : "',
      "' or 1=1 --",
      '*',
      'name_key:x',
      '\\',
    ]) {
      const { total, data } = await list({ filters: { rv_type: { value } } })
      const expected = data.filter(({ rv_type }) => rv_type.toLowerCase().includes(value.toLowerCase()))
      expect([value, total]).toEqual([value, expected.length])
    }
    expect((await list({ filters: { rv_type: { value: '100% _rad_ "' } } })).total).toBe(40)
  })

  it('equal and start with text', async () => {
    expect(await names({ filters: { name: { op: 'equals', value: ' MODEL 7 ' } } })).toEqual(['Model 7'])
    expect((await list({ filters: { name: { op: 'starts_with', value: 'model 11' } } })).total).toBe(11)
    expect((await list({ filters: { name: { op: 'starts_with', value: 'odel' } } })).total).toBe(0)
  })

  it.each([
    ['eq', 3, undefined, 17],
    ['ne', '3', undefined, 103],
    ['lt', 2, undefined, 35],
    ['lte', 2, undefined, 52],
    ['gt', 5, undefined, 17],
    ['gte', 5, undefined, 34],
    ['between', 1, 4, 34],
    ['between_inclusive', 1, '4', 68],
  ])('compare numbers: %s %s', async (op, value, value_to, total) => {
    expect((await list({ filters: { seq_no: { op, value, value_to } } })).total).toBe(total)
  })

  it('contain digits of a sequence number, beside the operators of numbers', async () => {
    for (const seq_no of [1, 10, 21, 32]) await app.call(rvTypes.add, { name: `Numbered ${seq_no}`, seq_no })
    const found = async (value: unknown) =>
      (await app.call(rvTypes.list, { filters: { seq_no: { op: 'contains', value } } })).data.map(({ name }) => name)
    expect(await found('1')).toEqual(['Numbered 1', 'Truck Camper', 'Numbered 10', 'Numbered 21'])
    expect(await found(21)).toEqual(['Numbered 21'])
    expect(await found('01')).toEqual([])
  })

  it('find times by their day in UTC, or by themselves', async () => {
    const { created_at } = (await list({})).data[60] ?? expect.fail('no model')
    const day = created_at.slice(0, 10)
    const total = async (op: string, value: string, value_to?: string) =>
      (await list({ filters: { created_at: { op, value, value_to } } })).total
    expect([await total('eq', day), await total('ne', day), await total('lt', day), await total('gt', day)]).toEqual([
      120, 0, 0, 0,
    ])
    expect([await total('lte', day), await total('gte', day), await total('between_inclusive', day, day)]).toEqual([
      120, 120, 120,
    ])
    expect(await total('between', day, day)).toBe(0)
    const at = await total('eq', created_at)
    expect(at).toBeGreaterThan(0)
    expect((await total('lt', created_at)) + at + (await total('gt', created_at))).toBe(120)
    const there = `${new Date(Date.parse(created_at) + 3_600_000).toISOString().slice(0, -1)}+01:00`
    expect(await total('eq', there)).toBe(at)
  })

  it('take one of several choices', async () => {
    const ids = [...new Set((await list({})).data.map(({ cat_id }) => cat_id._id))].slice(0, 2)
    const total = async (value: string[]) => (await list({ filters: { cat_id: { op: 'in', value } } })).total
    expect([await total(ids), await total(ids.slice(1)), await total(['nobody'])]).toEqual([80, 40, 0])
    const flags = (value: string[]) => list({ filters: { is_deleted: { op: 'in', value } } })
    expect([(await flags(['true'])).total, (await flags(['true', 'false'])).total]).toEqual([30, 120])
  })

  it('find what is empty without a value', async () => {
    const total = async (filter: object) => (await list({ filters: { name: filter } })).total
    expect([await total({ op: 'is_empty' }), await total({ op: 'is_empty', value: '' })]).toEqual([0, 0])
    expect(await total({ op: 'not_empty' })).toBe(120)
  })

  it('that are empty do not filter', async () => {
    expect((await list({ filters: { name: { value: '' } } })).total).toBe(120)
  })

  it.each([
    [{ filters: { nothing: { value: 'x' } } }, 'nothing'],
    [{ filters: { name_key: { value: 'x' } } }, 'name_key'],
    [{ filters: { constructor: { value: 'x' } } }, 'constructor'],
    [{ filters: { name: { op: 'like', value: 'x' } } }, 'like'],
    [{ filters: { seq_no: { op: 'contains', value: 'x' } } }, 'seq_no'],
    [{ filters: { seq_no: { op: 'is_empty' } } }, 'is_empty'],
    [{ filters: { cat_id: { op: 'in', value: 'x' } } }, 'cat_id'],
    [{ filters: { cat_id: { value: ['x'] } } }, 'cat_id'],
    [{ filters: { name: { op: 'in', value: ['x'] } } }, 'in'],
    [{ filters: { created_at: { op: 'eq', value: 'today' } } }, 'created_at'],
    [{ filters: { updated_by: { value: 'Ada' } } }, 'updated_by'],
    [{ sort: [{ field: 'updated_by', order: 'asc' }] }, 'updated_by'],
    [{ filters: { seq_no: { op: 'starts_with', value: '1' } } }, 'starts_with'],
    [{ filters: { seq_no: { op: 'eq', value: 'x' } } }, 'seq_no'],
    [{ filters: { seq_no: { op: 'between', value: 1 } } }, 'seq_no'],
    [{ sort: [{ field: 'id; drop table models', order: 'asc' }] }, 'id; drop table models'],
    [{ sort: [{ field: 'toString', order: 'asc' }] }, 'toString'],
  ])('refuse what the list does not offer and name it: %j', async (input, named) => {
    const { status, message } = await app.refusal(models.list, input)
    expect(status).toBe(422)
    expect(message).toContain(named)
  })

  it('never break the server, whatever is looked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 12 }), async (value) => {
        const { statusCode } = await app.send(models.list.path, { page: 1, filters: { name: { value } } })
        expect([200, 422]).toContain(statusCode)
      }),
      { numRuns: 200 },
    )
  })

  it('count again after a change', async () => {
    const asked = { filters: { name: { value: 'Model 5' } } }
    const before = (await list(asked)).total
    const { data } = await list({ ...asked, page: 1, per_page: 1, is_deleted: false })
    const { _id, cat_id, year_id, seq_no, description } = data[0] ?? expect.fail('no model')
    const fields = { cat_id: cat_id._id, year_id: year_id._id, seq_no, description, model_id: _id }
    await app.call(models.edit, { ...fields, name: 'Renamed' })
    expect((await list(asked)).total).toBe(before - 1)
  })
})

describe('sort', () => {
  it.each(['rv_type', 'year_name', 'name', 'description', 'seq_no'] as const)(
    'orders by %s, both ways',
    async (field) => {
      const key = (value: string | number) => (typeof value === 'number' ? value : textKey(value))
      const rows = (await list({ sort: [{ field, order: 'asc' }] })).data.map((row) => key(row[field]))
      expect(rows).toEqual(rows.toSorted((one, other) => (one < other ? -1 : Number(one > other))))
      const reversed = (await list({ sort: [{ field, order: 'desc' }] })).data.map((row) => key(row[field]))
      expect(reversed).toEqual(rows.toReversed())
    },
  )

  it('orders by status, both ways', async () => {
    const first = async (order: string) => (await list({ page: 1, sort: [{ field: 'is_deleted', order }] })).data[0]
    expect((await first('asc'))?.is_deleted).toBe(false)
    expect((await first('desc'))?.is_deleted).toBe(true)
  })

  it('orders by several fields', async () => {
    const sort = [
      { field: 'rv_type', order: 'desc' },
      { field: 'seq_no', order: 'asc' },
    ]
    const rows = (await list({ sort })).data.map(({ rv_type, seq_no }) => [rv_type, seq_no] as const)
    const [first] = rows
    expect(first).toEqual(['Truck Camper', 0])
    expect(rows.at(-1)).toEqual(['Fünfter 100% _Rad_ "quoted"', 6])
  })
})
