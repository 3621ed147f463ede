import { afterEach, beforeEach, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { rvs } from '#contract/rvs.ts'
import { users } from '#contract/users.ts'
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

const [VIN, OTHER] = [vinOf(310_312), vinOf(310_313)]
const anOwner = (name: string, vin?: string) => addOwnerWith(app, chosen, name, vin)
const inbox = async (owner: { token: string }) => (await inboxOf(app, owner)).map(([, description]) => description)
const unit = async () => (await unitsOf(app))[0] ?? { _id: '', version: 0, rv_id: '' }
const TOLD = 'Gas line may leak. Do not drive your RV until it is repaired. Please call 800-555-0100.'
const NOT_PART = 'Gas line may leak: Your RV is not part of this recall.'

it('an owner who was deactivated is told once they can sign in again', async () => {
  const grace = await anOwner('Grace Hopper', VIN)
  await app.call(users.changeStatus, { user_id: grace.id, status: false })
  await openTheCampaign(app, await addCampaign(app, [VIN]))
  expect(await unit()).toMatchObject({ user: null, not_told: 'no_owner', match: 'vin' })
  await app.call(users.changeStatus, { user_id: grace.id, status: true })
  await app.runJobs()
  expect(await unit()).toMatchObject({ user: { name: 'Grace Hopper' }, told_at: expect.any(String), not_told: null })
})

it('who is told later reads what is right then, with the day of then', async () => {
  const grace = await anOwner('Grace Hopper', VIN)
  const campaign_id = await addCampaign(app, [VIN, OTHER], { advice: 'none' })
  await openTheCampaign(app, campaign_id)
  await app.call(campaigns.edit, { campaign_id, ...recallFields, phone: '888-555-0111' })
  await app.runJobs()
  const ada = await anOwner('Ada Byron', OTHER)
  await app.runJobs()
  expect(await inbox(grace)).toEqual(['Gas line may leak. Please call 800-555-0100.'])
  expect(await inbox(ada)).toEqual([
    'Gas line may leak. Do not drive your RV until it is repaired. Please call 888-555-0111.',
  ])
  const { data } = await app.call(ownNotifications.inbox, {}, { token: ada.token })
  const first = await app.call(ownNotifications.inbox, {}, { token: grace.token })
  expect((data[0]?.created_at ?? '') > (first.data[0]?.created_at ?? '')).toBe(true)
})

it('an owner hears that theirs is not part of it where the VIN on the list was wrong, the other one stays told', async () => {
  const [grace, ada] = [await anOwner('Grace Hopper', VIN), await anOwner('Ada Byron', VIN)]
  const campaign_id = await addCampaign(app, [VIN])
  await openTheCampaign(app, campaign_id)
  const { data } = await app.call(rvs.list, {})
  const rv_id = data.find(({ user }) => user?._id === ada.id)?._id ?? ''
  await app.call(rvs.edit, { rv_id, ...chosen, vin: OTHER })
  await app.runJobs()
  expect(await inbox(ada)).toEqual([NOT_PART, TOLD])
  expect(await inbox(grace)).toEqual([TOLD])
  const { _id: unit_id } = await unit()
  await app.call(campaignUnits.edit, { unit_id, campaign_id, vin: vinOf(99) })
  await app.runJobs()
  expect(await inbox(grace)).toEqual([NOT_PART, TOLD])
  await app.call(campaignUnits.edit, { unit_id, campaign_id, vin: VIN })
  await app.runJobs()
  expect([await inbox(grace), await inbox(ada)]).toEqual([
    [TOLD, NOT_PART, TOLD],
    [NOT_PART, TOLD],
  ])
})

it('the undo of what told owners says that they stay told', async () => {
  await anOwner('Grace Hopper', VIN)
  const campaign_id = await addCampaign(app, [OTHER])
  await openTheCampaign(app, campaign_id)
  const { change_id } = await app.call(campaigns.addUnits, { campaign_id, vins: [VIN] })
  const silent = await app.call(campaigns.addUnits, { campaign_id, vins: [vinOf(5)] })
  await app.runJobs()
  const undo = async (id?: string | null) => (await app.call(changes.undo, { change_id: id ?? '' })).message
  expect(await undo(silent.change_id)).toBe('Change undone.')
  expect(await undo(change_id)).toBe('Change undone. What owners have been told since is not taken back.')
})

it('an RV that nobody has is the vehicle all the same', async () => {
  const { data } = await app.call(rvs.upsert, { records: [{ ...chosen, vin: VIN, external_id: 'F-1' }] })
  await openTheCampaign(app, await addCampaign(app, [VIN]))
  expect(await unit()).toMatchObject({
    rv_id: data.ids[0],
    user: null,
    match: 'vin',
    not_told: 'no_owner',
    disputed: false,
  })
})

it('what an owner says has its day and its owner, and is answered by what the office notes', async () => {
  const grace = await anOwner('Grace Hopper', VIN)
  const campaign_id = await addCampaign(app, [VIN])
  await openTheCampaign(app, campaign_id)
  const { _id, rv_id } = await unit()
  const say = (fields: object) => ({ _id, ...fields }) as never
  const { errors } = await app.refusal(ownCampaigns.say, say({ what: 'done', on: '2199-01-01' }), grace)
  expect(errors).toEqual({ on: ['This day is in the future.'] })
  await app.call(ownCampaigns.say, say({ what: 'stolen' }), grace)
  const today = new Date().toISOString().slice(0, 10)
  expect((await app.call(campaigns.doubts, { campaign_id })).data).toMatchObject([
    { why: 'said', rv_id, user: { name: 'Grace Hopper' }, said: { what: 'stolen', on: today } },
  ])
  const done = { status: 'remedied', done_on: '2026-06-01' }
  const { data } = await app.call(campaignUnits.edit, { unit_id: _id, campaign_id, vin: VIN, ...done })
  expect(data).toMatchObject({ status: 'remedied', said: null })
})

it('a sale that is accepted ends the RV for who sold it, and they are told no more', async () => {
  const grace = await anOwner('Grace Hopper', VIN)
  const campaign_id = await addCampaign(app, [VIN])
  await openTheCampaign(app, campaign_id)
  const { _id } = await unit()
  await app.call(ownCampaigns.say, { _id, what: 'sold' }, grace)
  const { change_id } = await app.call(campaignUnits.accept, { unit_id: _id })
  expect(await unit()).toMatchObject({ user: null, status: 'open', said: null, not_told: 'no_owner' })
  await app.call(campaigns.remind, { campaign_id, expect: 0 })
  await app.runJobs()
  expect(await inbox(grace)).toEqual([TOLD])
  await app.call(changes.undo, { change_id: change_id ?? '' })
  expect(await unit()).toMatchObject({ user: { name: 'Grace Hopper' } })
})

it('RVs are found by a part of their full VIN', async () => {
  await anOwner('Grace Hopper', VIN)
  for (const [op, value, count] of [
    ['contains', 'gd310312', 1],
    ['ends_with', '310312', 1],
    ['not_contains', '310312', 0],
    ['equals', VIN.toLowerCase(), 1],
  ] as const)
    expect((await app.call(rvs.list, { filters: { full_vin: { op, value } } })).total).toBe(count)
})
