import { afterEach, beforeEach, expect, it } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { contentFound } from '#contract/owner/content.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const RENO = { city: 'Reno', state: 'Nevada', country: 'United States', zip: '89502' }
const fields = {
  type: 'both',
  active_lines: 'TT/TC',
  name: 'Northgate RV',
  address: '400 J Street',
  ...RENO,
  hour_sales: 'Mon-Sat 9-6',
  hour_service: 'Mon-Fri 8-5',
  hour_parts: 'Closed',
  latitude: 39.5,
  longitude: -119.8,
}
const aDealer = async (more: object = {}) => (await app.call(dealers.add, formOf({ ...fields, ...more }))).data
const doubts = async () => (await app.call(dealers.doubts, {})).data

it('a clean dealer is not doubted, nor one that has been removed', async () => {
  await aDealer()
  const { _id: service_id } = await aDealer({ latitude: 0, longitude: 0 })
  expect((await doubts()).map(({ doubt }) => doubt)).toEqual(['zero'])
  await app.call(dealers.delete, { service_id, version: 1 })
  expect(await doubts()).toEqual([])
})

it('a mend gives the dealer the coordinates of its address, as a change that can be undone', async () => {
  const { _id: service_id } = await aDealer({ latitude: 0, longitude: 0 })
  const [{ mend, version } = { mend: null, version: 0 }] = await doubts()
  expect(mend?.latitude).toBeCloseTo(39.5, 0)
  const answer = await app.call(dealers.mend, { service_id, doubt: 'zero', version })
  expect([answer.message, answer.data.latitude, answer.can_undo]).toEqual([
    'Details updated successfully.',
    mend?.latitude,
    true,
  ])
  expect(await doubts()).toEqual([])
  expect((await app.refusal(dealers.mend, { service_id, doubt: 'zero', version })).status).toBe(404)
})

it('what cannot be mended by itself says so', async () => {
  const { _id: service_id } = await aDealer({ phone: '555-0100' })
  expect(await doubts()).toMatchObject([
    { service_id, doubt: 'phone', detail: '555-0100 cannot be dialed.', mend: null },
  ])
  const { status, message } = await app.refusal(dealers.mend, { service_id, doubt: 'phone' })
  expect([status, message]).toEqual([422, 'Please mend this in the form.'])
})

it('what is right stays so until the dealer changes', async () => {
  const { _id: service_id } = await aDealer({ hour_sales: 'Ask Joe' })
  expect((await app.call(dealers.is_right, { service_id, doubt: 'hours' })).message).toBe('This is right.')
  expect((await app.refusal(dealers.is_right, { service_id, doubt: 'hours' })).status).toBe(404)
  expect(await doubts()).toEqual([])
  await app.call(dealers.edit, formOf({ ...fields, hour_sales: 'Ask Joe', name: 'Northgate', service_id, version: 1 }))
  expect((await doubts()).map(({ doubt }) => doubt)).toEqual(['hours'])
  // Having seen the dealer as it was does not confirm that it is right now.
  expect((await app.refusal(dealers.is_right, { service_id, doubt: 'hours', version: 1 })).status).toBe(409)
})

it('of two that are near each other one answer is enough, and a third one is asked about again', async () => {
  const first = await aDealer()
  await aDealer({ name: 'Sparks RV', latitude: 39.5005 })
  expect((await doubts()).map(({ name, doubt }) => `${name}: ${doubt}`)).toEqual([
    'Northgate RV: near',
    'Sparks RV: near',
  ])
  await app.call(dealers.is_right, { service_id: first._id, doubt: 'near' })
  expect(await doubts()).toEqual([])
  await aDealer({ name: 'Third RV', latitude: 39.4999 })
  expect((await doubts()).map(({ name }) => name)).toContain('Northgate RV')
})

it('a dealer that there is not has no doubt', async () => {
  expect((await app.refusal(dealers.is_right, { service_id: 'x', doubt: 'near' })).status).toBe(404)
  expect((await app.refusal(dealers.is_right, { service_id: 'x', doubt: 'odd' as 'near' })).errors).toEqual({
    doubt: ['Unknown doubt.'],
  })
})

it('whatever keeps owners from being told whether it is open is a doubt', async () => {
  const near = { latitude: '39.5', longitude: '-119.8' }
  for (const hour_sales of ['9am-5pm', 'Holidays closed', 'Dec 25 closed', 'Ask Joe']) {
    const hours = { hour_sales, hour_service: 'Closed', hour_parts: 'Closed' }
    const { _id: service_id, version } = await aDealer(hours)
    const { data } = await app.call(contentFound.dealersNear, near, { token: null })
    expect(data.map(({ open_now }) => open_now)).toEqual([null])
    const why = hour_sales === 'Ask Joe' ? 'cannot be read' : 'names no days of the week'
    expect(await doubts()).toMatchObject([
      { service_id, doubt: 'hours', detail: `Hour Sales “${hour_sales}” ${why}.`, mend: null },
    ])
    await app.call(dealers.delete, { service_id, version })
  }
})

it('owners are told whether a dealer near them is open, by its own clock', async () => {
  await aDealer({ hour_sales: '24/7' })
  await aDealer({ name: 'Sparks RV', latitude: 39.6, hour_sales: 'Ask Joe', hour_service: '9 to 5', hour_parts: 'Ask' })
  const near = await app.call(contentFound.dealersNear, { latitude: '39.5', longitude: '-119.8' }, { token: null })
  expect(near.data.map(({ open_now, opens_at }) => [open_now, opens_at])).toEqual([
    [true, null],
    [null, null],
  ])
})
