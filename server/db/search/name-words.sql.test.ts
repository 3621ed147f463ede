import { afterEach, beforeEach, expect, it } from 'vitest'
import { topics } from '#contract/topics.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { tidyNameWords } from './name-words.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const words = async () =>
  (await app.db.selectFrom('name_words').select('word').orderBy('word').execute()).map(({ word }) => word)

it('forgets the words that no name has any more, adds those that are missing, and leaves the others', async () => {
  const { data } = await app.call(topics.add, { name: 'Ventilation of wardrobes', seq_no: 77 })
  const before = await words()
  await app.call(topics.edit, { topic_id: data._id, seq_no: 77, name: 'Ventilation of cupboards' })
  expect(await words()).toEqual(expect.arrayContaining(['wardrobes', 'cupboards']))
  await app.db.deleteFrom('name_words').where('word', '=', 'ventilation').execute()
  // A deleted one may be restored.
  await app.call(topics.delete, { topic_id: data._id })
  await tidyNameWords(app.db)
  expect(await words()).toEqual([...before.filter((word) => word !== 'wardrobes'), 'cupboards'].toSorted())
})
