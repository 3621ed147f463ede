import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
let type: string
let year: string
beforeEach(async () => {
  app = await buildTestApp()
  type = (await app.call(rvTypes.add, { name: 'Travel Trailer', seq_no: 1 })).data._id
  year = (await app.call(years.add, { name: 2026 })).data._id
})
afterEach(() => app.close())

const fields = (more: object = {}) => ({
  cat_id: type,
  year_id: year,
  name: '2175',
  seq_no: 1,
  description: 'Slide-out dinette',
  ...more,
})

describe('admin/models/add', () => {
  it('answers with the type and year as references, and their names beside them', async () => {
    const { message, data } = await app.call(models.add, fields())
    expect(message).toBe('Model added successfully.')
    expect(data).toMatchObject({
      cat_id: { _id: type, name: 'Travel Trailer' },
      year_id: { _id: year, name: '2026' },
      rv_type: 'Travel Trailer',
      year_name: '2026',
    })
  })

  it('refuses a name that is taken within type and year, and takes it in another year', async () => {
    await app.call(models.add, fields())
    expect((await app.refusal(models.add, fields())).errors).toEqual({ name: ['Model already exists.'] })
    const other = (await app.call(years.add, { name: '2027' })).data._id
    await app.call(models.add, fields({ year_id: other }))
  })

  it('refuses a type or year that does not exist or is deleted', async () => {
    expect((await app.refusal(models.add, fields({ cat_id: 'nobody' }))).errors).toEqual({
      cat_id: ['Please select type'],
    })
    await app.call(years.delete, { year_id: year })
    expect((await app.refusal(models.add, fields())).errors).toEqual({ year_id: ['Please select year'] })
  })
})

describe('admin/models/edit', () => {
  it('may keep a type that has been deleted since, and may not choose it again', async () => {
    const { _id } = (await app.call(models.add, fields())).data
    const other = (await app.call(rvTypes.add, { name: 'Truck Camper', seq_no: 2 })).data._id
    await app.call(rvTypes.delete, { cat_id: type })
    const edited = await app.call(models.edit, fields({ model_id: _id, description: 'New words' }))
    expect(edited.data.rv_type).toBe('Travel Trailer')
    await app.call(models.edit, fields({ model_id: _id, cat_id: other }))
    expect((await app.refusal(models.edit, fields({ model_id: _id }))).errors).toEqual({
      cat_id: ['Please select type'],
    })
  })
})

describe('admin/categories/models', () => {
  it('gives the active models of a type, of one year where it is asked for', async () => {
    const other = (await app.call(years.add, { name: '2025' })).data._id
    await app.call(models.add, fields({ name: 'B', seq_no: 2 }))
    await app.call(models.add, fields({ name: 'A', seq_no: 1 }))
    await app.call(models.add, fields({ name: 'C', year_id: other, seq_no: 3 }))
    const gone = (await app.call(models.add, fields({ name: 'D' }))).data._id
    await app.call(models.delete, { model_id: gone })
    const names = async (input: object) => (await app.call(rvTypes.models, input)).data.map(({ name }) => name)
    expect(await names({ cat_id: type })).toEqual(['A', 'B', 'C'])
    expect(await names({ cat_id: type, year_id: year })).toEqual(['A', 'B'])
  })
})

describe('admin/models/list', () => {
  it('comes by type, then by year, the newest first, then by sequence', async () => {
    const next = (await app.call(years.add, { name: '2027' })).data._id
    const second = (await app.call(rvTypes.add, { name: 'Camper', seq_no: 2 })).data._id
    for (const [seq_no, name] of ['1475', '1575'].entries()) {
      for (const cat_id of [second, type])
        for (const year_id of [year, next]) await app.call(models.add, fields({ name, seq_no, year_id, cat_id }))
    }
    const { data } = await app.call(models.list, {})
    expect(data.map(({ rv_type, year_name, name }) => `${rv_type} ${year_name} ${name}`)).toEqual(
      ['Travel Trailer', 'Camper'].flatMap((type) =>
        ['2027', '2026'].flatMap((year) => ['1475', '1575'].map((name) => `${type} ${year} ${name}`)),
      ),
    )
  })

  it('shows a renamed or deleted type by its name', async () => {
    await app.call(models.add, fields())
    await app.call(rvTypes.edit, { cat_id: type, name: 'Caravan', seq_no: 1 })
    await app.call(rvTypes.delete, { cat_id: type })
    expect((await app.call(models.list, {})).data[0]?.rv_type).toBe('Caravan')
  })

  it('filters by the names of type and year, and notices when those change', async () => {
    await app.call(models.add, fields())
    const asked = { filters: { rv_type: { value: 'TRAIL' }, year_name: { op: 'equals', value: 2026 } } }
    expect((await app.call(models.list, asked)).total).toBe(1)
    await app.call(rvTypes.edit, { cat_id: type, name: 'Caravan', seq_no: 1 })
    expect((await app.call(models.list, asked)).total).toBe(0)
  })
})
