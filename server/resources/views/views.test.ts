import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RecordType, recordTypes } from '#contract/kinds.ts'
import { MOST_VIEWS, preferences, STATE_CHARACTERS, views } from '#contract/views.ts'
import { openSession } from '../../auth/sessions.ts'
import { copiedTables } from '../../db/copy-tables.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'

let app: TestApp
let grace: { token: string }
beforeEach(async () => {
  app = await buildTestApp()
  grace = await addAnotherAdmin(app, 'Grace')
})
afterEach(() => app.close())

const list: RecordType = 'users'
const state = {
  filters: {
    name: { op: 'contains', value: 'a' },
    type: { op: 'in', value: ['GOOGLE', 'APPLE'] },
    email: { op: 'is_empty' },
  },
  sort: [{ field: 'name', order: 'asc' as const }],
  columns: [
    { field: 'name', width: 120 },
    { field: 'email', hidden: true },
  ],
  per_page: 50,
}
const aView = { list, name: 'Inactive', state }
type As = { token: string }
const save = async (fields: object, as?: As) => (await app.call(views.save, { ...aView, ...fields }, as)).data
const seen = async (as?: As) => (await app.call(views.list, { list }, as)).data
const names = async (as?: As) => (await seen(as)).map(({ name }) => name)
const preferred = async (as?: As) => (await app.call(preferences.get, {}, as)).data.lists[list]
const refusal = async (fields: object, as?: As) => {
  const { status, message, errors } = await app.refusal(views.save, { list, ...fields }, as)
  return [status, message, errors]
}

describe('a saved view', () => {
  it('keeps the state of a list under a name', async () => {
    const { message, data } = await app.call(views.save, aView)
    expect(message).toBe('View saved successfully.')
    expect(data).toMatchObject({ ...aView, is_shared: false, is_default: false, is_mine: true, version: 1 })
    expect(data.owner).toEqual({ _id: expect.any(String), name: 'Administrator' })
    expect(await seen()).toEqual([data])
    expect((await app.call(views.list, { list: 'rvs' })).data).toEqual([])
  })

  it('is listed by name', async () => {
    for (const name of ['b', 'C', 'A']) await save({ name })
    expect(await names()).toEqual(['A', 'b', 'C'])
  })

  it('is private until it is shared, and then what others see but do not change', async () => {
    const { _id, version } = await save({})
    expect(await names(grace)).toEqual([])
    expect(await refusal({ view_id: _id, name: 'Mine' }, grace)).toEqual([404, 'This view does not exist.', undefined])
    const { message, data } = await app.call(views.save, { view_id: _id, list, version, is_shared: true })
    expect([message, data.version, data.name]).toEqual(['View updated successfully.', 2, 'Inactive'])
    expect(await seen(grace)).toMatchObject([{ _id, is_mine: false, owner: { name: 'Administrator' } }])
    for (const change of [{ name: 'Mine' }, { state: {} }, { is_shared: false }]) {
      expect((await refusal({ view_id: _id, ...change }, grace)).slice(0, 2)).toEqual([
        403,
        'Only the person who made this view can change it.',
      ])
    }
    expect((await app.refusal(views.delete, { view_id: _id }, grace)).status).toBe(403)
    expect(await seen()).toMatchObject([{ name: 'Inactive', state, is_shared: true }])
  })

  it('changes as far as it is sent, and not over a newer one', async () => {
    const { _id } = await save({})
    await app.call(views.save, { view_id: _id, list, name: 'Active', version: 1 })
    const stale = await app.refusal(views.save, { view_id: _id, list, name: 'Late', version: 1 })
    expect([stale.status, stale.data]).toMatchObject([409, { name: 'Active', version: 2 }])
    expect(await seen()).toMatchObject([{ name: 'Active', state, version: 2 }])
  })

  it('belongs to its list', async () => {
    const { _id } = await save({})
    expect((await refusal({ view_id: _id, list: 'rvs', name: 'x' }))[0]).toBe(404)
  })

  it('has a name of its own among those of its owner, and among those that are shared', async () => {
    const twin = [422, 'View already exists.', { name: ['View already exists.'] }]
    const { _id } = await save({})
    expect(await refusal({ ...aView, name: ' INACTIVE' })).toEqual(twin)
    await save({ list: 'rvs' })
    const hers = await save({ is_shared: true }, grace)
    expect(await refusal({ view_id: _id, is_shared: true })).toEqual(twin)
    await save({ view_id: hers._id, is_shared: false }, grace)
    expect(await save({ view_id: _id, is_shared: true })).toMatchObject({ is_shared: true })
  })

  it('is one of two that are saved with the same name at the same time', async () => {
    const both = await Promise.all([app.send(views.save, aView), app.send(views.save, aView)])
    expect(both.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '422'])
    const shared = { ...aView, name: 'Shared', is_shared: true }
    const two = await Promise.all([app.send(views.save, shared), app.send(views.save, shared, grace)])
    expect(two.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '422'])
  })

  it('is made once, however often the call arrives', async () => {
    const as = { idempotencyKey: 'the-same' }
    const first = await app.call(views.save, aView, as)
    expect(await app.call(views.save, aView, as)).toEqual(first)
    expect(await names()).toEqual(['Inactive'])
  })

  it('is deleted for good by its owner', async () => {
    const { _id } = await save({ is_shared: true })
    expect((await app.call(views.delete, { view_id: _id })).message).toBe('View removed successfully.')
    expect(await names()).toEqual([])
    const again = await app.refusal(views.delete, { view_id: _id })
    expect([again.status, again.message]).toEqual([404, 'This view does not exist.'])
  })
})

describe('the view that a list opens with', () => {
  it('is one for each administrator and list', async () => {
    const one = await save({ name: 'One', is_default: true })
    const two = await save({ name: 'Two', is_default: true })
    const other = await save({ list: 'rvs', is_default: true })
    expect(await seen()).toMatchObject([
      { name: 'One', is_default: false },
      { name: 'Two', is_default: true },
    ])
    const { lists } = (await app.call(preferences.get, {})).data
    expect(lists).toEqual({ users: { default_view: two._id }, rvs: { default_view: other._id } })
    await app.call(views.save, { view_id: one._id, list, is_default: false })
    expect(await preferred()).toEqual({ default_view: two._id })
    await app.call(views.save, { view_id: two._id, list, is_default: false })
    expect(await preferred()).toEqual({ default_view: null })
  })

  it('is chosen by each for a shared view, which stays as it is', async () => {
    const { _id } = await save({ is_shared: true })
    const { data } = await app.call(views.save, { view_id: _id, list, is_default: true }, grace)
    expect(data).toMatchObject({ is_default: true, version: 1 })
    expect(await seen()).toMatchObject([{ is_default: false }])
    await app.call(views.save, { view_id: _id, list, is_shared: false })
    expect(await preferred(grace)).toEqual({ default_view: null })
  })

  it('is none when that view is deleted', async () => {
    const { _id } = await save({ is_shared: true, is_default: true })
    await app.call(views.save, { view_id: _id, list, is_default: true }, grace)
    await app.call(views.delete, { view_id: _id })
    expect([await preferred(), await preferred(grace)]).toEqual([{ default_view: null }, { default_view: null }])
  })
})

describe('a view that cannot be kept', () => {
  it.each([
    [{ state: {} }, 'name', 'Name cannot be empty.'],
    [{ name: ' ', state: {} }, 'name', 'Name cannot be empty.'],
    [{ name: 'x'.repeat(61), state: {} }, 'name', 'Please use at most 60 characters.'],
    [{ name: 'a\nb', state: {} }, 'name', 'Please write this on one line.'],
    [{ name: 'No state' }, 'state', 'State is required.'],
    [{ name: 'x', state: {}, list: 'changes' }, 'list', 'Unknown list.'],
  ])('is refused: %j', async (fields, field, message) => {
    expect(await refusal(fields)).toEqual([422, message, { [field]: [message] }])
  })

  it.each([
    ['more than five orders', { sort: Array(6).fill({ field: 'name', order: 'asc' }) }],
    ['an order of no kind', { sort: [{ field: 'name', order: 'up' }] }],
    ['a width that nobody sees', { columns: [{ field: 'name', width: 39 }] }],
    ['a page of more than a list gives', { per_page: 101 }],
    ['too many filters', { filters: Object.fromEntries(Array.from({ length: 41 }, (_, at) => [at, { value: 'a' }])) }],
    ['too much', { filters: { name: { value: Array.from({ length: 100 }, () => 'x'.repeat(200)) } } }],
  ])('is refused for its state: %s', async (_what, state) => {
    expect(await refusal({ ...aView, state })).toMatchObject([422, expect.any(String), expect.any(Object)])
    expect((await app.refusal(preferences.set, { list, last: state })).status).toBe(422)
    expect([await names(), await preferred()]).toEqual([[], undefined])
  })

  it(`is refused beyond ${MOST_VIEWS} of one list`, async () => {
    const { admin_id } = await app.db.selectFrom('sessions').select('admin_id').executeTakeFirstOrThrow()
    const at = new Date().toISOString()
    const shared = { admin_id, list, is_shared: 0, state: '{}', version: 1, created_at: at, updated_at: at }
    const rows = Array.from({ length: MOST_VIEWS }, (_, number) => ({
      ...shared,
      id: newId(),
      name: `${number}`,
      name_key: `${number}`,
    }))
    await app.db.insertInto('views').values(rows).execute()
    const token = await openSession(app.db, admin_id)
    const said = 'You have 100 views of this list. Please delete one first.'
    expect(await refusal(aView, { token })).toEqual([422, said, { name: [said] }])
    await save({ list: 'rvs' }, { token })
  })
})

describe('preferences', () => {
  it('are kept part by part for each administrator and list, and removed by null', async () => {
    expect((await app.call(preferences.get, {})).data).toEqual({ lists: {} })
    const { columns } = state
    const first = await app.call(preferences.set, { list, columns })
    expect(first).toEqual({ message: 'Preferences saved successfully.', data: { columns, default_view: null } })
    const second = await app.call(preferences.set, { list, per_page: 100, last: state })
    expect(second.data).toEqual({ columns, per_page: 100, last: state, default_view: null })
    await app.call(preferences.set, { list: 'rvs', per_page: 10 }, grace)
    expect((await app.call(preferences.get, {})).data.lists).toEqual({ users: second.data })
    const third = await app.call(preferences.set, { list, columns: null, last: null })
    expect(third.data).toEqual({ per_page: 100, default_view: null })
    expect((await app.call(preferences.set, { list })).data).toEqual(third.data)
    expect(await preferred(grace)).toBeUndefined()
  })

  it('that are set at the same time are all kept', async () => {
    const { columns } = state
    await Promise.all(
      [{ columns }, { per_page: 50 }, { last: state }].map((part) => app.call(preferences.set, { list, ...part })),
    )
    expect(await preferred()).toEqual({ columns, per_page: 50, last: state, default_view: null })
  })

  it('leave no activity', async () => {
    await save({})
    await app.call(preferences.set, { list, per_page: 50 })
    expect(await app.db.selectFrom('activity').selectAll().execute()).toEqual([])
  })

  it('take the longest state that there may be', async () => {
    const value = 'é'.repeat(STATE_CHARACTERS / 64 - 50)
    const last = { filters: { name: { value: Array.from({ length: 64 }, () => value) } } }
    expect((await app.call(preferences.set, { list, last })).data).toEqual({ last, default_view: null })
  })
})

it('goes with the administrator', async () => {
  await save({ is_shared: true, is_default: true }, grace)
  await app.call(preferences.set, { list, per_page: 50 }, grace)
  await app.db.deleteFrom('sessions').execute()
  await app.db.deleteFrom('admins').where('name', '=', 'Grace').execute()
  expect(await app.db.selectFrom('views').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('list_preferences').selectAll().execute()).toEqual([])
})

it('is there for the list of every record', () => {
  const tables = copiedTables.filter(
    ({ key, table }) =>
      table === 'admins' ||
      (key === 'seq' && !['notification_recipients', 'webhook_deliveries', 'campaign_notices'].includes(table)),
  )
  expect(recordTypes.toSorted()).toEqual(tables.map(({ table }) => table).toSorted())
})

it.each(recordTypes)('there can be views and preferences of %s', async (list) => {
  await app.call(views.save, { ...aView, list })
  await app.call(preferences.set, { list, per_page: 50 })
  expect((await app.call(views.list, { list })).data).toHaveLength(1)
})
