import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { dealers } from '#contract/dealers.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPicture, formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const fields = {
  type: 'both',
  active_lines: 'TT/TC',
  name: 'Northgate RV',
  address: '400 J Street',
  city: 'Sacramento',
  state: 'California',
  country: 'United States',
  zip: '95814',
  hour_sales: 'Mon-Sat 9-6',
  hour_service: 'Mon-Fri 8-5',
  hour_parts: 'Mon-Fri 8-5',
  latitude: 38.5816,
  longitude: -121.4944,
}
const aDealer = async (more: Record<string, string | number | File> = {}) =>
  (await app.call(dealers.add, formOf({ ...fields, ...more }))).data
const logos = () => readdir(join(app.dataDir, 'files', 'dealer-logos'))

describe('admin/services', () => {
  it('says each change in the agreed words', async () => {
    const added = await app.call(dealers.add, formOf({ ...fields, phone: '(916) 555-0100' }))
    const service_id = added.data._id
    const edited = await app.call(dealers.edit, formOf({ ...fields, service_id, version: 1, type: 'dealer' }))
    const removed = await app.call(dealers.delete, formOf({ ...fields, service_id, version: 2 }))
    const restored = await app.call(dealers.restore, { ...fields, service_id, version: 3 })
    expect([added, edited, removed, restored].map(({ message }) => message)).toEqual([
      'Details added successfully.',
      'Details updated successfully.',
      'Details removed successfully.',
      'Details restored successfully.',
    ])
    expect(added.data).toMatchObject({ ...fields, phone: '(916) 555-0100', tollfree: '', area: '', logo: null })
    expect(edited.data).toMatchObject({ type: 'dealer', phone: '' })
  })

  it('delete and restore change nothing but whether the record is there', async () => {
    const { _id: service_id } = await aDealer()
    await app.call(dealers.delete, formOf({ service_id, name: 'Another name', latitude: 'nonsense' }))
    const { data, total } = await app.call(dealers.list, { is_deleted: true })
    expect([total, data[0]?.name]).toEqual([1, 'Northgate RV'])
  })

  it('calls a dealer that is not there a dealer', async () => {
    for (const call of [dealers.get, dealers.delete])
      expect(await app.refusal(call, { service_id: 'none' })).toMatchObject({ message: 'This dealer does not exist.' })
  })

  it('refuses an edit of a record that has changed since, with the record as it is now', async () => {
    const { _id: service_id } = await aDealer()
    await app.call(dealers.edit, formOf({ ...fields, service_id, version: 1, name: 'Southgate RV' }))
    const refusal = await app.refusal(dealers.edit, formOf({ ...fields, service_id, version: 1, name: 'Eastgate RV' }))
    expect([refusal.status, refusal.data]).toMatchObject([409, { name: 'Southgate RV', version: 2 }])
  })

  it('keeps the logo on an edit without one, and keeps the old one beside a new one', async () => {
    const { _id: service_id, logo } = await aDealer({ logo: await aPicture({ format: 'jpeg' }) })
    const edit = (more: Record<string, number | File>) =>
      app.call(dealers.edit, formOf({ ...fields, service_id, ...more }))
    expect((await edit({ version: 1, latitude: 38.6 })).data.logo).toBe(logo)
    expect((await edit({ version: 2, logo: await aPicture() })).data.logo).toMatch(/\.png$/)
    expect(await logos()).toHaveLength(2)
  })

  it('refuses a logo that is no picture, and keeps nothing', async () => {
    const file = new File(['not a picture'], 'logo.png', { type: 'image/png' })
    const { status, errors } = await app.refusal(dealers.add, formOf({ ...fields, logo: file }))
    expect(status).toBe(415)
    expect(errors).toEqual({ logo: ['Upload valid image. Only JPG, JPEG or PNG are allowed.'] })
    expect((await app.call(dealers.list, {})).total).toBe(0)
  })

  it('adds once for one Idempotency-Key, and keeps one logo', async () => {
    const form = { ...fields, logo: await aPicture() }
    const first = await app.call(dealers.add, formOf(form), { idempotencyKey: 'k1' })
    const again = await app.call(dealers.add, formOf(form), { idempotencyKey: 'k1' })
    expect(again.data._id).toBe(first.data._id)
    expect(await logos()).toHaveLength(1)
  })

  it('are found by each column of the list, and counted on the dashboard', async () => {
    await aDealer()
    await aDealer({ name: 'Érable VR', type: 'service', active_lines: 'NONE', city: 'Québec', state: 'Quebec' })
    await aDealer({ name: 'Canyon', tollfree: '800-555-0123', phone: '(435) 555-0188', city: 'Moab', state: 'Utah' })
    const names = async (filters: object) =>
      (await app.call(dealers.list, { filters, sort: [{ field: 'name', order: 'asc' }] })).data.map(({ name }) => name)
    expect(await names({ name: { value: 'ÉRABLE' } })).toEqual(['Érable VR'])
    expect(await names({ type: { value: 'both' } })).toEqual(['Canyon', 'Northgate RV'])
    expect(await names({ active_lines: { value: 'TT/TC' } })).toEqual(['Canyon', 'Northgate RV'])
    expect(await names({ tollfree: { value: '0123' } })).toEqual(['Canyon'])
    expect(await names({ phone: { value: '(435)' } })).toEqual(['Canyon'])
    for (const value of ['4355550188', '435.555.0188', '+1 435 555-0188', '5550188', '435 5'])
      expect([value, await names({ phone: { value } })]).toEqual([value, ['Canyon']])
    expect(await names({ phone: { op: 'equals', value: '435-555-0188' } })).toEqual(['Canyon'])
    expect(await names({ phone: { op: 'not_contains', value: '5550188' } })).not.toContain('Canyon')
    expect(await names({ phone: { value: '43' } })).toEqual(['Canyon'])
    expect(await names({ phone: { value: 'ext 435' } })).toEqual([])
    expect(await names({ city: { value: 'sacra' } })).toEqual(['Northgate RV'])
    expect(await names({ state: { value: 'utah', op: 'equals' } })).toEqual(['Canyon'])
    expect((await app.call(account.me, {})).data.rv_service_count).toBe(3)
  })
})

describe('admin/services/map', () => {
  it('gives all that match the filters, with the number that is shown', async () => {
    const both = await aDealer({ tollfree: '800-555-0123', phone: '(916) 555-0188' })
    await aDealer({ name: 'Canyon', state: 'Utah', phone: '(435) 555-0188' })
    await aDealer({ name: 'Silent', state: 'Utah' })
    const all = await app.call(dealers.map, {})
    expect([all.total, all.data.map(({ phone }) => phone)]).toEqual([3, ['', '(435) 555-0188', '800-555-0123']])
    expect(all.data[2]).toEqual({
      _id: both._id,
      name: 'Northgate RV',
      type: 'both',
      phone: '800-555-0123',
      hour_sales: fields.hour_sales,
      hour_service: fields.hour_service,
      hour_parts: fields.hour_parts,
      latitude: fields.latitude,
      longitude: fields.longitude,
    })
    const found = await app.call(dealers.map, { filters: { state: { value: 'utah' } }, is_deleted: false })
    expect([found.total, found.data.map(({ name }) => name)]).toEqual([2, ['Silent', 'Canyon']])
    const { status } = await app.refusal(dealers.map, { filters: { zip: { value: '1' } } })
    expect(status).toBe(422)
  })

  it('and the list give those in an area, with fractions of degrees', async () => {
    await aDealer({ name: 'Inside', latitude: 39.5271, longitude: -119.8132 })
    await aDealer({ name: 'North', latitude: 39.5273, longitude: -119.8132 })
    await aDealer({ name: 'West', latitude: 39.5271, longitude: -119.8134 })
    const inside = (value: number, value_to: number) => ({ op: 'between_inclusive', value, value_to })
    const filters = { latitude: inside(39.5, 39.5272), longitude: inside(-119.8133, -119) }
    for (const of of [dealers.map, dealers.list] as const) {
      expect((await app.call(of, { filters })).data.map(({ name }) => name)).toEqual(['Inside'])
    }
  })
})
