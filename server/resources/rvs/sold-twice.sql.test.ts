import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { changes } from '#contract/changes.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvs } from '#contract/rvs.ts'
import { transfers } from '#contract/transfers.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'

type Person = { id: string; token: string }
let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
let first: Person
let second: Person
let third: Person

const person = async (name: string): Promise<Person> => {
  const id = await addOwner(app, name)
  return { id, token: await openAppSession(app.db, id) }
}
beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
  ;[first, second, third] = [await person('First Owner'), await person('Second Owner'), await person('Third Owner')]
})
afterEach(() => app.close())

const VIN = '310312'
const register = async ({ token }: Person, more: object = {}) =>
  (await app.call(ownRecords.addRv, { ...chosen, vin: VIN, ...more }, { token })).data
const sell = ({ token }: Person, rv_id: string) => app.call(ownRecords.soldRv, { rv_id }, { token })
const waiting = async () => (await app.call(transfers.list, {})).data
const own = async ({ token }: Person) => (await app.call(ownRecords.rvs, {}, { token })).data
const undo = (change_id: string | null) => app.call(changes.undo, { change_id: change_id ?? '' })
const told = async (purpose: 'safety' | 'service') => {
  const audience = { field: 'model_id', op: 'eq', value: chosen.model } as const
  return (await app.call(audiences.count, { audience, purpose })).data.sample.map(({ name }) => name).toSorted()
}
const allRvs = async () =>
  (await readQuery<Record<string, unknown>>(app.db, 'select * from rvs order by id', [])).map(
    ({ version: _v, updated_at: _u, ...row }) => row,
  )

describe('an RV that is sold twice before the office decides', () => {
  it('is the last seller’s: they hand it over, and are told until then', async () => {
    const { _id } = await register(first)
    await sell(first, _id)
    const between = await register(second)
    expect([await told('safety'), await told('service')]).toEqual([['First Owner', 'Second Owner'], ['First Owner']])
    const before = await allRvs()
    const { change_id } = await sell(second, between._id)
    expect([await told('safety'), await told('service')]).toEqual([['Second Owner'], ['Second Owner']])
    await undo(change_id)
    expect(await allRvs()).toEqual(before)
    await sell(second, between._id)
    const next = await register(third)
    const proposed = { from_user: { _id: second.id }, to_user: { _id: third.id }, rv_id: _id, transfer_id: next._id }
    expect(await waiting()).toMatchObject([proposed])
    expect([await told('safety'), await told('service')]).toEqual([['Second Owner', 'Third Owner'], ['Second Owner']])
    await app.call(transfers.accept, { transfer_id: next._id })
    expect([await told('safety'), await told('service')]).toEqual([['Third Owner'], ['Third Owner']])
  })

  it('stays the first seller’s where the office has refused it to the second', async () => {
    const { _id } = await register(first)
    await sell(first, _id)
    const between = await register(second)
    await app.call(transfers.refuse, { transfer_id: between._id })
    await sell(second, between._id)
    await register(third)
    expect(await waiting()).toMatchObject([{ from_user: { _id: first.id }, to_user: { _id: third.id } }])
    expect(await told('service')).toEqual(['First Owner'])
  })

  it('can be taken back by the last seller, not by the first', async () => {
    const { _id } = await register(first)
    await sell(first, _id)
    await sell(second, (await register(second))._id)
    expect((await register(first))._id).not.toBe(_id)
    expect((await register(second))._id).toBe(_id)
  })
})

describe('the undo of an accepted transfer', () => {
  it('is held up by what the next owner has written since, so that nothing of it stays with the former one', async () => {
    const { _id: rv_id } = await register(first, { serial_no: '900900' })
    await sell(first, rv_id)
    const { change_id } = await app.call(transfers.accept, { transfer_id: (await register(second))._id })
    const edit = { ...chosen, rv_id, vin: VIN, serial_no: '777777' }
    const edited = await app.call(ownRecords.editRv, edit, { token: second.token })
    const refusal = await app.refusal(changes.undo, { change_id })
    expect([refusal.status, refusal.message]).toEqual([
      409,
      '“RV 310312” cannot be undone: Second Owner has since changed Serial Number.',
    ])
    expect(await own(second)).toMatchObject([{ _id: rv_id, serial_no: '777777' }])
    await undo(edited.change_id)
    await undo(change_id)
    expect((await app.call(rvs.get, { rv_id })).data).toMatchObject({ user: null, serial_no: '900900' })
  })

  it('is held up by a sale to the one after, in words that people know', async () => {
    const { _id: rv_id } = await register(first)
    await sell(first, rv_id)
    const { change_id } = await app.call(transfers.accept, { transfer_id: (await register(second))._id })
    await sell(second, rv_id)
    expect((await app.refusal(changes.undo, { change_id })).message).toBe(
      '“RV 310312” cannot be undone: Second Owner has since changed User.',
    )
  })
})

it('Who waits for a transfer has an RV, whatever a message is for, but is not told what is about it', async () => {
  const { _id } = await register(first)
  await sell(first, _id)
  await register(second)
  const meant = async (value: boolean, purpose: 'safety' | 'service') => {
    const audience = { field: 'has_rv', op: 'eq', value } as const
    return (await app.call(audiences.count, { audience, purpose })).data.sample.map(({ name }) => name).toSorted()
  }
  for (const purpose of ['safety', 'service'] as const) {
    expect(await meant(true, purpose)).toEqual(['Second Owner'])
    expect(await meant(false, purpose)).toEqual(['First Owner', 'Third Owner'])
  }
  expect(await told('service')).toEqual(['First Owner'])
})
