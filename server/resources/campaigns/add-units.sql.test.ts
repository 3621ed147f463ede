import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, unitsOf, vinOf } from '../../testing/campaigns.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const VIN = vinOf(310_312)
const WRONG_DIGIT = VIN.slice(0, 8) + (VIN[8] === '1' ? '2' : '1') + VIN.slice(9)
const aCampaign = (vins: string[] = [VIN], more: object = {}) => addCampaign(app, vins, more)
const found = async (campaign_id: string) => (await app.call(campaigns.get, { campaign_id })).data
const units = () => unitsOf(app)
const unitOf = async () => (await units())[0]

describe('vehicles', () => {
  it('come by VINs and by ranges, whose check digits are computed; each refused one is named', async () => {
    const id = await aCampaign([])
    const input = { campaign_id: id, ranges: [{ from: vinOf(310_000), to: vinOf(310_099) }] }
    const vins = ['1fdxe4fs 8gd-31031', 'IFDXE4FS8GD310312', WRONG_DIGIT, VIN, VIN]
    const preview = await app.call(campaigns.addUnits, { ...input, vins, preview: true })
    expect(preview.data).toEqual({
      new: 101,
      unchanged: 0,
      refused: [
        { vin: '1FDXE4FS8GD31031', errors: { vin: ['A VIN has 17 characters.'] } },
        { vin: 'IFDXE4FS8GD310312', errors: { vin: ['A VIN has no I, O or Q.'] } },
        { vin: WRONG_DIGIT, errors: { vin: ['The check digit of this VIN is wrong.'] } },
        { vin: VIN, errors: { vin: ['This VIN is there twice.'] } },
      ],
    })
    expect((await units()).length).toBe(0)
    const refusal = await app.refusal(campaigns.addUnits, { ...input, vins })
    expect(refusal.data).toEqual(preview.data)
    await app.call(campaigns.addUnits, { ...input, vins, leave_refused: true, expect: 101 })
    expect((await found(id)).counts.units).toBe(101)
    expect((await app.call(campaigns.addUnits, input)).data).toEqual({ new: 0, unchanged: 100, refused: [] })
  })

  it('come by 20,000 VINs at once, each of the broken ones named', async () => {
    const campaign_id = await aCampaign([])
    const vins = Array.from({ length: 20_000 }, (_, place) => vinOf(place).slice(0, place % 67 ? 17 : 16))
    const { data } = await app.call(campaigns.addUnits, { campaign_id, vins, preview: true })
    expect([data.new, data.refused.length, data.refused[1]]).toEqual([
      20_000 - 299,
      299,
      { vin: vinOf(67).slice(0, 16), errors: { vin: ['A VIN has 17 characters.'] } },
    ])
  })

  it('have what their status needs, and nothing else, by form, by many and by upsert', async () => {
    const id = await aCampaign([VIN, vinOf(2)])
    const unit = await unitOf()
    const edit = { unit_id: unit?._id ?? '', campaign_id: id, vin: unit?.vin ?? '' }
    const errorsOf = async (more: object) => (await app.refusal(campaignUnits.edit, { ...edit, ...more })).errors
    expect(await errorsOf({ status: 'remedied' })).toEqual({ done_on: ['Please enter the day.'] })
    expect(await errorsOf({ status: 'remedied', done_on: '2999-01-01' })).toHaveProperty('done_on')
    expect(await errorsOf({ status: 'unreachable' })).toHaveProperty('reason')
    expect(await errorsOf({ status: 'unreachable', reason: 'other' })).toHaveProperty('note')
    const { data } = await app.call(campaignUnits.edit, { ...edit, status: 'unreachable', reason: 'stolen' })
    expect(data).toMatchObject({ status: 'unreachable', reason: 'stolen', done_on: expect.any(String) })
    const done = await app.call(campaignUnits.edit, {
      ...edit,
      status: 'remedied',
      reason: 'stolen',
      done_on: '2026-05-10',
    })
    expect(done.data).toMatchObject({ reason: null, done_on: '2026-05-10' })
    const row = { campaign_id: '27V-101', vin: VIN, status: 'no_remedy_needed', done_on: '2026-08-01' }
    await app.call(campaignUnits.upsert, { records: [row] })
    expect((await found(id)).counts).toMatchObject({ open: 0, remedied: 1, no_remedy_needed: 1 })
  })
})

describe('very many vehicles', () => {
  beforeEach(async () => {
    await app.close()
    app = await buildTestApp({}, { largeChange: { moreThan: 5, step: 3 } })
  })
  const vins = Array.from({ length: 10 }, (_, place) => vinOf(place))
  const stateOf = async (change_id: string | null) =>
    (await app.call(changes.get, { change_id: change_id ?? '', page: 1, per_page: 1 })).change
  const left = () => app.db.selectFrom('campaign_arrivals').select('vin').execute()

  it('are added in steps, in their order, as one change that is undone whole', async () => {
    const campaign_id = await aCampaign([vinOf(3)])
    const added = await app.call(campaigns.addUnits, { campaign_id, vins, expect: 9 })
    expect(added).toMatchObject({ message: 'Adding 9 records.', data: { new: 9, unchanged: 1, refused: [] } })
    expect((await found(campaign_id)).counts.units).toBe(1)
    // A vehicle added another way meanwhile is there once.
    await app.call(campaignUnits.upsert, { records: [{ campaign_id: '27V-101', vin: vinOf(9), status: 'open' }] })
    await app.runJobs()
    expect(await stateOf(added.change_id)).toMatchObject({
      state: 'done',
      message: 'The vehicles were added.',
      record_count: 8,
    })
    expect((await units()).map(({ vin }) => vin).toReversed()).toEqual([3, 9, 0, 1, 2, 4, 5, 6, 7, 8].map(vinOf))
    expect(await left()).toEqual([])
    await app.call(changes.undo, { change_id: added.change_id ?? '' })
    await app.runJobs()
    expect((await found(campaign_id)).counts.units).toBe(2)
  })

  it('stay as far as they were added where somebody stops that, and the rest is added by the same call', async () => {
    const campaign_id = await aCampaign([])
    const added = await app.call(campaigns.addUnits, { campaign_id, vins })
    await app.call(changes.stop, { change_id: added.change_id ?? '' })
    await app.runJobs()
    expect([(await found(campaign_id)).counts.units, await left()]).toEqual([0, []])
    await app.call(campaigns.addUnits, { campaign_id, vins })
    await app.runJobs()
    expect((await found(campaign_id)).counts.units).toBe(10)
  })

  it('are not added to a campaign that is deleted, before or meanwhile', async () => {
    const campaign_id = await aCampaign([])
    const added = await app.call(campaigns.addUnits, { campaign_id, vins })
    await app.call(campaigns.delete, { campaign_id })
    await app.runJobs()
    expect(await stateOf(added.change_id)).toMatchObject({ state: 'failed', reason: 'Please select campaign' })
    expect([await units(), await left()]).toEqual([[], []])
    expect((await app.refusal(campaigns.addUnits, { campaign_id, vins })).status).toBe(422)
  })
})
