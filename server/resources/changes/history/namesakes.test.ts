import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { notifications } from '#contract/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvs } from '#contract/rvs.ts'
import { openAppSession } from '../../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const told = async () => (await app.call(changes.list, { page: 1 })).data[0]?.sentence

async function anOwner(name: string) {
  const id = await addOwner(app, name)
  return { id, session: { token: await openAppSession(app.db, id) } }
}

describe('records of one name', () => {
  it('are told apart by who added them: checklists and maintenance items', async () => {
    const grace = await anOwner('Grace Hopper')
    const add = { name: 'Departure', note: '' }
    const own = (await app.call(ownRecords.addChecklist, add, grace.session)).data._id
    expect(await told()).toBe('Grace Hopper added checklist “Departure”')
    const shared = (await app.call(checklists.add, add)).data._id
    expect(await told()).toBe('Administrator added checklist “Departure”')
    await app.call(checklists.delete, { checklist_id: own })
    expect(await told()).toBe('Administrator removed checklist “Departure” (Grace Hopper)')
    await app.call(checklists.restore, { checklist_id: own })
    await app.call(records.bulk, { record_type: 'checklists', action: 'delete', ids: [own, shared] })
    expect(await told()).toMatch(
      /^Administrator removed 2 checklists: “Departure” \((Grace Hopper|Administrator)\) and “Departure” \((Grace Hopper|Administrator)\)$/,
    )
    await app.call(checklists.restore, { checklist_id: shared })
    const other = (await app.call(checklists.add, { ...add, name: 'Arrival' })).data._id
    await app.call(records.bulk, { record_type: 'checklists', action: 'delete', ids: [shared, other] })
    expect(await told()).toBe('Administrator removed 2 checklists (“Departure” and “Arrival”)')

    const due_date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const item = { reminder_name: 'Wash', item_name: 'Roof', due_date, note: 'Gently.' }
    const maintenance_id = (await app.call(ownRecords.addMaintenance, item, grace.session)).data._id
    await app.call(maintenanceItems.edit, { ...item, maintenance_id, item_name: 'Awning' })
    expect(await told()).toBe(
      'Administrator changed Item Name of maintenance item “Wash” (Grace Hopper) from “Roof” to “Awning”',
    )
  })

  it('are told apart by model and owner: RVs', async () => {
    const grace = await anOwner('Grace Hopper')
    const rv = { ...(await addCatalogue(app)), vin: '310312' }
    const rv_id = (await app.call(ownRecords.addRv, rv, grace.session)).data._id
    expect(await told()).toBe('Grace Hopper added RV 310312 (2285 of Grace Hopper)')
    await app.call(rvs.delete, { rv_id })
    expect(await told()).toBe('Administrator removed RV 310312 (2285 of Grace Hopper)')
  })

  it('are told apart by their day: messages', async () => {
    const { id } = await anOwner('Grace Hopper')
    const sent = await app.call(notifications.send, { title: 'Recall', description: 'Call us.', user_ids: [id] })
    await app.db
      .updateTable('notifications')
      .set({ created_at: '2026-07-09T23:30:00.000Z' })
      .where('id', '=', sent.data._id)
      .execute()
    expect(await told()).toBe('Administrator sent notification “Recall” (07-09-2026 UTC)')
  })
})
