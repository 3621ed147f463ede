import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { notifications } from '#contract/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvs } from '#contract/rvs.ts'
import { isoNow } from '../../clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, addOwnerWith, inboxOf, openTheCampaign, unitsOf, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue } from '../../testing/people.ts'

let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
})
afterEach(() => app.close())

const [VIN, OTHER] = [vinOf(310_312), vinOf(310_313)]
const inbox = async (owner: { token: string }) => (await inboxOf(app, owner)).map(([, description]) => description)
const TOLD = 'Gas line may leak. Do not drive your RV until it is repaired. Please call 800-555-0100.'
const NOT_PART = 'Gas line may leak: Your RV is not part of this recall.'

async function openedFor(...vins: string[]) {
  const campaign_id = await addCampaign(app, vins)
  await openTheCampaign(app, campaign_id)
  return campaign_id
}
const theUnit = async () => (await unitsOf(app))[0] ?? { _id: '', done_on: null, status: '', version: 0 }

it('who was told of one RV is told of another that comes later the same day, and once of two that come at once', async () => {
  await openedFor(VIN, OTHER, vinOf(1), vinOf(2))
  const grace = await addOwnerWith(app, chosen, 'Grace Hopper', VIN)
  await app.runJobs()
  expect(await inbox(grace)).toEqual([TOLD])
  await app.call(ownRecords.addRv, { ...chosen, vin: OTHER }, grace)
  await app.runJobs()
  expect(await inbox(grace)).toEqual([TOLD, TOLD])
  const ada = await addOwnerWith(app, chosen, 'Ada Byron', vinOf(1))
  await app.call(ownRecords.addRv, { ...chosen, vin: vinOf(2) }, ada)
  await app.runJobs()
  expect(await inbox(ada)).toEqual([TOLD])
})

it('an edit of an RV whose owner knows already writes no message, not even one to nobody', async () => {
  await openedFor(VIN)
  const grace = await addOwnerWith(app, chosen, 'Grace Hopper', VIN)
  await app.runJobs()
  const [rv] = (await app.call(rvs.list, {})).data
  const edited = { rv_id: rv?._id ?? '', ...chosen, vin: VIN, full_vin: VIN, serial_no: '310399' }
  await app.call(rvs.edit, edited)
  await app.runJobs()
  expect(await inbox(grace)).toEqual([TOLD])
  expect((await app.call(notifications.list, {})).data.map(({ recipients }) => recipients)).toEqual([1])
})

it('an owner whose RV has another VIN now hears so, also where the whole VIN is no longer known', async () => {
  await openedFor(VIN)
  const grace = await addOwnerWith(app, chosen, 'Grace Hopper', VIN)
  await app.runJobs()
  const [rv] = (await app.call(ownRecords.rvs, {}, grace)).data
  await app.call(ownRecords.editRv, { rv_id: rv?._id ?? '', ...chosen, vin: '310399' }, grace)
  await app.runJobs()
  expect(await inbox(grace)).toEqual([NOT_PART, TOLD])
})

it('the undo of an edit of an RV says that owners were told, who hear that theirs is not part of it', async () => {
  await openedFor(VIN)
  const grace = await addOwnerWith(app, chosen, 'Grace Hopper', '310399')
  const [rv] = (await app.call(rvs.list, {})).data
  const { change_id } = await app.call(rvs.edit, { rv_id: rv?._id ?? '', ...chosen, vin: VIN, full_vin: VIN })
  await app.runJobs()
  expect(await inbox(grace)).toEqual([TOLD])
  const { message } = await app.call(changes.undo, { change_id: change_id ?? '' })
  expect(message).toBe('Change undone. What owners have been told since is not taken back.')
  await app.runJobs()
  expect(await inbox(grace)).toEqual([NOT_PART, TOLD])
})

describe('the day of a status', () => {
  it('does not outlive the status that it was of', async () => {
    const campaign_id = await openedFor(VIN)
    const edit = async (fields: object) => {
      await app.call(campaignUnits.edit, { unit_id: (await theUnit())._id, campaign_id, vin: VIN, ...fields })
      return (await theUnit()).done_on
    }
    expect(await edit({ status: 'remedied', done_on: '2026-05-10' })).toBe('2026-05-10')
    expect(await edit({ status: 'unreachable', reason: 'exported' })).toBe(isoNow().slice(0, 10))
    expect(await edit({ status: 'unreachable', reason: 'stolen', done_on: '2026-05-11' })).toBe('2026-05-11')
    expect(await edit({ status: 'unreachable', reason: 'scrapped' })).toBe('2026-05-11')
    const { number } = (await app.call(campaigns.get, { campaign_id })).data
    const records = [{ campaign: number, vin: VIN, status: 'remedied' as const }]
    const refusal = await app.refusal(campaignUnits.upsert, { records })
    expect(refusal.refused).toEqual([{ place: 0, errors: { done_on: ['Please enter the day.'] } }])
    expect(await theUnit()).toMatchObject({ status: 'unreachable', done_on: '2026-05-11' })
  })
})

describe('the post', () => {
  it('brings back the last letter of a vehicle, and the one before stays mailed', async () => {
    const campaign_id = await openedFor(VIN)
    const { _id: unit_id } = await theUnit()
    for (const mailed_on of ['2026-06-01', '2026-07-15'])
      await app.call(campaigns.mailed, { campaign_id, mailed_on, unit_ids: [unit_id], expect: 1 })
    await app.call(campaigns.returned, { campaign_id, unit_ids: [unit_id] })
    const { data } = await app.call(campaignUnits.notices, { unit_id })
    expect(data.map(({ at, state }) => [at.slice(0, 10), state])).toEqual([
      ['2026-06-01', 'mailed'],
      ['2026-07-15', 'returned'],
    ])
    expect((await app.call(campaigns.get, { campaign_id })).data.counts.not_mailed).toBe(1)
  })

  it('is noted of no campaign that was removed', async () => {
    const campaign_id = await addCampaign(app, [VIN])
    await app.call(campaigns.delete, { campaign_id })
    const mailed = { campaign_id, mailed_on: '2026-06-01', expect: 0 }
    const told = { campaign_id, told_on: '2026-06-01', expect: 0 }
    expect((await app.refusal(campaigns.mailed, mailed)).status).toBe(404)
    expect((await app.refusal(campaigns.dealersTold, told)).status).toBe(404)
    expect((await app.refusal(campaigns.returned, { campaign_id, unit_ids: ['x'] })).status).toBe(404)
  })
})
