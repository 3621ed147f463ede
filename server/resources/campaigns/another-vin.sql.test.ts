import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { withCheckDigit } from '#contract/vin.ts'
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
/** Another VIN with the same six digits. */
const ALIKE = withCheckDigit('1FDXE4FS8HD310312') ?? ''
const anOwner = (name: string, vin?: string) => addOwnerWith(app, chosen, name, vin)
const inbox = async (owner: { token: string }) => (await inboxOf(app, owner)).map(([, description]) => description)
const unit = async (vin?: string) =>
  (await unitsOf(app)).find((one) => vin === undefined || one.vin === vin) ?? { _id: '', rv_id: '' }
const found = async (campaign_id: string) => (await app.call(campaigns.get, { campaign_id })).data
const TOLD = 'Gas line may leak. Do not drive your RV until it is repaired. Please call 800-555-0100.'
const NOT_PART = 'Gas line may leak: Your RV is not part of this recall.'

async function openedFor(...vins: string[]) {
  const campaign_id = await addCampaign(app, vins)
  await openTheCampaign(app, campaign_id)
  return campaign_id
}

describe('a vehicle whose VIN is corrected', () => {
  const correct = async (campaign_id: string, vin: string) => {
    const { change_id } = await app.call(campaignUnits.edit, { unit_id: (await unit())._id, campaign_id, vin })
    await app.runJobs()
    return change_id ?? ''
  }

  it('is to be written to again, as the letter named another, until the edit is undone', async () => {
    const grace = await anOwner('Grace Hopper', VIN)
    const campaign_id = await openedFor(VIN)
    await app.call(campaigns.mailed, { campaign_id, mailed_on: '2026-06-01', expect: 1 })
    await app.call(campaignUnits.edit, { unit_id: (await unit())._id, campaign_id, vin: VIN, city: 'Reno' })
    expect(await unit()).toMatchObject({ mailed_on: '2026-06-01', told_at: expect.any(String) })
    const change_id = await correct(campaign_id, OTHER)
    expect(await unit()).toMatchObject({ mailed_on: null, told_at: null, not_told: 'no_owner' })
    expect((await found(campaign_id)).counts).toMatchObject({ not_mailed: 1, not_told: 1 })
    await app.call(changes.undo, { change_id })
    await app.runJobs()
    expect(await unit()).toMatchObject({ vin: VIN, mailed_on: '2026-06-01', told_at: expect.any(String) })
    expect((await found(campaign_id)).counts).toMatchObject({ not_mailed: 0, not_told: 0 })
    expect(await inbox(grace)).toEqual([TOLD, NOT_PART, TOLD])
  })

  it('is no longer the RV that it was confirmed to be, nor what its owner said of it, until that is undone', async () => {
    const grace = await anOwner('Grace Hopper', '310312')
    const campaign_id = await openedFor(VIN)
    const { _id: unit_id, rv_id } = await unit()
    await app.call(campaignUnits.confirm, { unit_id, rv_id: rv_id ?? '' })
    await app.call(ownCampaigns.say, { _id: unit_id, what: 'stolen' }, grace)
    const change_id = await correct(campaign_id, OTHER)
    expect(await unit()).toMatchObject({ match: null, user: null, said: null })
    await app.call(changes.undo, { change_id })
    expect(await unit()).toMatchObject({ match: 'confirmed', rv_id, said: { what: 'stolen' } })
  })

  it('may be an RV that was ruled out for the VIN before', async () => {
    const campaign_id = await openedFor(VIN)
    await anOwner('Grace Hopper', '310312')
    await app.runJobs()
    const { _id: unit_id, rv_id } = await unit()
    await app.call(campaignUnits.reject, { unit_id, rv_id: rv_id ?? '' })
    expect(await unit()).toMatchObject({ match: null })
    await correct(campaign_id, ALIKE)
    expect(await unit()).toMatchObject({ match: 'possible', rv_id })
  })

  it('tells an owner who has both RVs that one is not part of it and then of the other', async () => {
    const grace = await anOwner('Grace Hopper', VIN)
    await app.call(ownRecords.addRv, { ...chosen, vin: OTHER }, grace)
    const campaign_id = await openedFor(VIN)
    await correct(campaign_id, OTHER)
    expect(await inbox(grace)).toEqual([TOLD, NOT_PART, TOLD])
    expect(await unit()).toMatchObject({ told_at: expect.any(String), not_told: null })
    expect((await found(campaign_id)).counts.not_told).toBe(0)
  })
})

it('an RV is confirmed as one vehicle of a campaign only, also by restoring', async () => {
  await anOwner('Grace Hopper', '310312')
  await openedFor(VIN, ALIKE)
  const { _id: first, rv_id } = await unit(VIN)
  const { _id: second } = await unit(ALIKE)
  const confirm = (unit_id: string) => ({ unit_id, rv_id: rv_id ?? '' })
  await app.call(campaignUnits.confirm, confirm(first))
  const { status, errors } = await app.refusal(campaignUnits.confirm, confirm(second))
  expect([status, errors]).toEqual([422, { rv_id: [`This RV is already confirmed as the vehicle ${VIN}.`] }])
  await app.call(campaignUnits.delete, { unit_id: first })
  await app.call(campaignUnits.confirm, confirm(second))
  const again = await app.refusal(campaignUnits.restore, { unit_id: first })
  expect(again.message).toBe(`This RV is already confirmed as the vehicle ${ALIKE}.`)
})

describe('a vehicle of another campaign', () => {
  it('is not moved from or to one that was opened, where nobody would be told', async () => {
    const grace = await anOwner('Grace Hopper', VIN)
    const opened = await openedFor(OTHER)
    const draft = await addCampaign(app, [VIN], { number: '27V-102' })
    const move = async (vin: string, campaign_id: string) =>
      (await app.refusal(campaignUnits.edit, { unit_id: (await unit(vin))._id, campaign_id, vin })).errors
    const stays = 'A vehicle cannot be moved from or to a campaign that was opened. Please add it there instead.'
    expect(await move(VIN, opened)).toEqual({ campaign_id: [stays] })
    expect(await move(OTHER, draft)).toEqual({ campaign_id: [stays] })
    const third = await addCampaign(app, [], { number: '27V-103' })
    await app.call(campaignUnits.edit, { unit_id: (await unit(VIN))._id, campaign_id: third, vin: VIN })
    expect(await inbox(grace)).toEqual([])
  })
})
