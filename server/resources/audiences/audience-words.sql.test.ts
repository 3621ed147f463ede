import { afterEach, beforeEach, expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

it('an audience is said in a sentence', async () => {
  const { category, year } = await addCatalogue(app, '2027')
  const other = (await app.call(years.add, { name: '2028' })).data._id
  const wordsOf = async (audience: object) => (await app.call(audiences.count, { audience })).data.words
  const type = { field: 'rv_type_id', op: 'eq', value: category }
  const inYears = { field: 'year_id', op: 'in', value: [year, other] }
  const nevada = { field: 'state', op: 'eq', value: 'Nevada' }
  const ios = { field: 'platform', op: 'in', value: ['ios', 'android'] }
  expect(await wordsOf({ all: [type, nevada, inYears] })).toBe('Owners of a Type of 2027, year 2027 or 2028, in Nevada')
  expect(await wordsOf({ all: [{ not: nevada }, { any: [ios, { field: 'has_rv', op: 'eq', value: false }] }] })).toBe(
    'Owners not in Nevada, (with the app on iOS or Android or without an RV)',
  )
  expect(
    await wordsOf({
      any: [
        { all: [inYears, { field: 'warranty_ends_in', op: 'between', value: 10, value_to: 20 }] },
        { field: 'maintenance_due_in', op: 'within', value: 1 },
        { field: 'last_seen_before', op: 'eq', value: '2026-06-01' },
        { field: 'near', op: 'within', value: { latitude: 39.5, longitude: -119.8, miles: 100 } },
      ],
    }),
  ).toBe(
    'Owners of an RV, year 2027 or 2028, with a warranty that ends in 10 to 20 days or with maintenance due within 1 day or not seen since 06-01-2026 or within 100 miles of 39.5, -119.8',
  )
})

it('what never existed is refused, so that "not" does not mean everybody; what was removed is still named', async () => {
  const { model } = await addCatalogue(app, '2027')
  const model_id = { field: 'model_id', op: 'in', value: [model, 'typo'] }
  const errors = { audience: ['These conditions name an unknown model.'] }
  for (const audience of [model_id, { not: model_id }, { any: [{ all: [model_id] }] }])
    expect((await app.refusal(audiences.count, { audience })).errors).toEqual(errors)
  const message = { title: 'Open house', description: 'Come.', audience: { not: model_id }, expect: 1 }
  expect((await app.refusal(notifications.send, message)).errors).toEqual(errors)
  await app.call(models.delete, { model_id: model })
  const { words } = (await app.call(audiences.count, { audience: { ...model_id, value: [model] } })).data
  expect(words).toMatch(/^Owners of an RV, model /)
})
