import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import {
  addCampaign,
  addOwnerWith,
  inboxOf,
  openTheCampaign,
  recallFields,
  unitsOf,
  vinOf,
} from '../../testing/campaigns.ts'
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
const found = async (campaign_id: string) => (await app.call(campaigns.get, { campaign_id })).data
const open = (campaign_id: string) => openTheCampaign(app, campaign_id)
const inbox = (owner: { token: string }) => inboxOf(app, owner)
const units = () => unitsOf(app)
const unitOf = async () => (await units())[0]
const TOLD = [
  'Safety recall',
  'Gas line may leak. Do not drive your RV until it is repaired. Please call 800-555-0100.',
]

describe('the owners of vehicles on a list', () => {
  it('are told when the campaign opens, and whoever registers one later then; each once', async () => {
    const grace = await anOwner('Grace Hopper', VIN)
    const stranger = await anOwner('Stranger', '1FDXE4FS8GD310399')
    const id = await aCampaign([VIN, vinOf(310_313)])
    expect(await found(id)).toMatchObject({
      state: 'draft',
      owners_due_on: '2026-07-03',
      owners_to_tell: 1,
      counts: { units: 2, open: 2, remedied: 0, no_remedy_needed: 0, unreachable: 0, not_told: 2, not_mailed: 2 },
    })
    expect((await app.refusal(campaigns.open, { campaign_id: id, expect: 2 })).code).toBe('unexpected_number')
    await open(id)
    expect(await inbox(grace)).toEqual([TOLD])
    const ada = await anOwner('Ada Byron', vinOf(310_313))
    await app.runJobs()
    expect([await inbox(ada), await inbox(grace), await inbox(stranger)]).toEqual([[TOLD], [TOLD], []])
    expect(await found(id)).toMatchObject({ state: 'open', round: 1, counts: { not_told: 0, not_mailed: 2 } })
    await app.call(campaigns.remind, { campaign_id: id, expect: 2 })
    await app.runJobs()
    expect([await inbox(ada), await inbox(grace)]).toEqual([
      [TOLD, TOLD],
      [TOLD, TOLD],
    ])
    await app.call(campaigns.close, { campaign_id: id })
    expect((await app.refusal(campaigns.delete, { campaign_id: id })).message).toBe('Close it instead.')
  })

  it('are asked for the full VIN where six digits are all that is known, and told once it is theirs', async () => {
    const grace = await anOwner('Grace Hopper', '310312')
    const id = await aCampaign()
    await open(id)
    const asked = ['Safety recall', 'Your RV may be part of a recall. Please enter its full VIN.']
    expect(await inbox(grace)).toEqual([asked])
    expect(await unitOf()).toMatchObject({ match: 'possible', not_told: 'possible', told_at: null })
    const unit_id = (await unitOf())?._id ?? ''
    const rv_id = (await unitOf())?.rv_id ?? ''
    await app.call(campaignUnits.confirm, { unit_id, rv_id })
    await app.runJobs()
    expect(await inbox(grace)).toEqual([TOLD, asked])
    expect(await unitOf()).toMatchObject({ match: 'confirmed', not_told: null, told_at: expect.any(String) })
    expect((await app.call(campaignUnits.notices, { unit_id })).data.map(({ way, round }) => [way, round])).toEqual([
      ['app', 1],
      ['app', 1],
    ])
  })

  it('are told that theirs is not part of it once the vehicle is taken off the list', async () => {
    const [grace, ada] = [await anOwner('Grace Hopper', VIN), await anOwner('Ada Byron', VIN)]
    const id = await aCampaign()
    await open(id)
    expect(await unitOf()).toMatchObject({ disputed: true })
    await app.call(campaignUnits.delete, { unit_id: (await unitOf())?._id ?? '' })
    await app.runJobs()
    const withdrawn = ['Safety recall', 'Gas line may leak: Your RV is not part of this recall.']
    expect([await inbox(grace), await inbox(ada)]).toEqual([
      [withdrawn, TOLD],
      [withdrawn, TOLD],
    ])
    const unit_id = (await unitOf())?._id ?? ''
    await app.call(campaignUnits.restore, { unit_id })
    await app.runJobs()
    expect(await inbox(grace)).toEqual([TOLD, withdrawn, TOLD])
    await app.call(campaignUnits.delete, { unit_id })
    await app.runJobs()
    expect(await inbox(grace)).toEqual([withdrawn, TOLD, withdrawn, TOLD])
  })
})

it('says what somebody has to decide: who has it, which of two, and what an owner says', async () => {
  const grace = await anOwner('Grace Hopper', '310312')
  for (const name of ['Ada Byron', 'Ida']) await anOwner(name, vinOf(2))
  const id = await aCampaign([VIN, vinOf(2), vinOf(3)])
  await anOwner('Eva', vinOf(3))
  await open(id)
  const doubts = async () => (await app.call(campaigns.doubts, { campaign_id: id })).data
  const short = async () => (await doubts()).map(({ why, vin, user, said }) => [why, vin, said?.what ?? user?.name])
  expect(await short()).toEqual([
    ['possible', VIN, 'Grace Hopper'],
    ['disputed', vinOf(2), 'Ada Byron'],
    ['disputed', vinOf(2), 'Ida'],
  ])
  const [first, second] = await doubts()
  await app.call(campaignUnits.confirm, { unit_id: first?.unit_id ?? '', rv_id: first?.rv_id ?? '' })
  await app.call(campaignUnits.reject, { unit_id: second?.unit_id ?? '', rv_id: second?.rv_id ?? '' })
  const _id = (await app.call(ownCampaigns.campaigns, {}, grace)).data[0]?._id ?? ''
  await app.call(ownCampaigns.say, { _id, what: 'stolen' }, grace)
  expect(await short()).toEqual([['said', VIN, 'stolen']])
})

it('is deleted and restored with its vehicles while it is a draft', async () => {
  const campaign_id = await aCampaign([VIN, vinOf(2)])
  await app.call(campaigns.delete, { campaign_id })
  expect((await units()).map(({ is_deleted }) => is_deleted)).toEqual([true, true])
  await app.call(campaigns.restore, { campaign_id })
  expect((await found(campaign_id)).counts.units).toBe(2)
})

it('is not taken away by undoing once it was opened, nor closed again by that', async () => {
  const added = await app.call(campaigns.add, recallFields)
  await app.call(campaigns.addUnits, { campaign_id: added.data._id, vins: [VIN] })
  const opened = await app.call(campaigns.open, { campaign_id: added.data._id, expect: 0 })
  const undo = async (change_id: string | null) =>
    (await app.send(changes.undo, { change_id: change_id ?? '' })).statusCode
  expect([opened.can_undo, await undo(opened.change_id), await undo(added.change_id)]).toEqual([false, 422, 409])
  expect(await found(added.data._id)).toMatchObject({ is_deleted: false, state: 'open' })
  const gone = await aCampaign([], { number: 'gone' })
  await app.call(campaigns.delete, { campaign_id: gone })
  expect((await app.refusal(campaigns.addUnits, { campaign_id: gone, vins: [VIN] })).status).toBe(422)
})

it('names what is missing before it opens', async () => {
  const id = await aCampaign([], { remedy: '', phone: '', regulators: ['transport_canada'] })
  const { errors } = await app.refusal(campaigns.open, { campaign_id: id, expect: 0 })
  expect(Object.keys(errors ?? {})).toEqual([
    'remedy',
    'phone',
    'title_fr',
    'defect_fr',
    'risk_fr',
    'remedy_fr',
    'units',
  ])
})
