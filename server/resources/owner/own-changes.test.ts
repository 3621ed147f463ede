import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { ownCalls, ownRecords } from '#contract/owner/own-records.ts'
import { rvs } from '#contract/rvs.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'

let app: TestApp
let mine: { token: string }
let others: { token: string }
let catalogue: Awaited<ReturnType<typeof addCatalogue>>
beforeEach(async () => {
  app = await buildTestApp()
  catalogue = await addCatalogue(app)
  mine = { token: await openAppSession(app.db, await addOwner(app)) }
  others = { token: await openAppSession(app.db, await addOwner(app, 'Ada Byron')) }
})
afterEach(() => app.close())

const item = { reminder_name: 'Tires', item_name: 'Axle', due_date: '2099-05-10', note: 'Rotate them.' }
const anRv = async (fields: object = {}, as = mine) =>
  (await app.call(ownRecords.addRv, { ...catalogue, vin: '310312', ...fields }, as)).data
const aChecklist = async (as = mine) =>
  (await app.call(ownRecords.addChecklist, { name: 'Mine', note: 'A note.' }, as)).data
const anItem = async (as = mine) => (await app.call(ownRecords.addMaintenance, item, as)).data

describe('what an owner changes', () => {
  it('is said in the words of the back-office, and stands in the history as theirs', async () => {
    const rv_id = (await anRv())._id
    const { message, data, change_id } = await app.call(
      ownRecords.editRv,
      { ...catalogue, rv_id, version: 1, serial_no: '654321' },
      mine,
    )
    expect([message, data.vin, data.serial_no, data.version]).toEqual([
      'RV Details updated successfully.',
      '310312',
      '654321',
      2,
    ])
    const history = (await app.call(changes.of_record, { record_id: rv_id, record_type: 'rvs' })).data
    expect(history[0]).toMatchObject({ change: { _id: change_id, by: { name: 'Grace Hopper', kind: 'user' } } })
    const removed = await app.call(ownRecords.deleteRv, { rv_id, version: 2 }, mine)
    expect(removed.message).toBe('RV Details removed successfully.')
    expect((await app.call(ownRecords.deleteRv, { rv_id }, mine)).change_id).toBe(null)
    expect((await app.call(rvs.get, { rv_id })).data.is_deleted).toBe(true)
    expect((await app.refusal(ownRecords.rv, { _id: rv_id }, mine)).status).toBe(404)
    expect((await app.refusal(ownRecords.editRv, { ...catalogue, rv_id }, mine)).status).toBe(404)
  })

  it('is merged with what an administrator changed meanwhile, who is not named', async () => {
    const checklist_id = (await aChecklist())._id
    await app.call(checklists.edit, { checklist_id, version: 1, name: 'Mine', note: 'Their note.' })
    const edit = { checklist_id, version: 1, name: 'My own', note: 'A note.' }
    const { data, merged } = await app.call(ownRecords.editChecklist, edit, mine)
    expect([data.name, data.note, data.mine]).toEqual(['My own', 'Their note.', true])
    expect(merged).toEqual([{ field: 'note', at: expect.any(String) }])
    const refused = await app.refusal(ownRecords.editChecklist, { ...edit, note: 'Mine.' }, mine)
    expect(refused).toMatchObject({ status: 409, collisions: ['note'], base: { note: 'A note.' } })
    expect([refused.message, refused.by_yourself]).toEqual([
      'This record was changed by someone else in the meantime.',
      undefined,
    ])
    expect(JSON.stringify(refused)).not.toContain('Administrator')
    expect(Object.keys(refused.data as object).toSorted()).toEqual(Object.keys(data).toSorted())
    const deleted = await app.refusal(ownRecords.deleteChecklist, { checklist_id, version: 1 }, mine)
    expect([deleted.status, deleted.changed_by, deleted.by_yourself]).toEqual([409, 'Grace Hopper', true])
  })

  it.each([
    ['rvs', (as: typeof mine) => anRv({}, as), { vin: '654321' }],
    ['checklists', aChecklist, { name: 'Theirs' }],
    ['maintenance_items', anItem, item],
  ] as const)('is no record of another owner: %s', async (type, make, fields) => {
    const calls = ownCalls[type]
    const { _id } = await make(others)
    const key = { rvs: 'rv_id', checklists: 'checklist_id', maintenance_items: 'maintenance_id' }[type]
    const status = async (call: Endpoint, input: object) => (await app.send(call, input, mine)).statusCode
    expect(await status(calls.get, { _id })).toBe(404)
    expect(await status(calls.edit, { ...(type === 'rvs' && catalogue), ...fields, [key]: _id })).toBe(404)
    expect(await status(calls.delete, { [key]: _id })).toBe(404)
    const { data } = (await app.call(calls.get, { _id }, others)) as { data: object }
    expect(data).toMatchObject({ version: 1 })
  })

  it("is no administrator's record, which can be read", async () => {
    const checklist_id = (await app.call(checklists.add, { name: 'For all' })).data._id
    const maintenance_id = (await app.call(maintenanceItems.add, item)).data._id
    const read = await app.call(ownRecords.checklist, { _id: checklist_id }, mine)
    expect([read.message, read.data.name, read.data.mine]).toEqual(['Checklist', 'For all', false])
    expect((await app.call(ownRecords.maintenanceItem, { _id: maintenance_id }, mine)).data.mine).toBe(false)
    expect((await app.refusal(ownRecords.editChecklist, { checklist_id, name: 'Mine' }, mine)).status).toBe(404)
    expect((await app.refusal(ownRecords.deleteChecklist, { checklist_id }, mine)).status).toBe(404)
    expect((await app.refusal(ownRecords.doneMaintenance, { maintenance_id, done: true }, mine)).status).toBe(404)
    await app.call(checklists.delete, { checklist_id })
    expect((await app.refusal(ownRecords.checklist, { _id: checklist_id }, mine)).status).toBe(404)
  })

  it('shows nothing of who works in the office', async () => {
    await app.call(checklists.add, { name: 'For all' })
    await app.call(maintenanceItems.add, item)
    await aChecklist()
    const lists = [await app.call(ownRecords.checklists, {}, mine), await app.call(ownRecords.maintenance, {}, mine)]
    const adminId = (await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()).id
    expect(JSON.stringify(lists)).not.toContain('Administrator')
    expect(JSON.stringify(lists)).not.toContain(adminId)
    expect(lists[0]?.data.map(({ mine }) => mine)).toEqual([true, false])
  })
})

describe('maintenance/done', () => {
  it('says since when an item is done, once', async () => {
    const { _id: maintenance_id, done_at } = await anItem()
    expect(done_at).toBe(null)
    const done = await app.call(ownRecords.doneMaintenance, { maintenance_id, done: true, version: 1 }, mine)
    expect([done.message, done.data.version]).toEqual(['Marked as done.', 2])
    expect(done.data.done_at).toEqual(expect.any(String))
    const again = await app.call(ownRecords.doneMaintenance, { maintenance_id, done: true, version: 1 }, mine)
    expect(again.data).toEqual(done.data)
    expect((await app.call(maintenanceItems.get, { maintenance_id })).data.done_at).toBe(done.data.done_at)
    const undone = await app.call(ownRecords.doneMaintenance, { maintenance_id, done: false, version: 2 }, mine)
    expect([undone.message, undone.data.done_at]).toEqual(['Marked as not done.', null])
    const edited = await app.call(ownRecords.editMaintenance, { maintenance_id, ...item, note: 'Twice.' }, mine)
    expect(edited.data.note).toBe('Twice.')
  })
})

describe('a VIN', () => {
  const SAME = { vin: ['This owner already has an RV with this VIN.'] }

  it('stands once among the active RVs of one owner', async () => {
    const first = await anRv()
    await anRv({}, others)
    expect((await app.refusal(ownRecords.addRv, { ...catalogue, vin: '310312' }, mine)).errors).toEqual(SAME)
    const second = await anRv({ vin: '654321' })
    const edit = { ...catalogue, rv_id: second._id, vin: '1FTFW1ET5DF310312' }
    expect((await app.refusal(ownRecords.editRv, edit, mine)).errors).toEqual(SAME)
    expect((await app.refusal(rvs.edit, edit)).errors).toEqual(SAME)
    await app.call(ownRecords.deleteRv, { rv_id: first._id }, mine)
    await app.call(ownRecords.editRv, edit, mine)
    expect((await app.refusal(rvs.restore, { rv_id: first._id })).errors).toEqual(SAME)
  })

  it('fills in the serial number where it is a full one', async () => {
    expect((await anRv({ vin: '1FTFW1ET5DF111111' })).serial_no).toBe('111111')
    expect((await anRv({ vin: '1FTFW1ET5DF222222', serial_no: '654321' })).serial_no).toBe('654321')
    const { _id, serial_no } = await anRv({ vin: '333333' })
    expect(serial_no).toBe(null)
    const edited = await app.call(ownRecords.editRv, { ...catalogue, rv_id: _id, vin: '1FTFW1ET5DF444444' }, mine)
    expect([edited.data.vin, edited.data.serial_no]).toEqual(['444444', '444444'])
  })
})

describe('rvs/warranty', () => {
  it('asks about the serial number of an own RV', async () => {
    const { _id: rv_id } = await anRv({ vin: '1FTFW1ET5DF310312' })
    const answer = await app.call(ownRecords.warranty, { rv_id }, mine)
    expect([answer.message, answer.data.warranty]).toEqual(['Warranty', expect.any(Array)])
    expect((await app.refusal(ownRecords.warranty, { rv_id }, others)).status).toBe(404)
    const { _id: unknown } = await anRv({ vin: '123456' })
    const { errors } = await app.refusal(ownRecords.warranty, { rv_id: unknown }, mine)
    expect(errors).toEqual({ rv_id: ['Serial Number is not Available!'] })
  })
})
