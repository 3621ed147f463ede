import { expect, it, onTestFinished } from 'vitest'
import { checklists } from '#contract/checklists.ts'
import { dashboard } from '#contract/dashboard.ts'
import { frenchCalls } from '#contract/french-calls.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { sync } from '#contract/owner/sync.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { openAppSession } from '../auth/app-sessions.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../testing/people.ts'

it('what owners have added themselves needs no French, and leaves for no translator', async () => {
  const app = await buildTestApp({ LANGUAGES: 'en,fr' })
  onTestFinished(() => app.close())
  const linesOfFrench = async () =>
    (await app.call(dashboard.attention, {})).data.filter(({ kind }) => kind === 'french_missing')
  const before = await linesOfFrench()
  const owner = await openAppSession(app.db, await addOwner(app))
  await app.call(ownRecords.addChecklist, { name: 'My own' }, { token: owner })
  const [own] = (await app.call(checklists.list, {})).data
  expect(own).toMatchObject({ name: 'My own', french: null })
  await app.call(checklists.edit, { checklist_id: own?._id ?? '', name: 'My own list' })
  expect((await app.call(frenchCalls.list, { record_type: 'checklists' })).data).toEqual([])
  expect((await app.send(frenchCalls.export, { format: 'xliff' })).body).not.toContain('My own')
  expect(await linesOfFrench()).toEqual(before)
})

it('what owners have added themselves is not called English when they read it in French', async () => {
  const app = await buildTestApp({ LANGUAGES: 'en,fr' })
  onTestFinished(() => app.close())
  const token = await openAppSession(app.db, await addOwner(app))
  await app.call(checklists.add, { name: 'Departure', note: 'Look twice.', note_fr: 'Regardez deux fois.' })
  await app.call(ownRecords.addChecklist, { name: 'Départ', note: 'Eau' }, { token })
  const inFrench = { token, language: 'fr' } as const
  const englishOf = (records: object[]) =>
    Object.fromEntries(
      records.map((one) => ['name' in one ? one.name : '', 'in_english' in one ? one.in_english : 'none']),
    )
  const expected = { Departure: ['name'], Départ: 'none' }
  const { data } = await app.call(ownRecords.checklists, {}, inFrench)
  expect(englishOf(data)).toEqual(expected)
  const { changed } = await app.call(sync, {}, inFrench)
  const held = changed.flatMap(({ type, record }) => (type === 'checklists' ? [record] : []))
  expect(englishOf(held)).toEqual(expected)
})

it('what an owner adds and edits in French is answered in French, as it is read', async () => {
  const app = await buildTestApp({ LANGUAGES: 'en,fr' })
  onTestFinished(() => app.close())
  const { category, year, model } = await addCatalogue(app)
  const { data: type } = await app.call(rvTypes.get, { cat_id: category })
  await app.call(rvTypes.edit, { cat_id: category, name: type.name, seq_no: type.seq_no, name_fr: 'Roulotte' })
  const token = await openAppSession(app.db, await addOwner(app))
  const inFrench = { token, language: 'fr' } as const
  const rv = { category, year, model, vin: '12345678' }
  const added = await app.call(ownRecords.addRv, rv, inFrench)
  const edited = await app.call(ownRecords.editRv, { rv_id: added.data._id, ...rv, vin: '12345679' }, inFrench)
  for (const { data } of [added, edited]) expect([data.rv_type, data.category.name]).toEqual(['Roulotte', 'Roulotte'])
  const english = await app.call(ownRecords.editRv, { rv_id: added.data._id, ...rv }, { token })
  expect(english.data.rv_type).toBe(type.name)
})
