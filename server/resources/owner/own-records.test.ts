import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checklists } from '#contract/checklists.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { notifications } from '#contract/notifications.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvs } from '#contract/rvs.ts'
import { openAppSession } from '../../auth/app-sessions.ts'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addMany, addOwner, changeBy } from '../../testing/people.ts'

let app: TestApp
let mine: { token: string }
let others: { token: string }
beforeEach(async () => {
  app = await buildTestApp()
  mine = { token: await openAppSession(app.db, await addOwner(app)) }
  others = { token: await openAppSession(app.db, await addOwner(app, 'Ada Byron')) }
})
afterEach(() => app.close())

describe('rvs', () => {
  it('are registered by their owner, and seen by the owner and the back-office', async () => {
    const fields = { ...(await addCatalogue(app)), vin: '1FTFW1ET5DF310312' }
    const { message, data } = await app.call(ownRecords.addRv, fields, mine)
    expect([message, data.vin, data.serial_no]).toEqual(['RV Details added successfully.', '310312', '310312'])
    expect((await app.call(ownRecords.rvs, {}, mine)).data.map(({ _id }) => _id)).toEqual([data._id])
    expect((await app.call(ownRecords.rvs, {}, others)).total).toBe(0)
    expect((await app.call(rvs.list, {})).data[0]).toMatchObject({ added_by: 'Grace Hopper', model_name: '2285' })
    await app.call(rvs.delete, { rv_id: data._id })
    expect((await app.call(ownRecords.rvs, { page: '1', per_page: '10' }, mine)).total).toBe(0)
  })

  it('are registered once for a call that is repeated', async () => {
    const fields = { ...(await addCatalogue(app)), vin: '123456' }
    const first = await app.call(ownRecords.addRv, fields, { ...mine, idempotencyKey: 'one' })
    expect(await app.call(ownRecords.addRv, fields, { ...mine, idempotencyKey: 'one' })).toEqual(first)
    expect((await app.call(ownRecords.rvs, {}, mine)).total).toBe(1)
  })

  it('need a type, a year and a model that are on offer', async () => {
    const { errors } = await app.refusal(ownRecords.addRv, { vin: '12345', serial_no: '12' }, mine)
    expect(errors).toEqual({
      category: ['Please select RV Type.'],
      year: ['Please select Year.'],
      model: ['Please select Model.'],
      serial_no: ['Serial Number should contain minimum 6 digits.'],
      vin: ['VIN should contain minimum 6 digits.'],
    })
  })
})

describe('a list that is longer than 1,000', () => {
  type Asked = { after?: string }
  const partsOf = async (read: (asked: Asked) => Promise<{ data: { _id: string }[]; next: string | null }>) => {
    const first = await read({})
    const rest = await read({ after: first.next ?? '' })
    const ids = [...first.data, ...rest.data].map(({ _id }) => _id)
    return [first.data.length, ids.length, new Set(ids).size, rest.next]
  }

  it('comes in parts: checklists and maintenance of all owners', async () => {
    const admin = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    const by = changeBy({ _id: admin.id, kind: 'admin' })
    const added = { note: 'x', added_by_kind: 'admin', added_by_id: admin.id } as const
    const names = Array.from({ length: 1001 }, (_, place) => `Number ${place}`)
    const lists = names.map((name) => ({ ...added, name }))
    const items = names.map((name) => ({ ...added, reminder_name: name, item_name: name, due_date: '2099-05-10' }))
    await app.db.transaction().execute(async (db) => {
      await addMany(db, 'checklists', lists, by)
      await addMany(db, 'maintenance_items', items, by)
    })
    await app.call(ownRecords.addChecklist, { name: 'Mine' }, mine)
    await app.call(ownRecords.addChecklist, { name: 'Theirs' }, others)
    expect(await partsOf((asked) => app.call(ownRecords.checklists, asked, mine))).toEqual([1000, 1002, 1002, null])
    expect(await partsOf((asked) => app.call(ownRecords.maintenance, asked, mine))).toEqual([1000, 1001, 1001, null])
    const [one] = (await app.call(ownRecords.checklists, { page: 1, per_page: 1 }, mine)).data
    expect(one).toMatchObject({ name: 'Mine', mine: true })
    const both = await app.refusal(ownRecords.checklists, { page: 1, after: one?._id }, mine)
    expect(both.errors).toHaveProperty('after')
  })

  it('comes in parts: the inbox', async () => {
    const [grace, ada] = await app.db.selectFrom('users').select('id').orderBy('created_at').execute()
    for (let sent = 0; sent < 1001; sent++)
      await app.call(notifications.send, { title: `Message ${sent}`, description: 'x', user_ids: [grace?.id ?? ''] })
    await app.call(notifications.send, { title: 'Theirs', description: 'x', user_ids: [ada?.id ?? ''] })
    expect(await partsOf((asked) => app.call(ownNotifications.inbox, asked, mine))).toEqual([1000, 1001, 1001, null])
  })
})

describe('checklists and maintenance', () => {
  const item = { reminder_name: 'Tires', item_name: 'Axle', due_date: '2099-05-10', note: 'Rotate them.' }

  it('are those for all owners and the own ones', async () => {
    await app.call(checklists.add, { name: 'For all' })
    await app.call(ownRecords.addChecklist, { name: 'Mine' }, mine)
    await app.call(ownRecords.addMaintenance, item, mine)
    const names = async (as: object) => (await app.call(ownRecords.checklists, {}, as)).data.map(({ name }) => name)
    expect([await names(mine), await names(others)]).toEqual([['Mine', 'For all'], ['For all']])
    expect((await app.call(ownRecords.maintenance, {}, mine)).total).toBe(1)
    expect((await app.call(ownRecords.maintenance, {}, others)).total).toBe(0)
  })

  it('show in the back-office who added them, to be sorted and filtered by', async () => {
    await app.call(checklists.add, { name: 'For all' })
    await app.call(ownRecords.addChecklist, { name: 'Mine' }, mine)
    await app.call(ownRecords.addMaintenance, item, others)
    const sort = [{ field: 'added_by', order: 'desc' }]
    const listed = (await app.call(checklists.list, { sort })).data
    expect(listed.map(({ added_by, user, added_by_kind }) => [added_by, user.name, added_by_kind])).toEqual([
      ['Grace Hopper', 'Grace Hopper', 'user'],
      ['Administrator', 'Administrator', 'admin'],
    ])
    const filters = { added_by: { value: 'HOPP' } }
    expect((await app.call(checklists.list, { filters })).data.map(({ name }) => name)).toEqual(['Mine'])
    const byron = { added_by: { op: 'starts_with', value: 'ada' } }
    expect((await app.call(maintenanceItems.list, { filters: byron })).data).toMatchObject([{ added_by_kind: 'user' }])
  })

  it('can be edited by an administrator without changing whose they are', async () => {
    const { _id } = (await app.call(ownRecords.addChecklist, { name: 'Mine' }, mine)).data
    const edited = await app.call(checklists.edit, { checklist_id: _id, name: 'Mended', note: '' })
    expect([edited.data.name, edited.data.added_by]).toEqual(['Mended', 'Grace Hopper'])
  })
})
