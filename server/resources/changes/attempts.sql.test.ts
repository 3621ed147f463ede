import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { topics } from '#contract/topics.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({}, { largeChange: { moreThan: 2, step: 2 } })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

class RolledBack extends Error {}

/**
 * Rolls back the next transaction’s first attempt, as PostgreSQL does on a conflict; does `other` before the second.
 */
function firstAttemptFails(other: () => Promise<unknown>) {
  const engine = engineOf(app.db)
  const { transaction } = engine
  vi.spyOn(engine, 'transaction').mockImplementationOnce(async (db, work) => {
    const first = transaction(db, async (db) => {
      await work(db)
      throw new RolledBack()
    })
    await expect(first).rejects.toThrow(RolledBack)
    await other()
    return transaction(db, work)
  })
}

const someTypes = async (count: number) => {
  const ids: string[] = []
  for (let place = 0; place < count; place++)
    ids.push((await app.call(rvTypes.add, { name: `Type ${place}`, seq_no: place })).data._id)
  return ids
}
const stateOf = async (change_id: string | null) => (await app.call(changes.get, { change_id })).change
const removeAll = { record_type: 'rv_types', action: 'delete', matching: { is_deleted: false } }

it('A change that was to run in steps, and is small in its second attempt, does not run for ever', async () => {
  const [first] = await someTypes(3)
  firstAttemptFails(() => app.call(rvTypes.delete, { cat_id: first }))
  const { change_id, message } = await app.call(records.bulk, removeAll)
  expect(await stateOf(change_id)).toMatchObject({ state: 'done', record_count: 2, message })
  expect(message).toBe('2 RV types removed successfully.')
  expect(await app.db.selectFrom('jobs').select('kind').execute()).toEqual([])
})

it('A change that was small, and is to run in steps in its second attempt, runs to its end', async () => {
  await someTypes(2)
  firstAttemptFails(() => someTypesMore(['A', 'B']))
  const { change_id } = await app.call(records.bulk, removeAll)
  expect(await stateOf(change_id)).toMatchObject({ state: 'running', message: 'Removing 4 RV types.' })
  await app.runJobs()
  expect(await stateOf(change_id)).toMatchObject({ state: 'done', record_count: 4 })
})
const someTypesMore = async (names: string[]) => {
  for (const name of names) await app.call(rvTypes.add, { name, seq_no: 1 })
}

it('A change of which the second attempt finds nothing left to do is none, and says nothing of the first', async () => {
  const [first, second] = await someTypes(2)
  firstAttemptFails(async () => {
    for (const cat_id of [first, second]) await app.call(rvTypes.delete, { cat_id })
  })
  const answer = await app.call(records.bulk, removeAll)
  expect(answer).toMatchObject({ change_id: null, can_undo: false, data: null })
  expect(answer.message).not.toMatch(/\d/)
})

it('What an edit merged in an attempt that was rolled back is told once', async () => {
  const { data } = await app.call(topics.add, { name: 'Brakes', seq_no: 1 })
  const edit = { topic_id: data._id, name: 'Brakes', version: data.version }
  await app.call(topics.edit, { topic_id: data._id, name: 'Brakes', seq_no: 5 })
  firstAttemptFails(async () => {})
  const answer = await app.call(topics.edit, { ...edit, seq_no: 1, name: 'Drums' })
  const fields = answer.merged?.map(({ field }) => field) ?? []
  expect(fields).toEqual([...new Set(fields)])
})

it('Of two changes that are committed together, each gets back its own for a second attempt', async () => {
  const [first, second] = await someTypes(2)
  firstAttemptFails(async () => {})
  const edits = [first, second].map((cat_id, place) =>
    app.call(rvTypes.edit, { cat_id, name: `New ${place}`, seq_no: 9 }),
  )
  const answers = await Promise.all(edits)
  expect(new Set(answers.map(({ change_id }) => change_id)).size).toBe(2)
  for (const { change_id } of answers)
    expect(await stateOf(change_id)).toMatchObject({ state: 'done', record_count: 1 })
})
