import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { frenchCalls } from '#contract/french-calls.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { models } from '#contract/models.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import { sync } from '#contract/owner/sync.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { search } from '#contract/search.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { manualFactory } from '../testing/manuals.ts'
import { addCatalogue } from '../testing/people.ts'
import { settledCursor } from '../testing/syncing-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ LANGUAGES: 'en,fr' })
})
afterEach(() => app.close())

const asVisitor = { token: '' }
/** What an app reads in French. */
const french = <E extends Endpoint>(endpoint: E, more: object = {}) =>
  app.call(endpoint, { language: 'fr', ...more }, asVisitor)

describe('how the French of a record stands', () => {
  const anRvType = async (fields: object) =>
    (await app.call(rvTypes.add, { name: 'Truck Camper', seq_no: 1, ...fields })).data
  const stateOf = async (cat_id: string) => (await app.call(rvTypes.get, { cat_id })).data.french

  it('follows what is written in both languages, and what is undone', async () => {
    const { _id: cat_id, french } = await anRvType({})
    expect(french).toBe('none')
    const edit = (fields: object) => app.call(rvTypes.edit, { cat_id, name: 'Truck Camper', seq_no: 1, ...fields })
    expect((await edit({ name_fr: 'Caravane portée' })).data).toMatchObject({
      name_fr: 'Caravane portée',
      french: 'current',
    })
    const renamed = await edit({ name: 'Truck Bed Camper' })
    expect(renamed.data).toMatchObject({ name_fr: 'Caravane portée', french: 'older' })
    await app.call(changes.undo, { change_id: renamed.change_id ?? '' })
    expect(await stateOf(cat_id)).toBe('current')
    const again = await edit({ name: 'Slide-In', name_fr: 'Cellule' })
    expect(again.data.french).toBe('current')
    await edit({ name: 'Slide-In Camper', name_fr: 'Cellule' })
    expect(await stateOf(cat_id)).toBe('older')
    await edit({ name: 'Slide-In Camper', name_fr: '' })
    expect(await stateOf(cat_id)).toBe('none')
  })

  it('is older again where an undo brings back French that was written for other words', async () => {
    const { _id: cat_id } = await anRvType({ name_fr: 'Caravane portée' })
    await app.call(rvTypes.edit, { cat_id, name: 'Slide-In', seq_no: 1 })
    const { change_id } = await app.call(rvTypes.edit, { cat_id, name: 'Slide-In', name_fr: 'Cellule', seq_no: 1 })
    expect(await stateOf(cat_id)).toBe('current')
    await app.call(changes.undo, { change_id: change_id ?? '' })
    expect((await app.call(rvTypes.get, { cat_id })).data).toMatchObject({
      name_fr: 'Caravane portée',
      french: 'older',
    })
  })

  it('is older where an undo brings back French that was written for what the English was, by itself or with others', async () => {
    const records = [await anRvType({ name_fr: 'Un' }), await anRvType({ name: 'Fifth Wheel', name_fr: 'Deux' })]
    const edit = ({ _id: cat_id }: { _id: string }, fields: object) =>
      app.call(rvTypes.edit, { cat_id, name: 'Truck Camper', seq_no: 1, ...fields })
    const [one] = records
    if (!one) throw new Error('there is no RV type')
    const { change_id } = await edit(one, { name_fr: 'Caravane' })
    await edit(one, { name: 'Slide-In' })
    await app.call(changes.undo, { change_id: change_id ?? '' })
    expect((await app.call(rvTypes.get, { cat_id: one._id })).data).toMatchObject({ name_fr: 'Un', french: 'older' })
    // The confirmed text was a different one.
    const again = await edit(one, { name: 'Slide-In', name_fr: 'Cellule' })
    const other = await edit(one, { name: 'Slide-In', name_fr: 'Cellule amovible' })
    await edit(one, { name: 'Bed Camper' })
    await app.call(frenchCalls.confirm, { record_type: 'rv_types', record_ids: [one._id] })
    await app.call(changes.undo, { change_id: other.change_id ?? '' })
    expect((await app.call(rvTypes.get, { cat_id: one._id })).data).toMatchObject({
      name_fr: 'Cellule',
      french: 'older',
    })
    expect((await app.refusal(changes.undo, { change_id: again.change_id ?? '' })).message).toContain('Name (French)')
  })

  it('says what has become other words since, as long as the history knows it', async () => {
    const { _id: cat_id } = await anRvType({ name_fr: 'Caravane portée' })
    const edit = (name: string) => app.call(rvTypes.edit, { cat_id, name, seq_no: 1 })
    const changed = async () =>
      (await app.call(frenchCalls.changed, { record_type: 'rv_types', record_id: cat_id })).data
    expect(await changed()).toEqual([])
    await edit('Slide-In')
    await edit('Slide-In Camper')
    expect(await changed()).toEqual([{ field: 'name', is_rich: false, from: 'Truck Camper', to: 'Slide-In Camper' }])
    await app.call(frenchCalls.confirm, { record_type: 'rv_types', record_ids: [cat_id] })
    expect(await changed()).toEqual([])
    await edit('Bed Camper')
    expect(await changed()).toMatchObject([{ from: 'Slide-In Camper', to: 'Bed Camper' }])
    await app.db.deleteFrom('activity').execute()
    expect(await changed()).toEqual([])
    const nobody = { record_type: 'rv_types', record_id: 'c0de' } as const
    expect((await app.refusal(frenchCalls.changed, nobody)).status).toBe(404)
  })

  it('is part where some is missing, and lists are filtered by it', async () => {
    const { data } = await app.call(checklists.add, { name: 'Departure', note: 'Look twice.', name_fr: 'Départ' })
    expect(data).toMatchObject({ french: 'part', note_fr: '' })
    await app.call(checklists.add, { name: 'Arrival' })
    const found = await app.call(checklists.list, { filters: { french: { op: 'eq', value: 'part' } } })
    expect(found.data.map(({ name }) => name)).toEqual(['Departure'])
    const named = await app.call(checklists.list, { filters: { name_fr: { value: 'depart' } } })
    expect(named.data.map(({ name }) => name)).toEqual(['Departure'])
  })

  it('does not move with how a text is set', async () => {
    const make = manualFactory(app)
    const manual = await make.aManual()
    const page = await make.aPage(
      manual._id,
      await make.aSubTopic((await make.aTopic())._id),
      '<p>Look here first.</p>',
    )
    const edit = async (fields: object) =>
      (await app.call(manualPages.edit, { manual_page_id: page._id, content: '<p>Look here first.</p>', ...fields }))
        .data
    expect((await edit({ content_fr: '<p>Regardez ici.</p>' })).french).toBe('current')
    expect((await edit({ content: '<p>Look <strong>here</strong> first.</p>' })).french).toBe('current')
    expect((await edit({ content: '<p>Look there first.</p>' })).french).toBe('older')
  })
})

describe('in French owners read', () => {
  it('what there is of it, each field for itself, with the names behind references', async () => {
    const catalogue = await addCatalogue(app)
    const type = (await app.call(rvTypes.get, { cat_id: catalogue.category })).data
    await app.call(rvTypes.edit, { cat_id: type._id, name: type.name, name_fr: 'Roulotte', seq_no: type.seq_no })
    expect((await french(content.rvTypes)).data).toMatchObject([{ name: 'Roulotte' }])
    const [model] = (await french(content.models)).data
    expect(model).toMatchObject({ cat_id: { name: 'Roulotte' }, rv_type: 'Roulotte', in_english: ['description'] })
    const english = await app.call(content.models, {}, asVisitor)
    expect(english.data).toMatchObject([{ rv_type: type.name, cat_id: { name: type.name } }])
    expect(JSON.stringify(english)).not.toContain('in_english')
    expect(JSON.stringify(english)).not.toContain('_fr')
    const { data } = await app.call(models.get, { model_id: catalogue.model })
    await app.call(models.edit, {
      model_id: data._id,
      cat_id: data.cat_id._id,
      year_id: data.year_id._id,
      name: data.name,
      seq_no: data.seq_no,
      description: data.description,
      description_fr: 'Des lits superposés.',
    })
    const [after] = (await french(content.models)).data
    expect(after).toMatchObject({ description: 'Des lits superposés.' })
    expect(after).not.toHaveProperty('in_english')
  })

  it('manuals and pages by their French names', async () => {
    const make = manualFactory(app)
    const manual = await make.aManual()
    const topic = await make.aTopic()
    const sub = await make.aSubTopic(topic._id)
    const page = await make.aPage(manual._id, sub, '<p>Look here first.</p>')
    const type = (await app.call(rvTypes.get, { cat_id: manual.category._id })).data
    await app.call(rvTypes.edit, { cat_id: type._id, name: type.name, name_fr: 'Roulotte', seq_no: type.seq_no })
    const name = `Roulotte - ${manual.year.name}`
    expect((await french(content.manuals)).data).toMatchObject([{ name, rv_type: 'Roulotte' }])
    const pages = await french(content.manualPages, { manual_id: manual._id })
    expect(pages.data).toMatchObject([{ name, manual_id: { name }, in_english: ['content'] }])
    const one = await french(contentFound.manualPage, { _id: page._id })
    expect(one).toMatchObject({ data: { name } })
  })

  it('nothing in a language that there is not, and English where the office has no French', async () => {
    const { status, errors } = await app.refusal(content.rvTypes, { language: 'de' }, asVisitor)
    expect([status, errors]).toEqual([422, { language: ['Please choose en or fr.'] }])
    const english = await buildTestApp()
    await addCatalogue(english)
    const [one, other] = [{}, { language: 'fr' }].map((input) => english.send(content.models, input, asVisitor))
    expect((await one)?.body).toBe((await other)?.body)
    await english.close()
  })

  it('a sync of their own: a cursor belongs to its language', async () => {
    await addCatalogue(app)
    const { cursor } = await app.call(sync, {}, asVisitor)
    expect(await app.refusal(sync, { since: cursor, language: 'fr' }, asVisitor)).toMatchObject({
      status: 410,
      code: 'sync_again',
    })
    const since = await settledCursor(french)
    expect((await french(sync, { since })).changed).toEqual([])
  })
})

describe('what is left to be written', () => {
  const anRvType = async (fields: object) =>
    (await app.call(rvTypes.add, { name: 'Truck Camper', seq_no: 1, ...fields })).data
  const left = async (asked: object = {}) =>
    (await app.call(frenchCalls.list, { record_type: 'rv_types', ...asked })).data.map(({ title, state, words }) => [
      title,
      state,
      words,
    ])

  it('is listed with its words, and confirmed as one change that can be undone', async () => {
    const one = await anRvType({ name_fr: 'Caravane portée' })
    const other = await anRvType({ name: 'Fifth Wheel' })
    await app.call(rvTypes.edit, { cat_id: one._id, name: 'Slide-In', seq_no: 1 })
    expect(await left()).toEqual([
      ['Slide-In', 'older', 1],
      ['Fifth Wheel', 'none', 2],
    ])
    const confirm = (record_ids: string[]) => ({ record_type: 'rv_types', record_ids })
    const refusal = await app.refusal(frenchCalls.confirm, confirm([one._id, other._id]))
    const errors = { [other._id]: ['It has no French to confirm.'] }
    expect(refusal).toMatchObject({ status: 422, refused: [{ place: 1, errors }] })
    const seen = { ...confirm([one._id]), versions: [1] }
    expect(await app.refusal(frenchCalls.confirm, seen)).toMatchObject({
      status: 422,
      message: 'Some of these records were changed since you saw them.',
      refused: [{ place: 0, errors: { [one._id]: ['It was changed since you saw it.'] } }],
    })
    const [{ version } = { version: 0 }] = (await app.call(frenchCalls.list, { record_type: 'rv_types' })).data
    const { change_id, message } = await app.call(frenchCalls.confirm, { ...seen, versions: [version] })
    expect(message).toBe('The French of 1 RV type is current.')
    expect(await left({ state: 'older' })).toEqual([])
    expect((await app.call(rvTypes.get, { cat_id: one._id })).data).toMatchObject({ french: 'current', version: 3 })
    await app.call(changes.undo, { change_id: change_id ?? '' })
    expect(await left({ state: ['older'] })).toEqual([['Slide-In', 'older', 1]])
  })
})

describe('the search', () => {
  it('finds a page by words of either language, with and without accents, and not by those that are gone', async () => {
    const { aTopic, aSubTopic, aManual, aPage } = manualFactory(app)
    const { _id } = await aPage((await aManual())._id, await aSubTopic((await aTopic())._id))
    const write = (content: string, content_fr: string) =>
      app.call(manualPages.edit, { manual_page_id: _id, content, content_fr })
    await write('<p>Hookup of the shore power.</p>', '<p>Branchement électrique, œuvre.</p>')
    const found = async (text: string) =>
      (await app.call(search.search, { text })).data.map(({ record_id }) => record_id)
    for (const text of ['electrique', 'électrique', 'ŒUVRE', 'oeuvre', 'hookup', 'branch'])
      expect([text, await found(text)]).toEqual([text, [_id]])
    await write('<p>Hookup.</p>', '')
    expect([await found('electrique'), await found('shore'), await found('hookup')]).toEqual([[], [], [_id]])
  })
})
