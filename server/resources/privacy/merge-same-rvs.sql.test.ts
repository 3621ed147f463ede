import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { changes } from '#contract/changes.ts'
import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { rvs } from '#contract/rvs.ts'
import { withCheckDigit } from '#contract/vin.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, addOwnerWith, openTheCampaign, unitsOf, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue } from '../../testing/people.ts'

type Person = { id: string; token: string }
let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
let old: Person
let kept: Person
beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
  old = await addOwnerWith(app, chosen, 'Grace Hopper')
  kept = await addOwnerWith(app, chosen, 'Grace Murray')
})
afterEach(() => app.close())

const VIN = vinOf(310_312)
const add = async ({ token }: Person, more: object = {}) =>
  (await app.call(ownRecords.addRv, { ...chosen, vin: VIN.slice(-6), ...more }, { token })).data._id
const own = async ({ token }: Person) => (await app.call(ownRecords.rvs, {}, { token })).data
const which = () => ({ user_id: old.id, into_id: kept.id })
const preview = async () => (await app.call(privacy.merge, { ...which(), preview: true })).data
async function merge() {
  const { expect } = await preview()
  const done = { ...which(), verified_by: 'other', note: 'Both came to the desk.', expect } as const
  const { change_id } = await app.call(privacy.merge, done)
  await app.runJobs()
  return change_id ?? ''
}
const undo = async (change_id: string) => {
  await app.call(changes.undo, { change_id })
  await app.runJobs()
}
async function allRows() {
  const rows: unknown[] = []
  for (const table of ['users', 'rvs', 'checklists', 'maintenance_items', 'campaign_units'])
    for (const row of await readQuery<Record<string, unknown>>(app.db, `select * from ${table}`, [])) {
      const { version: _v, updated_at: _u, ...rest } = row
      rows.push([table, rest])
    }
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

describe('a merge of two accounts that have the same RV', () => {
  it('keeps that of the account that stays, with the numbers that it lacks, and says so before; its undo is exact', async () => {
    const gone = await add(old, { serial_no: '900900', full_vin: VIN })
    const stays = await add(kept)
    await add(old, { vin: '310399' })
    const item = { reminder_name: 'Roof', item_name: 'Sealant', due_date: '2999-01-01', note: 'Look.' }
    await app.call(ownRecords.addMaintenance, item, { token: old.token })
    await app.call(ownRecords.addChecklist, { name: 'Departure' }, { token: old.token })
    const before = await allRows()
    expect(await preview()).toMatchObject({ rvs: 1, same_rvs: 1, maintenance_items: 1, checklists: 1 })
    const change_id = await merge()
    const mine = await own(kept)
    expect(mine.map(({ vin }) => vin).toSorted()).toEqual(['310312', '310399'])
    expect(mine.find(({ _id }) => _id === stays)).toMatchObject({ serial_no: '900900', full_vin: VIN })
    expect((await app.call(rvs.get, { rv_id: gone })).data).toMatchObject({ is_deleted: true, user: { _id: kept.id } })
    expect((await app.refusal(rvs.restore, { rv_id: gone })).status).toBe(422)
    await undo(change_id)
    expect(await allRows()).toEqual(before)
    await undo(await merge())
    expect(await allRows()).toEqual(before)
  })

  it('keeps the vehicle of a campaign that either was confirmed to be, and what its owner was told', async () => {
    const gone = await add(old)
    const stays = await add(kept)
    await openTheCampaign(app, await addCampaign(app, [VIN]))
    const unit_id = (await unitsOf(app))[0]?._id ?? ''
    await app.call(campaignUnits.confirm, { unit_id, rv_id: gone })
    await app.runJobs()
    await app.call(ownCampaigns.acknowledge, { _id: unit_id }, { token: old.token })
    const before = await allRows()
    const change_id = await merge()
    const { data } = await app.call(ownCampaigns.campaigns, {}, { token: kept.token })
    expect(data).toMatchObject([{ _id: unit_id, acknowledged_at: expect.any(String) }])
    expect((await unitsOf(app))[0]).toMatchObject({ user: { _id: kept.id }, rv_id: stays, not_told: null })
    await undo(change_id)
    expect(await allRows()).toEqual(before)
  })

  it('keeps both where their full VINs say that they are two', async () => {
    await add(old, { vin: VIN })
    await add(kept, { vin: withCheckDigit('1FDXE4FS8GE310312') ?? '' })
    expect(await preview()).toMatchObject({ rvs: 1, same_rvs: 0 })
  })
})
