import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2027-03-01T03:30:00Z'), toFake: ['Date'] })
  app = await buildTestApp({ SESSION_IDLE_HOURS: '48' })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const fields = (more: object = {}) => ({
  reminder_name: 'Spring check',
  item_name: 'Roof sealant',
  due_date: '2027-05-10',
  note: 'Look for cracks around the vents.',
  ...more,
})
const anItem = async (more: object = {}) => (await app.call(maintenanceItems.add, fields(more))).data
const TOO_EARLY = { due_date: ['Please select a Due Date later than today.'] }

describe('admin/maintenance', () => {
  it('says each change in the agreed words', async () => {
    const added = await app.call(maintenanceItems.add, fields())
    expect(added.message).toBe('Maintenance Details added successfully.')
    expect(added.data).toMatchObject({ ...fields(), user: { name: 'Administrator' }, added_by: 'Administrator' })
    const maintenance_id = added.data._id
    const edited = await app.call(maintenanceItems.edit, fields({ maintenance_id, version: 1, item_name: 'Vents' }))
    expect([edited.message, edited.data.item_name]).toEqual(['Maintenance Details updated successfully.', 'Vents'])
    const deleted = await app.call(maintenanceItems.delete, { maintenance_id, version: 2 })
    expect(deleted.message).toBe('Maintenance Details removed successfully.')
    const restored = await app.call(maintenanceItems.restore, { maintenance_id, version: 3 })
    expect(restored.message).toBe('Maintenance Details restored successfully.')
  })

  it('refuses a change made on an older version, and one of a record that does not exist', async () => {
    const { _id } = await anItem()
    await app.call(maintenanceItems.edit, fields({ maintenance_id: _id, note: 'Other' }))
    expect((await app.refusal(maintenanceItems.delete, { maintenance_id: _id, version: 1 })).status).toBe(409)
    expect((await app.refusal(maintenanceItems.restore, { maintenance_id: 'nobody' })).status).toBe(404)
  })
})

describe('the due date', () => {
  it('must be later than today where the caller is, and in UTC where nobody says', async () => {
    const due = (due_date: string, time_zone?: string) => fields({ due_date, time_zone })
    expect((await app.refusal(maintenanceItems.add, due('2027-03-01'))).errors).toEqual(TOO_EARLY)
    expect((await app.refusal(maintenanceItems.add, due('2027-02-28', 'America/Denver'))).errors).toEqual(TOO_EARLY)
    await app.call(maintenanceItems.add, due('2027-03-01', 'America/Denver'))
    await app.call(maintenanceItems.add, due('2027-03-02'))
    expect((await app.refusal(maintenanceItems.add, due('2027-03-01', 'Nowhere/Land'))).errors).toEqual(TOO_EARLY)
  })

  it('may stay when it has passed, and must be later than today when it is changed', async () => {
    const overdue = { maintenance_id: (await anItem({ due_date: '2027-03-02' }))._id, due_date: '2027-03-02' }
    vi.setSystemTime(new Date('2027-03-02T20:00:00Z'))
    await app.call(maintenanceItems.edit, fields({ ...overdue, note: 'Still to do.' }))
    const moved = fields({ ...overdue, due_date: '2027-03-01' })
    expect((await app.refusal(maintenanceItems.edit, moved)).errors).toEqual(TOO_EARLY)
    await app.call(maintenanceItems.edit, fields({ ...overdue, due_date: '2027-03-03' }))
  })

  it('is a day of the calendar', async () => {
    for (const due_date of ['2027-02-30', '05-10-2027', '2027-05-10T00:00:00Z', '', null]) {
      expect((await app.refusal(maintenanceItems.add, fields({ due_date }))).errors).toEqual({
        due_date: ['Please select Due Date'],
      })
    }
  })
})

describe('admin/maintenance/list', () => {
  const days = ['2027-04-01', '2027-04-02', '2027-04-03', '2027-04-04']
  const dues = async (input: object) =>
    (await app.call(maintenanceItems.list, { sort: [{ field: 'due_date', order: 'asc' }], ...input })).data.map(
      ({ due_date }) => Number(due_date.slice(-1)),
    )

  it.each([
    ['eq', '2027-04-02', undefined, [2]],
    ['ne', '2027-04-02', undefined, [1, 3, 4]],
    ['lt', '2027-04-03', undefined, [1, 2]],
    ['lte', '2027-04-03', undefined, [1, 2, 3]],
    ['gt', '2027-04-02', undefined, [3, 4]],
    ['gte', '2027-04-02', undefined, [2, 3, 4]],
    ['between', '2027-04-01', '2027-04-04', [2, 3]],
    ['between_inclusive', '2027-04-01', '2027-04-03', [1, 2, 3]],
  ])('filters the due date: %s %s', async (op, value, value_to, expected) => {
    for (const due_date of days) await anItem({ due_date })
    expect(await dues({ filters: { due_date: { op, value, value_to } } })).toEqual(expected)
  })

  it.each([
    { op: 'eq', value: 'tomorrow' },
    { op: 'eq', value: 20_270_402 },
    { op: 'eq', value: '2027-04-31' },
    { op: 'between', value: '2027-04-01' },
    { op: 'contains', value: '2027-04-01' },
  ])('refuses %j and names the field', async (filter) => {
    const { status, message } = await app.refusal(maintenanceItems.list, { filters: { due_date: filter } })
    expect([status, message]).toEqual([422, expect.stringContaining('due_date')])
  })

  it('filters and sorts by each column', async () => {
    await anItem({ reminder_name: 'B', item_name: 'Tires', due_date: '2027-04-02' })
    await anItem({ reminder_name: 'A', item_name: 'Battery', due_date: '2027-04-01', note: 'Water levels' })
    expect(await dues({ sort: [{ field: 'reminder_name', order: 'desc' }] })).toEqual([2, 1])
    expect(await dues({ sort: [{ field: 'due_date', order: 'desc' }] })).toEqual([2, 1])
    expect(await dues({ filters: { item_name: { value: 'TIRE' } } })).toEqual([2])
    expect(await dues({ filters: { note: { value: 'water' } } })).toEqual([1])
    expect(await dues({ filters: { added_by: { value: 'ministr' } } })).toEqual([1, 2])
  })
})
