import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { imports } from '#contract/imports.ts'
import { keys } from '#contract/keys.ts'
import { models } from '#contract/models.ts'
import { rollovers } from '#contract/rollovers.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { DAY } from '../clock.ts'
import { refused } from '../errors.ts'
import { writeRules } from '../records/plan/rules/of-writes.ts'
import type { Rule } from '../records/plan/rules/rule.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { addCatalogue } from '../testing/people.ts'
import { formOf } from '../testing/pictures.ts'

const NO = 'Models are no longer described as rustic.'
const RUSTIC = 'A rustic trailer.'

/** A rule of one kind, as a newcomer would add it to the list of rules. */
const rule: Rule = {
  of: (table) => table === 'models',
  begin: () => ({
    ask({ next }) {
      if (String(next['description']).includes('rustic')) throw refused('description', NO, 'not_allowed')
    },
  }),
}

let app: TestApp
let year_id: string
let plain: Model
let changed: Model
let deleted: Model
let edit_change: string
type Model = { model_id: string; version: number; fields: ReturnType<typeof fieldsOf> }
const fieldsOf = (name: string, cat_id: string, description: string) => ({
  cat_id,
  year_id,
  name,
  seq_no: 1,
  description,
  external_id: `M-${name}`,
})

/** Three models, two of them rustic before the rule existed: one no longer is, and one is deleted. */
beforeEach(async () => {
  app = await buildTestApp({ MCP: 'true' })
  const { category, year } = await addCatalogue(app)
  year_id = year
  const add = async (name: string, description: string): Promise<Model> => {
    const fields = fieldsOf(name, category, description)
    return { model_id: (await app.call(models.add, fields)).data._id, version: 1, fields }
  }
  plain = await add('Plain', 'Bunks.')
  changed = await add('Changed', RUSTIC)
  deleted = await add('Deleted', RUSTIC)
  edit_change = (await app.call(models.edit, { ...changed.fields, ...changed, description: 'Bunks.' })).change_id ?? ''
  await app.call(models.delete, { model_id: deleted.model_id })
  writeRules.push(rule)
})
afterEach(async () => {
  writeRules.splice(writeRules.indexOf(rule), 1)
  await app.close()
})

const csv = (description: string) =>
  new File([`Model,External ID,Description\nPlain,M-Plain,${description}`], 'models.csv')
const rehearse = (description: string) =>
  app.call(imports.rehearse, formOf({ record_type: 'models', file: csv(description) }))

async function prepareByProgram(fields: object) {
  const { secret } = await app.call(keys.add, {
    name: 'Assistant',
    scope: 'write',
    may: [],
    record_types: ['models', 'rv_types', 'years'],
    expires_at: new Date(Date.now() + DAY).toISOString(),
  })
  const wanted = { action: 'edit', record_type: 'models', record_id: plain.model_id, fields }
  const response = await app.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    payload: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'prepare', arguments: wanted },
    }),
  })
  return response.json().result.content[0].text as string
}

/** What each source of writes says about a model that would be rustic. */
const sources: Record<string, () => Promise<unknown>> = {
  'a new record': () => app.refusal(models.add, { ...plain.fields, name: 'New', external_id: '', description: RUSTIC }),
  'a form or cell': () => app.refusal(models.edit, { ...plain.fields, ...plain, description: RUSTIC }),
  'a value for many': () =>
    app.call(records.bulk, {
      record_type: 'models',
      action: 'set',
      ids: [plain.model_id],
      fields: { description: RUSTIC },
      preview: true,
    }),
  'a file': async () => {
    const { rehearsal_id } = (await rehearse(RUSTIC)).data
    return app.call(imports.rows, { rehearsal_id })
  },
  'a file that was rehearsed before': async () => {
    writeRules.splice(writeRules.indexOf(rule), 1)
    const { rehearsal_id } = (await rehearse(RUSTIC)).data
    writeRules.push(rule)
    return app.refusal(imports.apply, { rehearsal_id })
  },
  'an upsert': () => app.refusal(models.upsert, { records: [{ _id: plain.model_id, description: RUSTIC }] }),
  'an undo': () => app.refusal(changes.undo, { change_id: edit_change }),
  'a restore': () => app.refusal(models.restore, { model_id: deleted.model_id }),
  'a restore of many': () =>
    app.refusal(records.bulk, { record_type: 'models', action: 'restore', ids: [deleted.model_id] }),
  'a copied year': async () => {
    // One that is still rustic.
    await app.db.updateTable('models').set({ description: RUSTIC }).where('id', '=', changed.model_id).execute()
    return app.refusal(rollovers.prepare, { from_year_id: year_id, name: '2031', parts: ['models'] })
  },
  'what is taken over into a copied year': async () => {
    const { _id } = (await app.call(rollovers.prepare, { from_year_id: year_id, name: '2031', parts: ['models'] })).data
    const row = app.db.updateTable('models').where('id', '=', changed.model_id)
    await row.set({ description: RUSTIC, version: 3 }).execute()
    return app.refusal(rollovers.takeOver, { rollover_id: _id })
  },
  'an assistant': () => prepareByProgram({ description: RUSTIC }),
}

it('a rule is met by what is restored along with another record', async () => {
  const { _id: topic_id } = (await app.call(topics.add, { name: 'Water', seq_no: 1 })).data
  await app.call(subTopics.add, { topic_id, name: 'Rustic taps', seq_no: 1 })
  await app.call(topics.delete, { topic_id })
  const noRustic: Rule = {
    of: (table) => table === 'sub_topics',
    begin: () => ({
      ask({ next }) {
        if (String(next['name']).includes('Rustic')) throw refused('name', NO, 'not_allowed')
      },
    }),
  }
  writeRules.push(noRustic)
  onTestFinished(() => void writeRules.splice(writeRules.indexOf(noRustic), 1))
  expect((await app.refusal(topics.restore, { topic_id })).message).toBe(NO)
  const { data } = await app.call(topics.get, { topic_id })
  expect(data.is_deleted).toBe(true)
})

it('a rule is met by a restore of many where nothing else could refuse one, and by edits that wait', async () => {
  const { data } = await app.call(checklists.add, { name: 'Departure', note: 'Rustic.' })
  await app.call(checklists.delete, { checklist_id: data._id })
  const page = { title: 'About us', content: '<p>Hello</p>', code: 'about' }
  const { data: about } = await app.call(cmsPages.add, page)
  const noRustic: Rule = {
    begin: () => ({
      ask({ next: { note, title } }) {
        if (`${String(note)} ${String(title)}`.includes('Rustic')) throw refused('note', NO, 'not_allowed')
      },
    }),
  }
  writeRules.push(noRustic)
  onTestFinished(() => void writeRules.splice(writeRules.indexOf(noRustic), 1))
  const restore = { record_type: 'checklists', action: 'restore', ids: [data._id] }
  expect((await app.refusal(records.bulk, restore)).message).toBe(NO)
  const later = { ...page, title: 'Rustic', cms_page_id: about._id, edits_at: new Date(Date.now() + DAY).toISOString() }
  expect((await app.refusal(cmsPages.edit, later)).message).toBe(NO)
})

it.each(Object.entries(sources))('a rule of one kind that is added to the list is met by %s', async (_source, ask) => {
  expect(JSON.stringify(await ask())).toContain(NO)
  const rustic = app.db.selectFrom('models').select('id').where('description', '=', RUSTIC)
  const ids = (await rustic.execute()).map(({ id }) => id)
  expect(ids.filter((id) => ![changed.model_id, deleted.model_id].includes(id))).toEqual([])
})
