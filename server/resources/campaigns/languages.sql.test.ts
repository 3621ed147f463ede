import { afterEach, beforeEach, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, frenchFields, openTheCampaign, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'

let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
})
afterEach(() => app.close())

/** An owner whose phones use these languages, newest last. */
async function anOwner(name: string, vin: string, ...languages: (string | undefined)[]) {
  const token = await openAppSession(app.db, await addOwner(app, name))
  for (const [place, language] of languages.entries()) {
    const device = { token: `${name}-${place}`, platform: 'ios' as const, ...(language && { language }) }
    await app.call(ownNotifications.addDevice, device, { token })
  }
  await app.call(ownRecords.addRv, { ...chosen, vin }, { token })
  return {
    inbox: async () =>
      (await app.call(ownNotifications.inbox, {}, { token })).data.map(({ title, description }) => [
        title,
        description,
      ]),
  }
}
const ledger = async () => {
  const units = (await app.call(campaignUnits.list, { sort: [{ field: 'vin', order: 'asc' }] })).data
  const notices = units.map(async ({ _id }) => (await app.call(campaignUnits.notices, { unit_id: _id })).data)
  return new Map(
    (await Promise.all(notices)).map((some, place) => [units[place]?.vin, some.map(({ language }) => language)]),
  )
}
const ENGLISH = [
  'Safety recall',
  'Gas line may leak. Do not drive your RV until it is repaired. Please call 800-555-0100.',
]
const FRENCH = [
  'Rappel de sécurité',
  `${frenchFields.title_fr}. Ne conduisez pas votre VR avant qu’il soit réparé. Veuillez composer le 800-555-0100.`,
]

it('owners are told in the language of their newest phone, and the ledger says which that was', async () => {
  const luc = await anOwner('Luc', vinOf(1), 'en-US', 'fr-CA')
  const ada = await anOwner('Ada', vinOf(2), 'fr', 'en')
  const ida = await anOwner('Ida', vinOf(3))
  const eva = await anOwner('Eva', vinOf(4), 'fr', undefined, 'fry-NL')
  const campaign = await addCampaign(app, [1, 2, 3, 4].map(vinOf), frenchFields)
  await openTheCampaign(app, campaign)
  expect([await luc.inbox(), await ada.inbox(), await ida.inbox(), await eva.inbox()]).toEqual([
    [FRENCH],
    [ENGLISH],
    [ENGLISH],
    [ENGLISH],
  ])
  expect(Object.fromEntries(await ledger())).toEqual({
    [vinOf(1)]: ['fr'],
    [vinOf(2)]: ['en'],
    [vinOf(3)]: ['en'],
    [vinOf(4)]: ['en'],
  })
})

it('owners are told in English where the campaign lacks a text in French', async () => {
  const luc = await anOwner('Luc', vinOf(1), 'fr-CA')
  const campaign = await addCampaign(app, [vinOf(1)], { ...frenchFields, risk_fr: '' })
  await openTheCampaign(app, campaign)
  expect(await luc.inbox()).toEqual([ENGLISH])
  expect((await ledger()).get(vinOf(1))).toEqual(['en'])
})

it('what owners say themselves goes before what their phones say', async () => {
  const luc = await anOwner('Luc', vinOf(1), 'fr-CA')
  const ada = await anOwner('Ada', vinOf(2), 'en')
  const ida = await anOwner('Ida', vinOf(3))
  const reads = (name: string, language: 'en' | 'fr' | null) =>
    app.db.updateTable('users').set({ language }).where('name', '=', name).execute()
  await reads('Luc', 'en')
  await reads('Ada', 'fr')
  await reads('Ida', 'fr')
  await openTheCampaign(app, await addCampaign(app, [1, 2, 3].map(vinOf), frenchFields))
  expect([await luc.inbox(), await ada.inbox(), await ida.inbox()]).toEqual([[ENGLISH], [FRENCH], [FRENCH]])
})

it('a letter is noted in the language in which it was written, which is English where there is no French', async () => {
  const vins = [1, 2, 3].map(vinOf)
  const rows = vins.map((vin, place) => ({ vin, language: ['fr', 'en', ''][place], address: '1 Main Street' }))
  const written = async (number: string, more: object) => {
    const campaign_id = await addCampaign(app, [], { ...more, number })
    for (const row of rows) await app.call(campaignUnits.add, { ...row, campaign_id })
    const input = { campaign_id, format: 'csv', only: 'open' } as const
    const csv = (await app.send(campaigns.letters, input)).payload.trim().split('\r\n').slice(1)
    await app.call(campaigns.mailed, { campaign_id, mailed_on: '2026-06-01', expect: 3 })
    const { data } = await app.call(campaignUnits.list, {
      filters: { campaign_id: { op: 'eq', value: campaign_id } },
      sort: [{ field: 'vin', order: 'asc' }],
    })
    const noted: (string | undefined)[] = []
    for (const { _id: unit_id } of data)
      noted.push((await app.call(campaignUnits.notices, { unit_id })).data[0]?.language)
    return csv.map((row, place) => [row.split(',')[1], row.split(',').at(-1), noted[place]])
  }
  const english = ['Gas line may leak', 'English', 'en']
  const french = [frenchFields.title_fr, 'French', 'fr']
  const regulators = ['nhtsa', 'transport_canada']
  expect(await written('C-1', { regulators })).toEqual([english, english, english])
  expect(await written('C-2', frenchFields)).toEqual([french, english, english])
  expect(await written('C-3', { ...frenchFields, regulators })).toEqual([
    french,
    english,
    [`Gas line may leak / ${frenchFields.title_fr}`, 'English and French', 'fr'],
  ])
})
