import { afterEach, beforeEach, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { models } from '#contract/models.ts'
import { ownVins } from '#contract/owner/vins.ts'
import { withCheckDigit } from '#contract/vin.ts'
import { vinPatterns } from '#contract/vin-patterns.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'

let app: TestApp
let camper: Awaited<ReturnType<typeof addCatalogue>>
let other: Awaited<ReturnType<typeof addCatalogue>>
beforeEach(async () => {
  app = await buildTestApp()
  camper = await addCatalogue(app, '2027')
  other = await addCatalogue(app, '2026')
})
afterEach(() => app.close())

const vinOf = (text: string) => withCheckDigit(text) ?? ''
const VIN = vinOf('5ZT2CXKB0VB310312')
const add = (prefix: string, more: object = {}) =>
  app.call(vinPatterns.add, { prefix, cat_id: camper.category, year_id: null, model_id: null, ...more })
const check = async (vin: string, chosen: object = {}) => (await app.call(vinPatterns.check, { vin, ...chosen })).data
const says = async (vin: string, chosen: object = {}) => (await check(vin, chosen)).warnings

it('keeps patterns, each once, with history and undo', async () => {
  const { data, message } = await add('5zt-2*', { year_id: camper.year, model_id: camper.model })
  expect([message, data.prefix, data.model_name]).toEqual(['VIN Pattern added successfully.', '5ZT2*', '2027'])
  expect((await app.refusal(vinPatterns.add, { prefix: '5ZT2*', cat_id: camper.category })).errors).toEqual({
    prefix: ['VIN Pattern already exists.'],
  })
  const wrong = { prefix: '5ZT3', cat_id: other.category, year_id: camper.year, model_id: camper.model }
  expect((await app.refusal(vinPatterns.add, wrong)).errors).toEqual({
    model_id: ['Please select a Model of this RV Type and Year.'],
  })
  const which = { vin_pattern_id: data._id, prefix: '5ZT4', cat_id: camper.category, version: 1 }
  const { change_id } = await app.call(vinPatterns.edit, { ...which, year_id: null, model_id: null })
  await app.call(changes.undo, { change_id: change_id ?? '' })
  expect((await app.call(vinPatterns.get, { vin_pattern_id: data._id })).data).toMatchObject({
    prefix: '5ZT2*',
    model_id: { _id: camper.model },
  })
})

it('says what is wrong with a typed VIN, and nothing of the last digits alone', async () => {
  expect(await check('310312')).toEqual({ warnings: [], model_year: null, proposed: null })
  expect(await check(VIN)).toEqual({ warnings: [], model_year: 2027, proposed: null })
  expect(await says(VIN.slice(1))).toEqual(['A VIN has 17 characters.'])
  expect((await says('5ZT2CXKB0VBI10312'))[0]).toBe('A VIN has no I, O or Q.')
  const digit = VIN[8] === '5' ? '6' : '5'
  expect(await says(VIN.slice(0, 8) + digit + VIN.slice(9))).toEqual(['The check digit of this VIN is wrong.'])
  expect(await says(vinOf('5ZT2CXKB0UB310312'))).toEqual(['The 10th character of this VIN stands for no model year.'])
  expect(await says(VIN, { year: camper.year })).toEqual([])
  expect(await says(VIN, { year: other.year })).toEqual(['This VIN says model year 2027, not 2026.'])
})

it('says what the longest pattern that fits says, and of which maker none is known', async () => {
  await add('5ZT')
  expect((await check(VIN)).proposed).toMatchObject({ category: { name: 'Type of 2027' }, year: null, model: null })
  await add('5ZT2CXKB*V', { cat_id: other.category, year_id: other.year, model_id: other.model })
  const { proposed, warnings } = await check(VIN, { category: camper.category, model: camper.model })
  expect(proposed).toMatchObject({ category: { name: 'Type of 2026' }, model: { name: '2026' } })
  expect(warnings).toEqual([
    'This VIN says model year 2027 by its 10th character, and 2026 by its beginning.',
    'This VIN says RV type Type of 2026, not Type of 2027.',
    'This VIN says model 2026, not 2027.',
  ])
  expect(await says(vinOf('1UJBJ0BP0V1AB1234'))).toEqual(['No RV that is known here has a VIN that begins with 1UJ.'])
  await app.call(models.delete, { model_id: other.model })
  expect((await check(VIN)).proposed).toMatchObject({ category: { name: 'Type of 2027' } })
})

it('warns where the year of the pattern is not that of the VIN’s own letter, whatever is chosen', async () => {
  await add('5ZT2', { year_id: other.year })
  const twice = 'This VIN says model year 2027 by its 10th character, and 2026 by its beginning.'
  expect(await says(VIN)).toEqual([twice])
  expect(await says(VIN, { year: camper.year })).toEqual([twice])
  expect(await says(VIN, { year: other.year })).toEqual(['This VIN says model year 2027, not 2026.', twice])
  expect(await says(vinOf('5ZT2CXKB0TB310312'))).toEqual([])
})

it('tells owners the same, but nothing of a year that is being prepared', async () => {
  await add('5ZT2', { year_id: camper.year, model_id: camper.model })
  const token = await openAppSession(app.db, await addOwner(app))
  const ask = async () => (await app.call(ownVins.check, { vin: VIN, year: other.year }, { token })).data
  expect(await ask()).toMatchObject({
    warnings: ['This VIN says model year 2027, not 2026.'],
    proposed: { model: { name: '2027' } },
  })
  await app.db.updateTable('years').set({ rollover_id: 'r' }).where('id', '=', camper.year).execute()
  expect((await ask()).proposed).toBeNull()
})

it('warns owners in French, of types by their French names', async () => {
  const french = await buildTestApp({ LANGUAGES: 'en,fr' })
  const [camper, other] = [await addCatalogue(french, '2027'), await addCatalogue(french, '2026')]
  const fields = { cat_id: camper.category, year_id: camper.year, model_id: camper.model }
  await french.call(vinPatterns.add, { prefix: '5ZT2', ...fields })
  await french.db.updateTable('rv_types').set({ name_fr: 'Caravane' }).where('id', '=', camper.category).execute()
  const token = await openAppSession(french.db, await addOwner(french))
  const input = { vin: VIN, ...other }
  const { data } = await french.call(ownVins.check, input, { token, language: 'fr' })
  expect(data).toMatchObject({ proposed: { category: { name: 'Caravane' }, model: { name: '2027' } } })
  expect(data.warnings).toEqual([
    'Ce NIV indique l’année modèle 2027, et non 2026.',
    'Ce NIV indique le type de VR Caravane, et non Type of 2026.',
    'Ce NIV indique le modèle 2027, et non 2026.',
  ])
  expect((await french.call(ownVins.check, input, { token })).data.warnings[1]).toBe(
    'This VIN says RV type Type of 2027, not Type of 2026.',
  )
  await french.close()
})
