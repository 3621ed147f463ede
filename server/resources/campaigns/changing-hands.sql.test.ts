import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
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

const VIN = vinOf(310_312)
const anOwner = (name: string, vin?: string) => addOwnerWith(app, chosen, name, vin)
const unitOf = async () => (await unitsOf(app))[0]
const messagesOf = async (owner: { token: string }) => (await inboxOf(app, owner)).length

describe('an account that is merged', () => {
  async function merge(user_id: string, into_id: string) {
    const which = { user_id, into_id }
    const { expect } = (await app.call(privacy.merge, { ...which, preview: true })).data
    const done = { ...which, verified_by: 'other', note: 'Both came to the desk.', expect } as const
    const { change_id } = await app.call(privacy.merge, done)
    await app.runJobs()
    return change_id ?? ''
  }

  it('brings what its owner was told, who is not told again in the same round, also after an undo', async () => {
    const [old, kept] = [await anOwner('Grace Hopper', VIN), await anOwner('Grace Murray')]
    const campaign_id = await addCampaign(app, [VIN])
    await openTheCampaign(app, campaign_id)
    const unit_id = (await unitOf())?._id ?? ''
    await app.call(ownCampaigns.acknowledge, { _id: unit_id }, old)
    const before = await unitOf()
    const change_id = await merge(old.id, kept.id)
    expect(await messagesOf(kept)).toBe(1)
    const { told_at, acknowledged_at } = before ?? {}
    expect(await unitOf()).toMatchObject({ user: { _id: kept.id }, told_at, acknowledged_at, not_told: null })
    expect((await app.call(campaigns.get, { campaign_id })).data.counts.not_told).toBe(0)
    expect((await app.call(ownCampaigns.campaigns, {}, kept)).data).toMatchObject([{ told_at, acknowledged_at }])
    expect((await app.call(campaignUnits.notices, { unit_id })).data).toHaveLength(1)
    await app.call(changes.undo, { change_id })
    await app.runJobs()
    expect([await messagesOf(old), await messagesOf(kept)]).toEqual([1, 0])
    await merge(old.id, kept.id)
    expect(await messagesOf(kept)).toBe(1)
    await app.call(campaigns.remind, { campaign_id, expect: 1 })
    await app.runJobs()
    expect(await messagesOf(kept)).toBe(2)
  })

  it('has one message of a round, whichever of two vehicles each was told of', async () => {
    const [old, kept] = [await anOwner('Grace Hopper', vinOf(2)), await anOwner('Grace Murray', VIN)]
    await openTheCampaign(app, await addCampaign(app, [VIN]))
    await app.call(campaigns.addUnits, { campaign_id: (await unitOf())?.campaign_id._id ?? '', vins: [vinOf(2)] })
    await app.runJobs()
    await merge(old.id, kept.id)
    expect(await messagesOf(kept)).toBe(1)
    expect((await unitsOf(app)).map(({ user, not_told }) => [user?._id, not_told])).toEqual([
      [kept.id, null],
      [kept.id, null],
    ])
  })
})

describe('what an owner says of a vehicle', () => {
  const say = async (owner: { token: string }, what: 'done' | 'sold') =>
    app.call(ownCampaigns.say, { _id: (await unitOf())?._id ?? '', what }, owner)
  const doubts = async () =>
    (await app.call(campaigns.doubts, { campaign_id: (await unitOf())?.campaign_id._id ?? '' })).data

  it('does not stand once they have sold it', async () => {
    const grace = await anOwner('Grace Hopper', VIN)
    await openTheCampaign(app, await addCampaign(app, [VIN]))
    await say(grace, 'done')
    expect((await doubts()).map(({ why }) => why)).toEqual(['said'])
    const [rv] = (await app.call(ownRecords.rvs, {}, grace)).data
    await app.call(ownRecords.soldRv, { rv_id: rv?._id ?? '' }, grace)
    expect([(await unitOf())?.said, await doubts()]).toEqual([null, []])
    const unit_id = (await unitOf())?._id ?? ''
    expect((await app.refusal(campaignUnits.accept, { unit_id })).status).toBe(409)
  })

  it('stands while the RV is theirs, whatever else is changed of it, and on the account that theirs is merged into', async () => {
    const [grace, kept] = [await anOwner('Grace Hopper', VIN), await anOwner('Grace Murray')]
    await openTheCampaign(app, await addCampaign(app, [VIN]))
    await say(grace, 'done')
    const [rv] = (await app.call(ownRecords.rvs, {}, grace)).data
    await app.call(ownRecords.editRv, { ...chosen, rv_id: rv?._id ?? '', vin: VIN, serial_no: '123456' }, grace)
    const which = { user_id: grace.id, into_id: kept.id }
    const { expect: print } = (await app.call(privacy.merge, { ...which, preview: true })).data
    await app.call(privacy.merge, { ...which, verified_by: 'other', note: 'At the desk.', expect: print })
    expect((await unitOf())?.said).toMatchObject({ what: 'done' })
  })
})
