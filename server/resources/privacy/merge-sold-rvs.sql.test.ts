import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { changes } from '#contract/changes.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { rvs } from '#contract/rvs.ts'
import { transfers } from '#contract/transfers.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, addOwnerWith, openTheCampaign, unitsOf, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue } from '../../testing/people.ts'

type Person = { id: string; token: string }
let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
let seller: Person
let buyer: Person
let sold: string
let registered: string

const VIN = vinOf(310_312)
const add = async ({ token }: Person, more: object = {}) =>
  (await app.call(ownRecords.addRv, { ...chosen, vin: VIN.slice(-6), ...more }, { token })).data._id
const own = async ({ token }: Person) => (await app.call(ownRecords.rvs, {}, { token })).data
const waiting = async () => (await app.call(transfers.list, {})).data
const preview = async (user: Person, into: Person) =>
  (await app.call(privacy.merge, { user_id: user.id, into_id: into.id, preview: true })).data
async function merge(user: Person, into: Person) {
  const { expect } = await preview(user, into)
  const which = { user_id: user.id, into_id: into.id }
  const proof = { verified_by: 'other', note: 'At the desk.', expect } as const
  const { change_id } = await app.call(privacy.merge, { ...which, ...proof })
  await app.runJobs()
  return change_id ?? ''
}
async function undo(change_id: string) {
  const undone = await app.call(changes.undo, { change_id })
  await app.runJobs()
  return undone.change_id ?? ''
}
async function allRows() {
  const rows: unknown[] = []
  for (const table of ['users', 'rvs', 'campaign_units'])
    for (const row of await readQuery<Record<string, unknown>>(app.db, `select * from ${table}`, [])) {
      const { version: _v, updated_at: _u, ...rest } = row
      rows.push([table, rest])
    }
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
  seller = await addOwnerWith(app, chosen, 'Grace Hopper')
  buyer = await addOwnerWith(app, chosen, 'Grace Murray')
  sold = await add(seller, { serial_no: '900900' })
  await app.call(ownRecords.soldRv, { rv_id: sold }, { token: seller.token })
  registered = await add(buyer, { full_vin: VIN })
})
afterEach(() => app.close())

describe('a merge of who sold an RV and who waits for its transfer', () => {
  it.each(['seller', 'buyer'] as const)('leaves one RV where the %s’s account ends; its undo is exact', async (who) => {
    const [user, into] = who === 'seller' ? [seller, buyer] : [buyer, seller]
    const before = await allRows()
    expect(await preview(user, into)).toMatchObject({ rvs: 1, same_rvs: 0 })
    const change_id = await merge(user, into)
    expect(await own(into)).toMatchObject([{ _id: sold, serial_no: '900900', full_vin: VIN }])
    expect(await waiting()).toEqual([])
    const { data } = await app.call(rvs.list, { is_deleted: false })
    expect(data.map(({ _id }) => _id)).toEqual([sold])
    expect((await app.refusal(rvs.restore, { rv_id: registered })).status).toBe(422)
    const undone = await undo(change_id)
    expect(await allRows()).toEqual(before)
    expect(await waiting()).toMatchObject([{ rv_id: sold, transfer_id: registered }])
    await undo(await undo(undone))
    expect(await allRows()).toEqual(before)
  })

  it('keeps the vehicle of a campaign that the registered one was confirmed to be', async () => {
    await openTheCampaign(app, await addCampaign(app, [VIN]))
    const unit_id = (await unitsOf(app))[0]?._id ?? ''
    await app.call(campaignUnits.confirm, { unit_id, rv_id: registered })
    await app.runJobs()
    const before = await allRows()
    const change_id = await merge(seller, buyer)
    expect((await unitsOf(app))[0]).toMatchObject({ user: { _id: buyer.id }, rv_id: sold })
    await undo(change_id)
    expect(await allRows()).toEqual(before)
  })

  it('leaves two RVs where the office has refused the transfer', async () => {
    await app.call(transfers.refuse, { transfer_id: registered })
    expect(await preview(seller, buyer)).toMatchObject({ rvs: 0 })
    await merge(seller, buyer)
    expect(await own(buyer)).toMatchObject([{ _id: registered }])
  })

  it('leaves an RV to a third owner who waits for it too with what they entered', async () => {
    const third = await addOwnerWith(app, chosen, 'Hedy Lamarr')
    const theirs = await add(third)
    await merge(seller, buyer)
    expect([await own(buyer), await own(third)]).toMatchObject([[{ _id: sold }], [{ _id: theirs }]])
  })
})
