import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, addOwnerWith, openTheCampaign, recallFields, unitsOf, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue } from '../../testing/people.ts'

let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
})
afterEach(() => app.close())

const VIN = vinOf(310_312)
const aCampaign = (vins: string[] = [VIN], more: object = {}) => addCampaign(app, vins, more)
const anOwner = (name: string, vin?: string) => addOwnerWith(app, chosen, name, vin)
const open = (campaign_id: string) => openTheCampaign(app, campaign_id)
const unitOf = async () => (await unitsOf(app))[0]

describe('the owners’ app', () => {
  it('lists the campaigns of own RVs, in French where that is there, and takes what owners say', async () => {
    const grace = await anOwner('Grace Hopper', VIN)
    const stranger = await anOwner('Stranger', vinOf(99))
    const id = await aCampaign([VIN], { title_fr: 'Fuite de gaz possible' })
    const of = async (owner: { token: string }, more: object = {}) =>
      (await app.call(ownCampaigns.campaigns, more, owner)).data
    expect(await of(grace)).toEqual([])
    await open(id)
    expect(await of(grace)).toMatchObject([{ number: '27V-101', title: recallFields.title, status: 'open' }])
    expect(await of(grace, { language: 'fr' })).toMatchObject([
      { title: 'Fuite de gaz possible', risk: recallFields.risk },
    ])
    expect([await of(stranger), (await of(grace, { rv_id: 'other' })).length]).toEqual([[], 0])
    const _id = (await of(grace))[0]?._id ?? ''
    expect((await app.refusal(ownCampaigns.acknowledge, { _id }, stranger)).status).toBe(404)
    await app.call(ownCampaigns.acknowledge, { _id }, grace)
    await app.call(ownCampaigns.say, { _id, what: 'stolen', on: '2026-06-01' }, grace)
    expect(await unitOf()).toMatchObject({
      status: 'open',
      said: { what: 'stolen', on: '2026-06-01' },
      acknowledged_at: expect.any(String),
    })
    const { data } = await app.call(campaignUnits.accept, { unit_id: _id })
    expect(data).toMatchObject({ status: 'unreachable', reason: 'stolen', done_on: '2026-06-01', said: null })
  })

  it('tells visitors which campaigns a VIN still needs, and nothing of people', async () => {
    const id = await aCampaign()
    const lookUp = async (vin: string) => (await app.call(ownCampaigns.lookup, { vin }, { token: undefined })).data
    expect(await lookUp(VIN)).toEqual([])
    await open(id)
    expect(await lookUp(VIN)).toMatchObject([{ number: '27V-101', title: recallFields.title }])
    expect(await lookUp(vinOf(4))).toEqual([])
    for (let asked = 3; asked < 30; asked += 1) await lookUp(VIN)
    expect((await app.refusal(ownCampaigns.lookup, { vin: VIN }, { token: undefined })).status).toBe(429)
  })
})
