import { expect, it } from 'vitest'
import { models } from '#contract/models.ts'
import { inTransaction } from '../db/transaction.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { addAnotherAdmin, changeBy } from '../testing/people.ts'
import { addSamples } from './demo-data.ts'

it('a kind without demo data of its own gets one record, which refers to those of others', async () => {
  const app = await buildTestApp()
  const { id: _id } = await addAnotherAdmin(app, 'Zora')
  for (let times = 0; times < 2; times++)
    await inTransaction(app.db, (db) => addSamples(db, changeBy({ _id }), ['rv_types', 'years', 'models']))
  const { data } = await app.call(models.list, {})
  expect(data.map(({ name, rv_type, year_name }) => [name, rv_type, year_name])).toEqual([
    ['2285', 'Travel Trailer', '2027'],
  ])
  await app.close()
})
