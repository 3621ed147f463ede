import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { changes } from '#contract/changes.ts'
import { dashboard } from '#contract/dashboard.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { sync } from '#contract/owner/sync.ts'
import { privacy } from '#contract/privacy.ts'
import { rvs } from '#contract/rvs.ts'
import { transfers } from '#contract/transfers.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'
import { settledCursor } from '../../testing/syncing-app.ts'

type Person = { id: string; token: string }
let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
let seller: Person
let buyer: Person
let rv_id: string

const person = async (name: string): Promise<Person> => {
  const id = await addOwner(app, name)
  return { id, token: await openAppSession(app.db, id) }
}
beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
  seller = await person('Grace Hopper')
  buyer = await person('Ada Byron')
  rv_id = (await register(seller, { serial_no: '900900' }))._id
})
afterEach(() => app.close())

const VIN = '310312'
const register = async ({ token }: Person, more: object = {}) =>
  (await app.call(ownRecords.addRv, { ...chosen, vin: VIN, ...more }, { token })).data
const sell = ({ token }: Person, id = rv_id) => app.call(ownRecords.soldRv, { rv_id: id }, { token })
const own = async ({ token }: Person) =>
  (await app.call(ownRecords.rvs, {}, { token })).data.map(({ _id }) => _id).toSorted()
const waiting = async () => (await app.call(transfers.list, {})).data
const only = async () => (await waiting())[0]?.transfer_id ?? ''
const undo = (change_id: string | null) => app.call(changes.undo, { change_id: change_id ?? '' })
const ownerOf = async (id: string) => (await app.call(rvs.get, { rv_id: id })).data.user?._id ?? null
const told = async (purpose: 'safety' | 'service' | 'news') => {
  const audience = { field: 'model_id', op: 'eq', value: chosen.model } as const
  const { count, sample } = (await app.call(audiences.count, { audience, purpose })).data
  expect(sample).toHaveLength(count)
  return sample.map(({ name }) => name).toSorted()
}
const allRvs = async () =>
  (await readQuery<Record<string, unknown>>(app.db, 'select * from rvs order by id', [])).map(
    ({ version: _v, updated_at: _u, ...row }) => row,
  )

describe('rvs/sold', () => {
  it('ends the RV for its owner, keeps it without one, and tells their app', async () => {
    const { cursor } = await app.call(sync, {}, { token: seller.token })
    const answer = await sell(seller)
    expect(answer.message).toBe('The RV is no longer yours.')
    expect([await own(seller), await ownerOf(rv_id)]).toEqual([[], null])
    const next = await app.call(sync, { since: cursor }, { token: seller.token })
    expect(next.deleted).toContainEqual({ type: 'rvs', _id: rv_id })
    const { data } = await app.call(changes.list, {})
    expect(data[0]?.sentence).toBe('Grace Hopper sold RV 310312 (2285)')
    await undo(answer.change_id)
    expect([await own(seller), await ownerOf(rv_id)]).toEqual([[rv_id], seller.id])
  })

  it('is 404 for the RV of somebody else, for one that is gone, and a second time; 409 for one that has changed', async () => {
    const refusal = (who: Person, more: object = {}) =>
      app.refusal(ownRecords.soldRv, { rv_id, ...more }, { token: who.token })
    expect((await refusal(buyer)).status).toBe(404)
    await app.call(ownRecords.editRv, { ...chosen, rv_id, vin: VIN, serial_no: '900901' }, { token: seller.token })
    expect((await refusal(seller, { version: 1 })).status).toBe(409)
    await sell(seller)
    expect((await refusal(seller)).status).toBe(404)
  })

  it('gives it back at once to who has sold it', async () => {
    await sell(seller)
    expect((await register(seller))._id).toBe(rv_id)
    expect([await own(seller), await waiting()]).toEqual([[rv_id], []])
  })

  it('makes way for the same RV of a factory', async () => {
    await app.call(rvs.upsert, { records: [{ ...chosen, vin: VIN, external_id: 'F-1' }] })
    const of = { ...chosen, vin: '310313' }
    const other = (await app.call(ownRecords.addRv, of, { token: seller.token })).data._id
    const { ids } = (await app.call(rvs.upsert, { records: [{ ...of, external_id: 'F-2' }] })).data
    await sell(seller, other)
    const active = (await app.call(rvs.list, { is_deleted: false })).data.filter(({ vin }) => vin === '310313')
    expect(active).toMatchObject([{ _id: ids[0], user: null, external_id: 'F-2' }])
  })
})

describe('a transfer', () => {
  it('is proposed when the next owner registers the VIN, whichever comes first', async () => {
    await sell(seller)
    const mine = await register(buyer)
    expect(mine._id).not.toBe(rv_id)
    const expected = [
      {
        transfer_id: mine._id,
        rv_id,
        vin: VIN,
        model: { _id: chosen.model, name: '2285' },
        from_user: { _id: seller.id, name: 'Grace Hopper' },
        to_user: { _id: buyer.id, name: 'Ada Byron' },
        proposed_at: mine.created_at,
      },
    ]
    expect(await waiting()).toEqual(expected)
    await app.call(ownRecords.deleteRv, { rv_id: mine._id }, { token: buyer.token })
    expect(await waiting()).toEqual([])
    const { token } = await person('Hedy Lamarr')
    await app.call(ownRecords.addRv, { ...chosen, vin: '310399' }, { token })
    expect(await waiting()).toEqual([])
  })

  it('waits among what needs attention', async () => {
    const lines = async () =>
      (await app.call(dashboard.attention, {})).data.filter(({ kind }) => kind === 'transfers_waiting')
    await sell(seller)
    expect(await lines()).toEqual([])
    const { created_at } = await register(buyer)
    const link = '/rv-management?transfers'
    expect(await lines()).toMatchObject([{ count: 1, title: '1 RV waits to be transferred', link, since: created_at }])
  })

  it('is also proposed where the next one had registered it before it was sold', async () => {
    await register(buyer)
    expect(await waiting()).toEqual([])
    await sell(seller)
    expect(await waiting()).toMatchObject([{ rv_id, to_user: { _id: buyer.id } }])
  })

  it('is one change that gives the RV to the next owner, and its undo is exact', async () => {
    await sell(seller)
    await register(buyer, { serial_no: '111111' })
    const before = await allRvs()
    const since = await settledCursor((endpoint, input) => app.call(endpoint, input, { token: buyer.token }))
    const id = await only()
    const answer = await app.call(transfers.accept, { transfer_id: id })
    expect(answer).toMatchObject({ message: 'The RV has been transferred.', can_undo: true })
    expect([await own(buyer), await own(seller), await waiting()]).toEqual([[rv_id], [], []])
    expect((await app.call(rvs.get, { rv_id })).data.serial_no).toBe('900900')
    const next = await app.call(sync, { since }, { token: buyer.token })
    expect([next.changed.map(({ record }) => record._id), next.deleted]).toEqual([[rv_id], [{ type: 'rvs', _id: id }]])
    const { data } = await app.call(changes.list, {})
    expect(data[0]?.sentence).toContain('transferred RV 310312')
    expect((await app.refusal(transfers.accept, { transfer_id: id })).status).toBe(404)
    const undone = await undo(answer.change_id)
    expect(await allRvs()).toEqual(before)
    await undo((await undo(undone.change_id)).change_id)
    expect(await allRvs()).toEqual(before)
    expect((await waiting()).map(({ transfer_id }) => transfer_id)).toEqual([id])
    await app.call(transfers.accept, { transfer_id: id })
    expect(await own(buyer)).toEqual([rv_id])
  })

  it('that is refused leaves both RVs as they are, until that is undone', async () => {
    await sell(seller)
    const mine = await register(buyer)
    const { change_id, message } = await app.call(transfers.refuse, { transfer_id: await only() })
    expect(message).toBe('The transfer has been refused.')
    expect([await waiting(), await own(buyer), await ownerOf(rv_id)]).toEqual([[], [mine._id], null])
    await undo(change_id)
    expect(await waiting()).toHaveLength(1)
  })

  it('goes to one of two who have registered it; the other one keeps what they entered', async () => {
    await sell(seller)
    const other = await person('Hedy Lamarr')
    const [mine] = [await register(buyer), await register(other)]
    expect(await waiting()).toHaveLength(2)
    await app.call(transfers.accept, { transfer_id: mine._id })
    expect([await waiting(), await own(buyer), (await own(other)).length]).toEqual([[], [rv_id], 1])
  })

  it('waits while the RV is deleted, and comes back with it', async () => {
    await sell(seller)
    await register(buyer)
    await app.call(rvs.delete, { rv_id })
    expect(await waiting()).toEqual([])
    await app.call(rvs.restore, { rv_id })
    expect(await waiting()).toHaveLength(1)
  })

  it('tells both what is about safety, and only the last owner the rest, until it is accepted', async () => {
    const seen = async () => [await told('safety'), await told('service')]
    await sell(seller)
    expect(await seen()).toEqual([['Grace Hopper'], ['Grace Hopper']])
    await register(buyer)
    expect(await seen()).toEqual([['Ada Byron', 'Grace Hopper'], ['Grace Hopper']])
    await app.call(transfers.accept, { transfer_id: await only() })
    expect(await seen()).toEqual([['Ada Byron'], ['Ada Byron']])
  })

  it('is nobody’s once the last owner was erased, and the next one may claim the RV', async () => {
    await sell(seller)
    await app.call(privacy.erase, { user_id: seller.id, asked_by: 'owner', verified_by: 'password', now: true })
    expect((await register(buyer))._id).toBe(rv_id)
    expect(await readQuery(app.db, 'select id from rvs where sold_by = ?', [seller.id])).toEqual([])
  })

  it('follows the last owner into another account, and back', async () => {
    await sell(seller)
    await register(buyer)
    const into = await person('Grace Murray')
    const which = { user_id: seller.id, into_id: into.id }
    const { data } = await app.call(privacy.merge, { ...which, preview: true })
    const proof = { verified_by: 'other', note: 'At the desk.', expect: data.expect } as const
    const { change_id } = await app.call(privacy.merge, { ...which, ...proof })
    expect(await waiting()).toMatchObject([{ from_user: { _id: into.id } }])
    await undo(change_id)
    expect(await waiting()).toMatchObject([{ from_user: { _id: seller.id } }])
  })
})

it('the next owner sees nothing of the last one, in the app and in the export of what is held', async () => {
  const notes = { reminder_name: 'Secret roof', item_name: 'Sealant', due_date: '2999-01-01', note: 'Ask Walter.' }
  await app.call(ownRecords.addMaintenance, notes, { token: seller.token })
  await app.call(ownRecords.addChecklist, { name: 'Secret list' }, { token: seller.token })
  await app.call(rvs.edit, { ...chosen, rv_id, vin: VIN, serial_no: '900902' })
  await sell(seller)
  await register(buyer)
  const seenBy = async ({ id, token }: Person) =>
    JSON.stringify([
      await app.call(sync, {}, { token }),
      await app.call(ownRecords.rvs, {}, { token }),
      await app.call(ownRecords.maintenance, {}, { token }),
      await app.call(ownerAccount.me, {}, { token }),
      (await app.call(privacy.exportPersonal, { user_id: id })).data,
    ])
  const secrets = ['Secret', 'Walter', 'Grace', 'grace.hopper', seller.id]
  const waitingFor = await seenBy(buyer)
  for (const secret of [...secrets, rv_id]) expect(waitingFor).not.toContain(secret)
  await app.call(transfers.accept, { transfer_id: await only() })
  const has = await seenBy(buyer)
  expect(has).toContain(rv_id)
  for (const secret of secrets) expect(has).not.toContain(secret)
  const { changes_by_others } = (await app.call(privacy.exportPersonal, { user_id: buyer.id })).data
  expect(changes_by_others.map(({ message }) => message)).not.toContain('RV Details updated successfully.')
  expect(await seenBy(seller)).toContain('Secret roof')
})

it('the owners of the RVs of a filtered list are told once each, and RVs without one are counted', async () => {
  const owners = async (filters: object = { model_name: { value: '2285' } }) =>
    (await app.call(rvs.owners, { filters, is_deleted: false })).data
  await register(seller, { vin: '310388' })
  await register(buyer, { vin: '310389' })
  await register(await person('Hedy Lamarr'), { vin: '310390' })
  await app.db.updateTable('users').set({ status: 0 }).where('name', '=', 'Hedy Lamarr').execute()
  await sell(seller)
  const found = await owners()
  expect({ ...found, user_ids: found.user_ids.toSorted() }).toEqual({
    count: 2,
    user_ids: [seller.id, buyer.id].toSorted(),
    without_owner: 1,
  })
  expect(await owners({ vin: { value: '310389' } })).toEqual({ count: 1, user_ids: [buyer.id], without_owner: 0 })
})
