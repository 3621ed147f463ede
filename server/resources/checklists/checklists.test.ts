import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { checklists } from '#contract/checklists.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const aChecklist = async (fields: object = {}) =>
  (await app.call(checklists.add, { name: 'Departure', ...fields })).data

describe('common/checklist', () => {
  it('says each change in the agreed words', async () => {
    const added = await app.call(checklists.add, { name: 'Departure', note: ' Walk around once. ' })
    expect([added.message, added.data.note]).toEqual(['Checklist added successfully.', 'Walk around once.'])
    const checklist_id = added.data._id
    const edited = await app.call(checklists.edit, { checklist_id, version: 1, name: 'Leaving', note: 'Twice.' })
    expect(edited.message).toBe('Checklist updated successfully.')
    expect(edited.data).toMatchObject({ name: 'Leaving', note: 'Twice.', version: 2 })
    const deleted = await app.call(checklists.delete, { checklist_id, version: 2 })
    expect(deleted.message).toBe('Checklist removed successfully.')
    const restored = await app.call(checklists.restore, { checklist_id, version: 3 })
    expect(restored.message).toBe('Checklist restored successfully.')
  })

  it('names the administrator who added it, whoever edits it later, by the name of today', async () => {
    const { user, added_by } = await aChecklist()
    expect([user.name, added_by]).toEqual(['Administrator', 'Administrator'])
    expect((await app.call(checklists.list, { page: 1 })).data[0]?.user).toEqual(user)
    await app.call(account.editProfile, { name: 'Ada Lovelace' })
    expect((await app.call(checklists.list, { page: 1 })).data[0]?.user).toEqual({ ...user, name: 'Ada Lovelace' })
  })

  it('needs no note, and may share its name', async () => {
    expect((await aChecklist()).note).toBe('')
    await aChecklist({ note: null })
  })

  it('refuses a change made on an older version, and one of a record that does not exist', async () => {
    const { _id } = await aChecklist()
    await app.call(checklists.edit, { checklist_id: _id, name: 'Leaving' })
    expect((await app.refusal(checklists.delete, { checklist_id: _id, version: 1 })).status).toBe(409)
    expect((await app.refusal(checklists.edit, { checklist_id: 'nobody', name: 'A' })).status).toBe(404)
  })
})

describe('common/checklist/list', () => {
  it('shows the newest first, and filters and sorts by each column', async () => {
    await aChecklist({ name: 'Arrival', note: 'Level first' })
    await aChecklist({ name: 'Storage' })
    const names = async (input: object) => (await app.call(checklists.list, input)).data.map(({ name }) => name)
    expect(await names({})).toEqual(['Storage', 'Arrival'])
    expect(await names({ sort: [{ field: 'name', order: 'asc' }] })).toEqual(['Arrival', 'Storage'])
    expect(await names({ filters: { note: { value: 'LEVEL' } } })).toEqual(['Arrival'])
    expect(
      await names({ filters: { added_by: { value: 'admin' } }, sort: [{ field: 'added_by', order: 'asc' }] }),
    ).toHaveLength(2)
    expect(await names({ filters: { added_by: { op: 'equals', value: 'nobody' } } })).toEqual([])
  })

  it('counts for the dashboard what is not deleted', async () => {
    await aChecklist()
    await app.call(checklists.delete, { checklist_id: (await aChecklist())._id })
    expect((await app.call(account.me, {})).data.checklist_count).toBe(1)
  })
})
