import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { search } from '#contract/search.ts'
import { whereClause } from '../../db/lists/list-filters.ts'
import { readQuery } from '../../db/raw-query.ts'
import { asPartOf } from '../../records/open-change.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { TEST_SERVER } from '../../testing/open-test-database.ts'
import { addCatalogue, addOwner, changeBy } from '../../testing/people.ts'
import { rvList } from './rvs.repository.ts'
import { rvRecords } from './rvs.service.ts'

let app: TestApp
let owner: string
let chosen: Awaited<ReturnType<typeof addCatalogue>>
beforeEach(async () => {
  app = await buildTestApp()
  owner = await addOwner(app)
  chosen = await addCatalogue(app)
})
afterEach(() => app.close())

const fields = (more: object = {}) => ({ ...chosen, serial_no: '123456', vin: '900123456', ...more })
const anRv = (more: object = {}, user = owner) =>
  rvRecords.add(app, fields(more), asPartOf(app.db, changeBy({ _id: user, kind: 'user' })))

describe('admin/rvs/list', () => {
  it('gives references, the names beside them, and the last six characters of the VIN', async () => {
    await anRv()
    const { data } = await app.call(rvs.list, {})
    expect(data[0]).toMatchObject({
      user: { _id: owner, name: 'Grace Hopper' },
      added_by: 'Grace Hopper',
      user_email: 'grace.hopper@example.com',
      category: { _id: chosen.category, name: 'Type of 2285' },
      rv_type: 'Type of 2285',
      year: { _id: chosen.year, name: '2285' },
      model: { _id: chosen.model, name: '2285' },
      model_name: '2285',
      serial_no: '123456',
      serial: '123456',
      vin: '900123456',
    })
    expect((await app.call(account.me, {})).data.rv_management_count).toBe(1)
  })

  it('takes user_id and is_deleted', async () => {
    const other = await addOwner(app, 'Ada Byron')
    const gone = await anRv({ serial_no: null })
    await anRv({}, other)
    await app.call(rvs.delete, { rv_id: gone._id })
    const owners = async (input: object) => (await app.call(rvs.list, input)).data.map(({ added_by }) => added_by)
    expect(await owners({ user_id: other })).toEqual(['Ada Byron'])
    expect(await owners({ is_deleted: 'false' })).toEqual(['Ada Byron'])
    expect(await owners({ is_deleted: 'true', user_id: owner })).toEqual(['Grace Hopper'])
  })

  it('filters and sorts by each column', async () => {
    const other = await addOwner(app, 'Ada Byron')
    chosen = await addCatalogue(app, '1475')
    await anRv({ serial_no: '777888' }, other)
    chosen = await addCatalogue(app, '3460')
    await anRv({ serial_no: null })
    const models = async (input: object) => (await app.call(rvs.list, input)).data.map(({ model_name }) => model_name)
    for (const field of ['added_by', 'user_email', 'rv_type', 'year_name', 'model_name']) {
      expect(await models({ sort: [{ field, order: 'asc' }] })).toEqual(['1475', '3460'])
    }
    expect(await models({ sort: [{ field: 'serial_no', order: 'desc' }] })).toEqual(['1475', '3460'])
    expect(await models({ filters: { serial_no: { value: '788' } } })).toEqual(['1475'])
    expect(await models({ filters: { added_by: { value: 'HOPPER' } } })).toEqual(['3460'])
    expect(await models({ filters: { user_email: { op: 'starts_with', value: 'Ada.' } } })).toEqual(['1475'])
    expect(await models({ filters: { user_email: { op: 'not_equals', value: 'ada.byron@example.com' } } })).toEqual([
      '3460',
    ])
    expect(await models({ filters: { model_name: { op: 'equals', value: 1475 } } })).toEqual(['1475'])
  })

  it.runIf(!TEST_SERVER)('finds the newest RVs of many owners in an index alone', async () => {
    const filters = { added_by: { op: 'contains', value: 'hopper' } } as const
    const { sql: where, values } = whereClause(app.db, rvList, { filters }, {}, 'collect')
    const page = `select rvs.seq from rvs ${where} order by rvs.created_at desc, rvs.id desc limit 10`
    const plan = await readQuery<{ detail: string }>(app.db, `explain query plan ${page}`, [...values])
    expect(plan.map(({ detail }) => detail)).toContain('SEARCH rvs USING COVERING INDEX rvs_newest_of_user (user_id=?)')
  })
})

describe('admin/rvs/edit', () => {
  it('changes an RV, and keeps the VIN where none is sent', async () => {
    const { _id } = await anRv()
    const { vin: _vin, ...withoutVin } = fields({ rv_id: _id, version: 1, serial_no: '' })
    const { message, data } = await app.call(rvs.edit, withoutVin)
    expect(message).toBe('RV Details updated successfully.')
    expect([data.serial_no, data.vin, data.version]).toEqual([null, '900123456', 2])
  })

  it('reduces a full VIN to its last six digits', async () => {
    const { _id } = await anRv()
    const full = '1FTFW1ET5DF310312'
    const { data } = await app.call(rvs.edit, fields({ rv_id: _id, vin: full, serial_no: full }))
    expect([data.vin, data.serial_no]).toEqual(['310312', '310312'])
  })

  it('refuses a model of another type or year, and what is not on offer', async () => {
    const { _id } = await anRv()
    const other = await addCatalogue(app, '1475')
    const refusedOn = async (more: object) => (await app.refusal(rvs.edit, fields({ rv_id: _id, ...more }))).errors
    expect(await refusedOn({ model: other.model })).toEqual({ model: ['Please select Model.'] })
    expect(await refusedOn({ category: other.category })).toEqual({ model: ['Please select Model.'] })
    expect(await refusedOn({ category: 'none' })).toEqual({ category: ['Please select RV Type.'] })
    expect(await refusedOn({ year: 'none' })).toEqual({ year: ['Please select Year.'] })
    await app.call(models.delete, { model_id: other.model })
    expect(await refusedOn(other)).toEqual({ model: ['Please select Model.'] })
  })

  it('lets an RV keep a type and a model that were deleted since', async () => {
    const { _id } = await anRv()
    await app.call(models.delete, { model_id: chosen.model })
    await app.call(rvTypes.delete, { cat_id: chosen.category })
    const { data } = await app.call(rvs.edit, fields({ rv_id: _id, serial_no: '654321' }))
    expect([data.serial_no, data.model_name]).toEqual(['654321', '2285'])
  })

  it('refuses a change made on an older version, and one of an RV that does not exist', async () => {
    const { _id } = await anRv()
    await app.call(rvs.edit, fields({ rv_id: _id, serial_no: '654321' }))
    const stale = await app.refusal(rvs.edit, fields({ rv_id: _id, version: 1, serial_no: '111111' }))
    expect([stale.status, stale.changed_by]).toEqual([409, 'Administrator'])
    expect((await app.refusal(rvs.edit, fields({ rv_id: 'none' }))).status).toBe(404)
  })

  it('names the owner who changed it last', async () => {
    const { _id } = await anRv()
    const refusal = await app.refusal(rvs.delete, { rv_id: _id, version: 7 })
    expect([refusal.status, refusal.changed_by]).toEqual([409, 'Grace Hopper'])
  })
})

describe('admin/rvs/delete and restore', () => {
  it('say what they did, and twice is as good as once', async () => {
    const { _id } = await anRv()
    expect((await app.call(rvs.delete, { rv_id: _id, version: 1 })).message).toBe('RV Details removed successfully.')
    await app.call(rvs.delete, { rv_id: _id })
    expect((await app.call(rvs.restore, { rv_id: _id })).message).toBe('RV Details restored successfully.')
    expect((await app.call(rvs.list, { is_deleted: false })).data[0]?.version).toBe(3)
  })
})

it('An RV is known and found by the whole VIN of a trailer, with letters among its last six', async () => {
  const owner = await addOwner(app, 'Trailer Owner')
  const catalogue = await addCatalogue(app, '2301')
  const row = { external_id: 'T-1', user: owner, ...catalogue, vin: '1ujbj0bp4a1ab1234' }
  await app.call(rvs.upsert, { records: [row] })
  const [rv] = (await app.call(rvs.list, {})).data
  expect([rv?.vin, rv?.serial, rv?.serial_no]).toEqual(['1UJBJ0BP4A1AB1234', 'AB1234', null])
  const edit = { rv_id: rv?._id ?? '', user: owner, ...catalogue, vin: rv?.vin, serial_no: '' }
  await app.call(rvs.edit, edit)
  for (const [op, value] of [
    ['contains', 'ab1234'],
    ['ends_with', 'AB1234'],
    ['equals', '1ujbj0bp4a1ab1234'],
  ])
    expect((await app.call(rvs.list, { filters: { vin: { op, value } } })).total).toBe(1)
  expect((await app.call(search.search, { text: '1UJBJ0BP4A1AB1234' })).data).toHaveLength(1)
})
