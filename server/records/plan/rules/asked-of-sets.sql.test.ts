import { afterEach, beforeEach, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { models } from '#contract/models.ts'
import { rollovers } from '#contract/rollovers.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { addCatalogue } from '../../../testing/people.ts'

const [FEW, MANY] = [3, 30]

let app: TestApp
let place: { cat_id: string; year_id: string }

beforeEach(async () => {
  app = await buildTestApp()
  const { category: cat_id, year: year_id } = await addCatalogue(app)
  place = { cat_id, year_id }
})
afterEach(() => app.close())

/** Adds so many models with names and external ids that nothing else has; returns their ids. */
async function addModels(count: number) {
  const named = (number: number) => ({ name: `${count} of ${number}`, external_id: `M-${count}-${number}` })
  const all = Array.from({ length: count }, (_, number) => ({
    ...place,
    ...named(number),
    seq_no: 1,
    description: 'x',
  }))
  return (await app.call(models.upsert, { records: all })).data.ids
}

const bulk = (action: string, ids: (string | null)[]) => app.call(records.bulk, { record_type: 'models', action, ids })

/** Each deletes or adds so many models, and returns a call whose rules then ask about them. */
const asked: Record<string, (count: number) => Promise<() => Promise<unknown>>> = {
  async 'an undo of their deletion'(count) {
    const { change_id } = await bulk('delete', await addModels(count))
    return () => app.call(changes.preview_undo, { change_id })
  },
  async 'a restore of them all'(count) {
    const ids = await addModels(count)
    await bulk('delete', ids)
    return () => bulk('restore', ids)
  },
  async 'a look at what a copied year lacks'(count) {
    const from = { from_year_id: place.year_id, name: `20${count}`, parts: ['models'] }
    const { data } = await app.call(rollovers.prepare, from)
    await addModels(count)
    return () => app.call(rollovers.since, { rollover_id: data._id })
  },
}

it.each(Object.entries(asked))('%s asks the rules about many records as often as about few', async (_what, begin) => {
  const askedAbout = async (count: number) => {
    const call = await begin(count)
    const { statements } = await app.statementsOf(call)
    return statements.filter((text) => /\bmodels\b/.test(text)).length
  }
  const few = await askedAbout(FEW)
  expect(await askedAbout(MANY)).toBe(few)
})
