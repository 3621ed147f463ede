import { afterEach, beforeEach, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { models } from '#contract/models.ts'
import { rollovers } from '#contract/rollovers.ts'
import { rvs } from '#contract/rvs.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../../testing/people.ts'

const [FEW, MANY] = [3, 30]

let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
let place: { cat_id: string; year_id: string }

beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
  place = { cat_id: chosen.category, year_id: chosen.year }
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

/** Adds so many RVs of one owner; returns their ids. */
async function addRvs(count: number) {
  const user = await addOwner(app, `Owner of ${count}`)
  const all = Array.from({ length: count }, (_, number) => ({ ...chosen, user, vin: String(310_000 + number) }))
  return (await app.call(rvs.upsert, { records: all })).data.ids
}

it('whether a year is being prepared, an owner is erased or has an RV already is asked about many RVs as often as about few', async () => {
  const fields = await addCatalogue(app, '2290')
  const askedAbout = async (count: number) => {
    const ids = await addRvs(count)
    const many = { record_type: 'rvs', ids } as const
    const set = await app.statementsOf(() => app.call(records.bulk, { ...many, action: 'set', fields, preview: true }))
    const { change_id } = await app.call(records.bulk, { ...many, action: 'delete' })
    const undo = await app.statementsOf(() => app.call(changes.preview_undo, { change_id }))
    const asks = (texts: string[], about: RegExp) => texts.filter((text) => about.test(text)).length
    return [
      asks(set.statements, /"rollover_id" is not null/),
      asks(undo.statements, /from users where erased_at/),
      asks(undo.statements, /full_vin from rvs/),
    ]
  }
  expect([await askedAbout(FEW), await askedAbout(MANY)]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ])
})
