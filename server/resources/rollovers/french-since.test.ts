import { expect, it, onTestFinished } from 'vitest'
import { frenchCalls } from '#contract/french-calls.ts'
import { models } from '#contract/models.ts'
import { rollovers } from '#contract/rollovers.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { addCatalogue } from '../../testing/people.ts'

it('French that was confirmed since a rollover is named among what has changed', async () => {
  const app = await buildTestApp({ LANGUAGES: 'en,fr' })
  onTestFinished(() => app.close())
  const { category: cat_id, year: year_id, model: model_id } = await addCatalogue(app)
  const edit = (more: object) =>
    app.call(models.edit, { model_id, cat_id, year_id, name: '2285', seq_no: 1, description: 'Bunks.', ...more })
  await edit({ description_fr: 'Des lits superposés.' })
  await edit({ description: 'Two bunks.' })
  const { data } = await app.call(rollovers.prepare, { from_year_id: year_id, name: '2031', parts: ['models'] })
  await app.call(frenchCalls.confirm, { record_type: 'models', record_ids: [model_id] })
  const since = await app.call(rollovers.since, { rollover_id: data._id })
  expect(since.data).toMatchObject([{ difference: 'changed', changed_fields: ['Description (French)'] }])
})
