import { afterEach, beforeEach, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvs } from '#contract/rvs.ts'
import { withCheckDigit } from '#contract/vin.ts'
import { openAppSession } from '../../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../../testing/people.ts'
import { random } from '../../../testing/seed.ts'
import { type Ask, listedFor, syncingApp } from '../../../testing/syncing-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const vinOf = (number: number) => withCheckDigit(`1FDXE4FS8GD${String(number).padStart(6, '0')}`) ?? ''
const [VIN, OTHER] = [vinOf(310_312), vinOf(310_313)]
const fields = {
  number: '27V-101',
  type: 'recall',
  regulators: ['nhtsa'],
  title: 'Gas line may leak',
  defect: 'It may rub.',
  risk: 'A fire.',
  remedy: 'Dealers move it.',
  advice: 'none',
  decided_on: '2026-05-04',
  phone: '800-555-0100',
}

/** Two owners, each with an app that only syncs, and a campaign for one vehicle. */
async function theirApps() {
  const catalogue = await addCatalogue(app)
  const anApp = async (name: string) => {
    const token = await openAppSession(app.db, await addOwner(app, name))
    const ask: Ask = (endpoint, input) => app.call(endpoint, input, { token })
    const one = syncingApp(ask)
    return { token, ask, sync: one.sync, held: one.held, listed: () => listedFor(ask, true) }
  }
  const [grace, ada] = [await anApp('Grace Hopper'), await anApp('Ada Byron')]
  const campaign_id = (await app.call(campaigns.add, fields)).data._id
  await app.call(campaigns.addUnits, { campaign_id, vins: [VIN] })
  const unit_id = (await app.call(campaignUnits.list, {})).data[0]?._id ?? ''
  return { grace, ada, catalogue, campaign_id, unit_id }
}
type Theirs = Awaited<ReturnType<typeof theirApps>>

async function open(campaign_id: string) {
  const { owners_to_tell } = (await app.call(campaigns.get, { campaign_id })).data
  await app.call(campaigns.open, { campaign_id, expect: owners_to_tell })
  await app.runJobs()
}
async function expectSame({ grace, ada }: Theirs) {
  for (const one of [grace, ada]) expect(await one.sync()).toEqual(await one.listed())
}
const campaignsIn = ({ held }: Pick<Theirs['grace'], 'held'>) =>
  [...held].flatMap(([key, one]) => (key.startsWith('camp') ? one : []))

it('campaigns come with an RV, move with what becomes of it, and leave with it; visitors hear of none', async () => {
  const all = await theirApps()
  const { grace, ada, catalogue, campaign_id, unit_id } = all
  const rv = (await app.call(ownRecords.addRv, { ...catalogue, vin: VIN }, { token: grace.token })).data
  expect(rv.open_campaigns).toBe(0)
  await expectSame(all)
  expect(campaignsIn(grace)).toEqual([])

  await open(campaign_id)
  await expectSame(all)
  expect(campaignsIn(grace)).toMatchObject([{ _id: unit_id, rv_id: rv._id, status: 'open', acknowledged_at: null }])
  expect(grace.held.get(`rvs ${rv._id}`)).toMatchObject({ open_campaigns: 1 })
  expect(campaignsIn(ada)).toEqual([])

  await app.call(ownCampaigns.acknowledge, { _id: unit_id }, { token: grace.token })
  await expectSame(all)
  expect(campaignsIn(grace)).toMatchObject([{ acknowledged_at: expect.any(String) }])
  await app.call(campaigns.edit, { campaign_id, ...fields, title: 'Gas line leaks' })
  await expectSame(all)
  expect(campaignsIn(grace)).toMatchObject([{ title: 'Gas line leaks' }])

  await app.call(campaignUnits.edit, { unit_id, campaign_id, vin: VIN, status: 'remedied', done_on: '2026-06-01' })
  await expectSame(all)
  expect(grace.held.get(`rvs ${rv._id}`)).toMatchObject({ open_campaigns: 0 })

  await app.call(ownRecords.soldRv, { rv_id: rv._id }, { token: grace.token })
  await expectSame(all)
  expect(campaignsIn(grace)).toEqual([])
  const visitor: Ask = (endpoint, input) => app.call(endpoint, input, { token: '' })
  expect((await syncingApp(visitor).sync()).filter(([key]) => key.startsWith('campaigns '))).toEqual([])
})

it('campaigns come in the language of the sync, as the list has them', async () => {
  await app.close()
  app = await buildTestApp({ LANGUAGES: 'en,fr' })
  const { grace, catalogue, campaign_id } = await theirApps()
  const inFrench = { title_fr: 'Conduite de gaz', defect_fr: 'Elle peut frotter.', risk_fr: 'Un incendie.' }
  await app.call(campaigns.edit, { campaign_id, ...fields, ...inFrench })
  await app.call(ownRecords.addRv, { ...catalogue, vin: VIN }, { token: grace.token })
  await open(campaign_id)
  const ask: Ask = (endpoint, input) => app.call(endpoint, input as never, { token: grace.token, language: 'fr' })
  const french = syncingApp(ask)
  expect(await french.sync()).toEqual(await listedFor(ask, true))
  expect(campaignsIn(french)).toMatchObject([{ title: 'Conduite de gaz', remedy: 'Dealers move it.' }])
  expect(await grace.sync()).toEqual(await grace.listed())
  expect(campaignsIn(grace)).toMatchObject([{ title: 'Gas line may leak' }])
})

it('an app that only syncs holds what the lists give after a random walk of RVs, vehicles and undos', async () => {
  const all = await theirApps()
  const { grace, ada, catalogue, campaign_id, unit_id } = all
  const rvIds: string[] = []
  for (const [one, vin] of [
    [grace, VIN],
    [ada, '310312'],
    [ada, OTHER],
  ] as const)
    rvIds.push((await app.call(ownRecords.addRv, { ...catalogue, vin }, { token: one.token })).data._id)
  await open(campaign_id)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const { call, send } = app
  const acts = [
    () => send(rvs.edit, { rv_id: pick(rvIds), ...catalogue, vin: pick([VIN, OTHER, '310312']) }),
    () => send(pick([rvs.delete, rvs.restore]), { rv_id: pick(rvIds) }),
    () => send(pick([campaignUnits.delete, campaignUnits.restore]), { unit_id }),
    () => send(pick([campaignUnits.confirm, campaignUnits.reject]), { unit_id, rv_id: pick(rvIds) }),
    () =>
      send(campaignUnits.edit, {
        unit_id,
        campaign_id,
        vin: pick([VIN, OTHER]),
        status: pick(['open', 'remedied']),
        done_on: '2026-06-01',
      }),
    async () =>
      send(changes.undo, {
        change_id: pick((await call(changes.list, { per_page: 10 })).data)._id,
        leave_obstacles: true,
      }),
    () => app.runJobs(),
  ]
  for (let step = 0; step < 80; step++) {
    await pick(acts)()
    if (random() < 0.25) await expectSame(all)
  }
  await expectSame(all)
})

it('what changes in a campaign of many vehicles comes too, some vehicles at a time', async () => {
  const all = await theirApps()
  const { grace, catalogue, campaign_id, unit_id } = all
  await app.call(ownRecords.addRv, { ...catalogue, vin: VIN }, { token: grace.token })
  await app.call(campaigns.addUnits, { campaign_id, ranges: [{ from: vinOf(1), to: vinOf(1000) }] })
  await app.runJobs()
  await open(campaign_id)
  await expectSame(all)
  for (const title of ['Gas line leaks', 'Gas lines leak']) {
    await app.call(campaigns.edit, { ...fields, campaign_id, title })
    await app.runJobs()
    await expectSame(all)
    expect(campaignsIn(grace)).toMatchObject([{ _id: unit_id, title }])
  }
})
