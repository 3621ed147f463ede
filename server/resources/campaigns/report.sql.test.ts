import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, addOwnerWith, openTheCampaign, recallFields, unitsOf, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const VIN = vinOf(310_312)
const aCampaign = (vins: string[] = [VIN], more: object = {}) => addCampaign(app, vins, more)
const found = async (campaign_id: string) => (await app.call(campaigns.get, { campaign_id })).data
const units = () => unitsOf(app)

it('reports a quarter as its vehicles stood on the last day, and keeps what was filed', async () => {
  const id = await aCampaign([VIN, vinOf(1), vinOf(2), vinOf(3)])
  const all = await units()
  const set = (place: number, more: object) =>
    app.call(campaignUnits.edit, {
      unit_id: all[place]?._id ?? '',
      campaign_id: id,
      vin: all[place]?.vin ?? '',
      ...more,
    })
  await set(0, { status: 'remedied', done_on: '2026-06-30' })
  await set(1, { status: 'remedied', done_on: '2026-07-01' })
  await set(2, { status: 'unreachable', reason: 'scrapped', done_on: '2026-05-05' })
  const which = { campaign_id: id, quarter: '2026-2' }
  const { data } = await app.call(campaigns.report, which)
  expect(data).toMatchObject({ involved: 4, remedied: 1, open: 2, completion: 25, due_on: '2026-07-30', filed: null })
  expect(data.unreachable).toEqual({ exported: 0, stolen: 0, scrapped: 1, not_notified: 0, other: 0 })
  await openTheCampaign(app, id)
  await app.call(campaigns.fileReport, { ...which, submitted_on: '2026-07-20' })
  await set(3, { status: 'remedied', done_on: '2026-06-01' })
  const filed = (await app.call(campaigns.report, which)).data
  expect(filed).toMatchObject({
    remedied: 1,
    filed: { submitted_on: '2026-07-20' },
    differs: { remedied: 1, open: -1 },
  })
  expect((await app.refusal(campaigns.report, { campaign_id: id, quarter: '2026-1' })).errors).toHaveProperty('quarter')
})

it('notes letters, and those that came back', async () => {
  const id = await aCampaign([VIN, vinOf(1)])
  await app.call(campaigns.mailed, { campaign_id: id, mailed_on: '2026-06-01', expect: 2 })
  expect((await found(id)).counts.not_mailed).toBe(0)
  const [unit] = await units()
  await app.call(campaigns.returned, { campaign_id: id, unit_ids: [unit?._id ?? ''] })
  expect((await found(id)).counts.not_mailed).toBe(1)
  const { data } = await app.call(campaignUnits.notices, { unit_id: unit?._id ?? '' })
  expect(data).toEqual([{ way: 'letter', round: 1, at: '2026-06-01', state: 'returned', language: 'en' }])
})

describe('a report', () => {
  it('that was filed is answered as it was, whatever of the campaign is edited since', async () => {
    const campaign_id = await aCampaign()
    await openTheCampaign(app, campaign_id)
    const which = { campaign_id, quarter: '2026-2' }
    const filed = (await app.call(campaigns.fileReport, { ...which, submitted_on: '2026-07-20' })).data
    expect(filed).toMatchObject({ number: '27V-101', due_on: '2026-07-30' })
    await app.call(campaigns.edit, { ...recallFields, campaign_id, number: '27V-202', decided_on: '2026-07-05' })
    expect((await app.call(campaigns.report, which)).data).toEqual(filed)
    expect((await found(campaign_id)).filed_quarters).toEqual(['2026-2'])
    expect((await app.call(campaigns.report, { ...which, quarter: '2026-3' })).data.number).toBe('27V-202')
  })

  it('is filed of a campaign that was opened only, and keeps that from being deleted', async () => {
    const campaign_id = await aCampaign()
    const which = { campaign_id, quarter: '2026-2', submitted_on: '2026-07-20' }
    const refusal = async () => {
      const { status, message } = await app.refusal(campaigns.fileReport, which)
      return [status, message]
    }
    expect(await refusal()).toEqual([409, 'This campaign has not been opened yet.'])
    await app.call(campaigns.delete, { campaign_id })
    expect(await refusal()).toEqual([404, 'This campaign does not exist.'])
    await app.call(campaigns.restore, { campaign_id })
    await openTheCampaign(app, campaign_id)
    await app.call(campaigns.close, { campaign_id })
    await app.call(campaigns.fileReport, which)
    expect(await refusal()).toEqual([409, 'This report has been filed already.'])
    // As if another release had opened it.
    await app.db.updateTable('campaigns').set({ opened_at: null, closed_at: null }).execute()
    expect((await app.refusal(campaigns.delete, { campaign_id })).message).toBe('Close it instead.')
  })

  it('is filed of a quarter that has begun and of which one is due, on a day that is not to come', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-09-30T23:00:00.000Z') })
    await app.close()
    app = await buildTestApp({ OFFICE_TIME_ZONE: 'Asia/Tokyo' })
    const campaign_id = await aCampaign([VIN], { decided_on: '2023-05-04' })
    await openTheCampaign(app, campaign_id)
    const errors = async (quarter: string, submitted_on = '2026-09-30') =>
      (await app.refusal(campaigns.fileReport, { campaign_id, quarter, submitted_on })).errors
    expect(await errors('2023-1')).toEqual({ quarter: ['The regulator was told after this quarter.'] })
    expect(await errors('2025-2')).toEqual({ quarter: ['No report of this quarter is due.'] })
    expect(await errors('2027-1')).toEqual({ quarter: ['This quarter has not begun yet.'] })
    // At the office it is already October.
    expect(await errors('2026-1', '2026-10-02')).toEqual({ submitted_on: ['This day is in the future.'] })
    await app.call(campaigns.fileReport, { campaign_id, quarter: '2026-1', submitted_on: '2026-10-01' })
  })

  it('has the days of the office on which owners were told', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-07-01T05:00:00.000Z') })
    await app.close()
    app = await buildTestApp({ OFFICE_TIME_ZONE: 'America/Los_Angeles' })
    await addOwnerWith(app, await addCatalogue(app), 'Grace Hopper', VIN)
    const campaign_id = await aCampaign([VIN, vinOf(1)])
    await openTheCampaign(app, campaign_id)
    const told = async () => {
      const { notified_from, notified_to } = (await app.call(campaigns.report, { campaign_id, quarter: '2026-2' })).data
      return [notified_from, notified_to]
    }
    expect(await told()).toEqual(['2026-06-30', '2026-06-30'])
    await app.call(campaigns.mailed, { campaign_id, mailed_on: '2026-06-01', expect: 2 })
    expect(await told()).toEqual(['2026-06-01', '2026-06-30'])
  })
})
