import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { openAppSession } from '#server/auth/app-sessions.ts'
import { insertMany } from '#server/db/engines/insert-many.ts'
import { buildTestApp, type TestApp } from '#server/testing/build-test-app.ts'
import { addCatalogue, addOwner } from '#server/testing/people.ts'

const maintenanceFields = { reminder_name: 'Tires', item_name: 'Axle', due_date: '2099-05-10', note: 'Rotate them.' }

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const GRACE = { name: 'Grace Hopper', email: 'grace@example.com', password: 'flow-matic-1!' }

/** An owner who has registered, and has not confirmed the address. */
async function unconfirmed() {
  await app.call(ownerAccount.register, GRACE, { token: null })
  const { data } = await app.call(ownerAccount.signIn, GRACE, { token: null })
  if (data.must_change_password) throw new Error('nobody is signed in')
  return { id: data._id, as: { token: data.token } }
}

async function someOwner(name = 'Ada Byron') {
  const id = await addOwner(app, name)
  return { id, as: { token: await openAppSession(app.db, id) } }
}

/** Records this many changes by the owner within this hour. */
const changesMade = (count: number) =>
  app.db.updateTable('tries').set({ count }).where('key', 'like', 'app-change:records:%').execute()

const addChecklist = (name: number | string, as: object) =>
  app.send(ownRecords.addChecklist, { name: `No. ${name}` }, as)
const statusesOf = async (calls: Promise<{ statusCode: number }>[]) =>
  (await Promise.all(calls)).map(({ statusCode }) => statusCode).sort((one, other) => one - other)

describe('an owner who adds without end', () => {
  it('is stopped after 200 changes in an hour, from whichever address, and told for how long', async () => {
    const { as } = await unconfirmed()
    for (let added = 0; added < 5; added++) expect((await addChecklist(added, as)).statusCode).toBe(200)
    await changesMade(199)
    expect((await addChecklist('last', as)).statusCode).toBe(200)
    const refused = await app.refusal(ownRecords.addChecklist, { name: 'More' }, { ...as, address: '203.0.113.9' })
    expect([refused.status, refused.message]).toEqual([
      429,
      'You have made a lot of changes. Please try again in 60 minutes.',
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
    expect((await app.refusal(ownRecords.addMaintenance, maintenanceFields, as)).status).toBe(429)
    expect((await app.call(ownRecords.checklists, {}, as)).total).toBe(6)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 3_601_000)
    expect((await addChecklist('next', as)).statusCode).toBe(200)
  })

  it('may still delete the account', async () => {
    const { as } = await unconfirmed()
    await addChecklist('first', as)
    await changesMade(200)
    expect((await addChecklist('more', as)).statusCode).toBe(429)
    await app.call(ownerAccount.delete, { password: GRACE.password }, as)
  })

  it('is stopped as well when the calls come all at once, and stops nobody else', async () => {
    const [{ as }, other] = [await unconfirmed(), await someOwner()]
    await addChecklist('first', as)
    await changesMade(197)
    const statuses = await statusesOf(Array.from({ length: 8 }, (_, place) => addChecklist(place, as)))
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    expect((await addChecklist('other', other.as)).statusCode).toBe(200)
    await app.call(checklists.add, { name: 'Of an administrator' })
  })

  it('gets the answer to a call again that was made before, which counts once', async () => {
    const { as } = await unconfirmed()
    await addChecklist('first', as)
    await changesMade(199)
    const again = { ...as, idempotencyKey: 'one' }
    const first = await app.call(ownRecords.addChecklist, { name: 'Mine' }, again)
    expect(await app.call(ownRecords.addChecklist, { name: 'Mine' }, again)).toEqual(first)
    expect((await addChecklist('more', as)).statusCode).toBe(429)
  })

  it('is not stopped by what was refused', async () => {
    const { as } = await unconfirmed()
    await addChecklist('first', as)
    await changesMade(199)
    for (let tried = 0; tried < 5; tried++)
      expect((await app.refusal(ownRecords.addChecklist, { name: '' }, as)).status).toBe(422)
    expect((await addChecklist('last', as)).statusCode).toBe(200)
  })

  it('with a stolen session does not keep its owner from changing the password', async () => {
    const { as } = await unconfirmed()
    await addChecklist('first', as)
    await changesMade(200)
    const { email, password: old_password } = GRACE
    const fields = { email, old_password, new_password: 'quite-another-2?' }
    await app.call(ownerAccount.changePassword, fields, { token: null })
  })
})

describe('the most that an owner may have', () => {
  const now = '2026-11-01T08:00:00.000Z'
  const row = (place: number) => ({
    id: `row-${place}`,
    is_deleted: 0,
    version: 1,
    created_at: now,
    updated_at: now,
  })
  const addedBy = (id: string) => ({ added_by_kind: 'user' as const, added_by_id: id })
  const many = <Row>(count: number, of: (place: number) => Row) =>
    Array.from({ length: count }, (_, place) => of(place))

  it('is 500 checklists, also of several added at the same moment; deleted ones do not count', async () => {
    const [{ id, as }, other] = [await someOwner(), await someOwner('Zora Neale')]
    const rows = many(499, (place) => ({
      ...row(place),
      ...addedBy(id),
      name: 'A',
      name_key: 'a',
      note: '',
      note_key: '',
    }))
    await insertMany(app.db, 'checklists', rows)
    const statuses = await statusesOf(many(5, (place) => addChecklist(place, as)))
    expect(statuses).toEqual([200, 422, 422, 422, 422])
    expect(await app.refusal(ownRecords.addChecklist, { name: 'More' }, as)).toMatchObject({
      status: 422,
      message: 'You have 500 checklists, the maximum. Please contact support to have some removed.',
    })
    expect((await addChecklist('other', other.as)).statusCode).toBe(200)
    await app.call(checklists.add, { name: 'Of an administrator' })
    await app.call(checklists.delete, { checklist_id: 'row-0' })
    expect((await addChecklist('again', as)).statusCode).toBe(200)
    expect((await addChecklist('more', as)).statusCode).toBe(422)
  })

  it('is 500 maintenance items', async () => {
    const { id, as } = await someOwner()
    const keys = { reminder_name_key: 'a', item_name_key: 'a', note_key: '' }
    const fields = { ...addedBy(id), ...maintenanceFields, ...keys }
    await insertMany(
      app.db,
      'maintenance_items',
      many(499, (place) => ({ ...row(place), ...fields })),
    )
    const add = () => app.send(ownRecords.addMaintenance, maintenanceFields, as)
    expect(await statusesOf([add(), add(), add()])).toEqual([200, 422, 422])
    const { message } = await app.refusal(ownRecords.addMaintenance, maintenanceFields, as)
    expect(message).toContain('You have 500 maintenance items')
  })

  it('is 50 RVs', async () => {
    const { id: user_id, as } = await someOwner()
    const catalogue = await addCatalogue(app)
    const { category: cat_id, year: year_id, model: model_id } = catalogue
    const fields = { user_id, cat_id, year_id, model_id, serial_no: null, vin: '123456' }
    await insertMany(
      app.db,
      'rvs',
      many(49, (place) => ({ ...row(place), ...fields })),
    )
    const add = () => app.send(ownRecords.addRv, { ...catalogue, vin: '654321' }, as)
    expect(await statusesOf([add(), add(), add()])).toEqual([200, 422, 422])
    const { message } = await app.refusal(ownRecords.addRv, { ...catalogue, vin: '654321' }, as)
    expect(message).toContain('You have 50 RVs')
  })
})

describe('the list of changes', () => {
  const shown = async () =>
    (await app.call(changes.list, { page: 1 })).data.map(({ by, folded_count }) => [by.name, folded_count])

  it('shows a flood of one owner in one row, and still what others did', async () => {
    const { as } = await unconfirmed()
    await app.call(checklists.add, { name: 'Of an administrator' })
    for (let added = 0; added < 20; added++) await addChecklist(added, as)
    expect(await shown()).toEqual([
      ['Grace Hopper', 20],
      ['Administrator', 0],
    ])
    expect((await app.call(changes.list, { page: 1 })).total).toBe(2)
  })

  it('loses none of those that are made at the same moment', async () => {
    const { as } = await unconfirmed()
    await statusesOf(Array.from({ length: 10 }, (_, place) => addChecklist(place, as)))
    const stood = (await shown()).reduce((sum, [, folded]) => sum + 1 + Number(folded), 0)
    expect(stood).toBe(11)
  })
})
