import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { administrators } from '#contract/administrators.ts'
import { changes, records } from '#contract/changes.ts'
import { keys } from '#contract/keys.ts'
import { EXPECT_ALL } from '#contract/matching.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { addUsers } from '../../../demo/add-people.ts'
import { runNextJob } from '../../../jobs/jobs.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { GRACE, PASSWORD, teamOf } from '../../../testing/team.ts'
import { changeJobs } from '../change-jobs.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const someTypes = async (...names: string[]) => {
  const ids: string[] = []
  for (const [index, name] of names.entries()) {
    ids.push((await app.call(rvTypes.add, { name, seq_no: index + 1 })).data._id)
  }
  return ids
}
const activeTypes = async () =>
  (await app.call(rvTypes.list, { page: 1, per_page: 100, is_deleted: false })).data.map(({ name }) => name)
const bulk = (fields: object, as = {}) => app.call(records.bulk, { record_type: 'rv_types', ...fields }, as)

describe('a bulk change', () => {
  it('is one change of the records named, and is undone whole', async () => {
    const ids = await someTypes('A', 'B', 'C')
    const { message, change_id, data } = await bulk({ action: 'delete', ids: ids.slice(0, 2) })
    expect([message, data]).toMatchObject([
      '2 RV types removed successfully.',
      { _id: change_id, kind: 'delete', record_count: 2, state: 'done', title: 'A', can_undo: true },
    ])
    expect(await activeTypes()).toEqual(['C'])
    await app.call(changes.undo, { change_id })
    expect(await activeTypes()).toEqual(['A', 'B', 'C'])
  })

  it('takes all that the list’s filters match but for the exceptions', async () => {
    const ids = await someTypes('Class A', 'Class B', 'Class C', 'Toy Hauler')
    const matching = { filters: { name: { op: 'starts_with', value: 'class' } }, is_deleted: false }
    const { data } = await bulk({ action: 'delete', matching, except: [ids[1]], expect: 2 })
    expect(data).toMatchObject({ record_count: 2 })
    expect(await activeTypes()).toEqual(['Class B', 'Toy Hauler'])
  })

  it('says what is wrong with what it was asked', async () => {
    const refusalOf = async (fields: object) =>
      (await app.refusal(records.bulk, { record_type: 'rv_types', action: 'delete', ...fields })).message
    const ids = Array.from({ length: 1001 }, (_, place) => `type-${place}`)
    expect(await refusalOf({ ids })).toBe('Please select at most 1,000 records, or all that match.')
    expect(await refusalOf({ ids: ids.slice(0, 1), expect: -1 })).toBe('`expect` must be 0 or more.')
  })

  it('does nothing when another number matches than the person saw', async () => {
    await someTypes('A', 'B', 'C')
    const all = { record_type: 'rv_types', action: 'delete', matching: { is_deleted: false } }
    expect(
      (
        await app.refusal(records.bulk, {
          ...all,
          matching: { filters: { name: { op: 'equals', value: 'A' } } },
          expect: 2,
        })
      ).message,
    ).toBe('1 RV type now matches, not the expected 2. Nothing was changed.')
    const { status, message, data } = await app.refusal(records.bulk, { ...all, expect: 2 })
    expect([status, message, data]).toEqual([
      409,
      '3 RV types now match, not the expected 2. Nothing was changed.',
      { expected: 2, found: 3 },
    ])
    expect(await activeTypes()).toHaveLength(3)
  })

  it('acts once for one Idempotency-Key', async () => {
    const ids = await someTypes('A', 'B')
    const fields = { action: 'delete', ids }
    const first = await bulk(fields, { idempotencyKey: 'b' })
    expect(await bulk(fields, { idempotencyKey: 'b' })).toEqual(first)
    expect((await app.call(changes.list, { page: 1 })).total).toBe(3)
  })

  it('takes along what a deletion takes along, and restores everything below', async () => {
    const topic_id = (await app.call(topics.add, { name: 'Roof', seq_no: 1 })).data._id
    await app.call(subTopics.add, { topic_id, name: 'Vents', seq_no: 1 })
    await bulk({ record_type: 'topics', action: 'delete', ids: [topic_id] })
    const sub = async () => (await app.call(subTopics.list, { page: 1 })).data[0]?.is_deleted
    expect(await sub()).toBe(true)
    await bulk({ record_type: 'topics', action: 'restore', ids: [topic_id] })
    expect(await sub()).toBe(false)
  })

  it('restores nothing when one of the names is taken', async () => {
    const ids = await someTypes('A', 'B')
    await bulk({ action: 'delete', ids })
    await someTypes('B')
    const refusal = await app.refusal(records.bulk, { record_type: 'rv_types', action: 'restore', ids })
    expect(refusal).toMatchObject({ status: 422, errors: { name: ['RV type already exists.'] } })
    expect(await activeTypes()).toEqual(['B'])
  })

  it('wants to know how many are expected where nothing narrows what matches', async () => {
    await someTypes('A', 'B', 'C')
    const remove = { record_type: 'rv_types', action: 'delete' }
    const everything = [{ matching: {} }, { matching: { filters: {} } }, { matching: {}, except: ['none'] }]
    for (const fields of everything) {
      const { status, errors } = await app.refusal(records.bulk, { ...remove, ...fields })
      expect([fields, status, errors]).toEqual([fields, 422, { matching: [EXPECT_ALL] }])
    }
    expect((await app.call(rvTypes.list, { is_deleted: false })).total).toBe(3)
    await bulk({ ...remove, matching: { filters: {} }, expect: 3 })
    expect((await app.call(rvTypes.list, { is_deleted: false })).total).toBe(0)
    expect((await bulk({ ...remove, action: 'restore', matching: { is_deleted: true } })).data).toMatchObject({
      record_count: 3,
    })
  })

  it('refuses what the list does not offer, both ways of choosing or none, and ids that do not exist', async () => {
    const [id] = await someTypes('A')
    const refusal = (fields: object) => app.refusal(records.bulk, { record_type: 'rv_types', ids: [id], ...fields })
    expect((await refusal({ action: 'activate' })).errors).toEqual({
      action: ['This cannot be done to these records.'],
    })
    expect((await refusal({ action: 'delete', record_type: 'users' })).status).toBe(422)
    expect((await refusal({ action: 'delete', record_type: 'notifications' })).status).toBe(422)
    expect((await refusal({ action: 'delete', matching: {}, expect: 1 })).status).toBe(422)
    expect((await refusal({ action: 'delete', ids: undefined })).status).toBe(422)
    expect((await refusal({ action: 'delete', ids: ['none'] })).errors).toHaveProperty('ids')
    expect(
      (await refusal({ action: 'delete', ids: undefined, matching: { filters: { secret: { value: 1 } } } })).status,
    ).toBe(422)
  })

  it('of very many users runs in steps, says how far it is, goes on where it stopped, and is undone in steps', async () => {
    await inTransaction<unknown>(app.db, (db) => addUsers(db, 5400))
    const active = async () => (await app.call(users.list, { page: 1, status: true })).total
    const before = await active()
    const started = await bulk({ record_type: 'users', action: 'deactivate', matching: {}, expect: 5400 })
    expect(started.data).toMatchObject({ state: 'running', expected_count: 5400, record_count: 0, can_undo: false })
    expect(started.message).toBe('Deactivating 5,400 users.')
    await app.runJobs()
    const done = (await app.call(changes.get, { change_id: started.change_id })).change
    expect(done).toMatchObject({
      state: 'done',
      record_count: before,
      can_undo: true,
      message: `${before.toLocaleString('en-US')} of 5,400 users deactivated successfully. The others were already inactive.`,
    })
    expect(await active()).toBe(0)

    const undone = await app.call(changes.undo, { change_id: started.change_id })
    expect(undone.data).toMatchObject({ state: before > 5000 ? 'running' : 'done', undoes: started.change_id })
    await app.runJobs()
    expect(await active()).toBe(before)
  })
})

it('A change whose step is refused ends as failed, and what it did until then can be undone', async () => {
  await inTransaction<unknown>(app.db, (db) => addUsers(db, 5100))
  const active = async () => (await app.call(users.list, { page: 1, status: true })).total
  const before = await active()
  const { change_id } = await bulk({ record_type: 'users', action: 'deactivate', matching: { is_deleted: false } })
  const handlers = changeJobs(app.deps)
  for (let steps = 0; steps < 3; steps++) await runNextJob(app.db, handlers, app.deps.log)
  const [job] = await app.db.selectFrom('jobs').selectAll().execute()
  const broken = { ...JSON.parse(job?.payload ?? '{}'), matching: { filters: { gone: { value: 'x' } } } }
  await app.db
    .updateTable('jobs')
    .set({ payload: JSON.stringify(broken) })
    .execute()
  await app.runJobs()
  const { change } = await app.call(changes.get, { change_id })
  expect(change).toMatchObject({
    state: 'failed',
    can_undo: true,
    expected_count: 5100,
    message: 'Deactivating 5,100 users: failed after 750 records.',
    reason: 'This list cannot be filtered by the field gone.',
  })
  expect(await active()).toBe(before - change.record_count)
  expect((await app.db.selectFrom('jobs').selectAll().execute()).length).toBe(0)
  await app.call(changes.undo, { change_id })
  expect(await active()).toBe(before)
})

it('A change that a program begins goes on in steps, and ends with its key', async () => {
  await inTransaction<unknown>(app.db, (db) => addUsers(db, 5100))
  const { secret, data } = await app.call(keys.add, {
    name: 'Importer',
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    scope: 'write',
    record_types: ['users'],
  })
  const all = (action: string) =>
    bulk({ record_type: 'users', action, matching: { is_deleted: false } }, { token: secret })
  const { change_id } = await all('deactivate')
  await app.runJobs()
  expect((await app.call(changes.get, { change_id })).change).toMatchObject({ state: 'done' })
  const { change_id: back } = await all('activate')
  await runNextJob(app.db, changeJobs(app.deps), app.deps.log)
  await app.call(keys.end, { key_id: data._id })
  await app.runJobs()
  const { change } = await app.call(changes.get, { change_id: back })
  expect(change).toMatchObject({
    state: 'failed',
    record_count: 250,
    reason: 'The key of the program that started this has ended.',
  })
})

it('A change ends with the standing of who began it, after the step under way', async () => {
  await inTransaction<unknown>(app.db, (db) => addUsers(db, 5100))
  const active = async () => (await app.call(users.list, { page: 1, status: true })).total
  const before = await active()
  const team = teamOf(app)
  const { _id } = await team.invite()
  await team.accept()
  const token = await app.signIn({ email: GRACE.email, password: PASSWORD })
  const { change_id } = await bulk(
    { record_type: 'users', action: 'deactivate', matching: { is_deleted: false } },
    { token },
  )
  const handlers = changeJobs(app.deps)
  for (let steps = 0; steps < 2; steps++) await runNextJob(app.db, handlers, app.deps.log)
  await app.call(administrators.deactivate, { administrator_id: _id })
  await app.runJobs()
  const { change } = await app.call(changes.get, { change_id })
  expect(change).toMatchObject({
    state: 'failed',
    record_count: 500,
    reason: 'The administrator who started this has been deactivated.',
    can_undo: true,
  })
  expect(await active()).toBe(before - 500)
})
