import { getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LEFT_OUT, MOST_LETTERS } from '#contract/campaign-letters.ts'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, frenchFields, vinOf } from '../../testing/campaigns.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const ADA = {
  owner_name: 'Ada Byron',
  address: '1 Main Street',
  city: 'Reno',
  state: 'NV',
  zip: '89501',
  country: 'USA',
}
const DEALER = {
  type: 'both',
  active_lines: 'TT/TC',
  address: '400 J Street',
  city: 'Sacramento',
  state: 'California',
  country: 'United States',
  zip: '95814',
  hour_sales: 'Mon-Sat 9-6',
  hour_service: 'Mon-Fri 8-5',
  hour_parts: 'Mon-Fri 8-5',
  latitude: 38.5816,
  longitude: -121.4944,
}
const unitsOf = async () => (await app.call(campaignUnits.list, { sort: [{ field: 'vin', order: 'asc' }] })).data

async function register(vin: string, more: object) {
  const unit = (await unitsOf()).find((one) => one.vin === vin)
  const { _id: unit_id = '', campaign_id } = unit ?? {}
  await app.call(campaignUnits.edit, { unit_id, campaign_id: campaign_id?._id ?? '', vin, ...ADA, ...more })
}

async function file(endpoint: typeof campaigns.letters | typeof campaigns.dealers, input: object) {
  const { statusCode, headers, rawPayload } = await app.send(endpoint, input as never)
  expect([statusCode, rawPayload.toString().slice(0, 200)]).toEqual([200, expect.any(String)])
  return { headers, bytes: rawPayload }
}

/** The text of each sheet, and the languages declared for its parts. */
async function sheetsOf(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const sheets: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent({ disableNormalization: true })
    sheets.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''))
  }
  return sheets
}

const pdf = async (campaign_id: string, only: 'not_mailed' | 'open' = 'open') => {
  const { bytes, headers } = await file(campaigns.letters, { campaign_id, format: 'pdf', only })
  return { sheets: await sheetsOf(bytes), leftOut: headers[LEFT_OUT], headers }
}
const SENTENCE = 'This notice is sent to you in accordance with the National Traffic and Motor Vehicle Safety Act.'

describe('a letter', () => {
  it('has the maker’s name and address at its head, as bulletins have, where they are set', async () => {
    const campaign_id = await addCampaign(app, [vinOf(1)])
    await register(vinOf(1), {})
    const without = (await pdf(campaign_id)).sheets[0] ?? ''
    expect(without).not.toContain('Camper Works')
    await app.close()
    app = await buildTestApp({ MAKER_NAME: 'Camper Works, Inc.', MAKER_ADDRESS: '1 Factory Road, Elkhart, IN 46514' })
    const id = await addCampaign(app, [vinOf(1)])
    await register(vinOf(1), {})
    const bulletin = await sheetsOf((await file(campaigns.dealers, { campaign_id: id, format: 'pdf' })).bytes)
    const letter = (await pdf(id)).sheets[0] ?? ''
    for (const sheet of [letter, bulletin[0] ?? ''])
      expect(sheet).toContain('Camper Works, Inc. 1 Factory Road, Elkhart, IN 46514')
    expect(letter.indexOf('Camper Works')).toBeLessThan(letter.indexOf('Ada Byron'))
  })

  it('says what the law wants, to each who has an address', async () => {
    const campaign_id = await addCampaign(app, [vinOf(1), vinOf(2)])
    await register(vinOf(1), {})
    const { sheets, leftOut, headers } = await pdf(campaign_id)
    expect([sheets.length, leftOut, headers['content-type']]).toEqual([1, '1', 'application/pdf'])
    expect(headers['content-disposition']).toContain('27V-101 letters')
    for (const text of [
      'IMPORTANT SAFETY RECALL',
      `This notice applies to your vehicle, ${vinOf(1)}.`,
      SENTENCE,
      'Ada Byron 1 Main Street Reno, NV 89501 USA',
      'Gas line may leak',
      'Do not drive your RV until it is repaired.',
      'Parts are not yet available.',
      'please call 800-555-0100.',
      '1200 New Jersey Avenue, S.E., Washington, DC 20590',
      '1-888-327-4236',
      'within ten days',
    ])
      expect(sheets[0]).toContain(text)
  })

  it('is in the language of its receiver, and in both where Canada wants that and it is not known', async () => {
    const more = { ...frenchFields, regulators: ['nhtsa', 'transport_canada'], remedy_from: '2026-09-01' }
    const campaign_id = await addCampaign(app, [vinOf(1), vinOf(2), vinOf(3)], more)
    await register(vinOf(1), { language: 'fr', owner_name: 'Zoë Lœw' })
    await register(vinOf(2), { language: 'en' })
    await register(vinOf(3), {})
    const { sheets } = await pdf(campaign_id)
    expect(sheets.length).toBe(4)
    const [french = '', english = '', first = '', second = ''] = sheets
    expect(french).toContain('Zoë Lœw')
    expect(french).toContain(frenchFields.title_fr)
    expect(french).toContain('La conduite « A » peut frotter')
    expect(french).toContain('à compter du 1 septembre 2026')
    expect(french).not.toContain('IMPORTANT SAFETY RECALL')
    expect(english).toContain('from September 1, 2026')
    expect(english).not.toContain('nœud')
    expect([first, second].map((sheet) => sheet.includes('Ada Byron'))).toEqual([true, false])
    expect(second).toContain('Loi sur la sécurité automobile')
  })

  it('about a service campaign never says that it is a recall', async () => {
    const more = { ...frenchFields, type: 'service', regulators: ['transport_canada'] }
    const campaign_id = await addCampaign(app, [vinOf(1), vinOf(2)], more)
    await register(vinOf(1), {})
    await register(vinOf(2), { language: 'fr' })
    const { sheets } = await pdf(campaign_id)
    expect(sheets.length).toBe(3)
    expect(sheets[0]).toContain('IMPORTANT SERVICE CAMPAIGN')
    expect(sheets.join(' ')).not.toMatch(/recall|rappel|safety act|nhtsa|sécurité automobile/i)
  })

  it('goes to the next sheet where it is long, and is refused where it cannot be printed', async () => {
    const campaign_id = await addCampaign(app, [vinOf(1)], {
      defect: 'word '.repeat(390),
      remedy: 'longer '.repeat(280),
    })
    await register(vinOf(1), {})
    expect((await pdf(campaign_id)).sheets.length).toBe(2)
    await register(vinOf(1), { owner_name: 'ﷺ Ada' })
    const refusal = await app.refusal(campaigns.letters, { campaign_id, format: 'pdf', only: 'open' })
    expect([refusal.status, refusal.message]).toEqual([422, expect.stringContaining('address of ﷺ Ada')])
  })

  it('is made for nobody by the thousands: the mailing house has a file for that', async () => {
    const vins = Array.from({ length: MOST_LETTERS + 1 }, (_, place) => vinOf(place))
    const campaign_id = await addCampaign(app, vins)
    const none = await app.refusal(campaigns.letters, { campaign_id, format: 'pdf', only: 'open' })
    expect(none.message).toBe('There is nobody to write to.')
    await app.db.updateTable('campaign_units').set({ address: '1 Main Street' }).execute()
    const { message } = await app.refusal(campaigns.letters, { campaign_id, format: 'pdf', only: 'open' })
    expect(message).toBe('A PDF has at most 1,000 letters. Please take the CSV file.')
    const { bytes } = await file(campaigns.letters, { campaign_id, format: 'csv', only: 'open' })
    expect(bytes.toString().trim().split('\r\n').length).toBe(MOST_LETTERS + 2)
  })
})

it('has a row for the mailing house, which no spreadsheet takes for a formula', async () => {
  const more = { ...frenchFields, regulators: ['transport_canada'] }
  const campaign_id = await addCampaign(app, [vinOf(1), vinOf(2), vinOf(3)], more)
  await register(vinOf(1), { owner_name: '=HYPERLINK("x")' })
  await register(vinOf(2), { language: 'fr', city: 'Trois, Rivières' })
  const input = { campaign_id, format: 'csv', only: 'not_mailed' }
  const { bytes, headers } = await file(campaigns.letters, input)
  expect(headers[LEFT_OUT]).toBe('1')
  expect(bytes.toString()).toBe(
    [
      '\uFEFFCampaign,Title,VIN,Owner Name,Address,City,State,ZIP,Country,Language',
      `27V-101,Gas line may leak / ${frenchFields.title_fr},${vinOf(1)},"'=HYPERLINK(""x"")",1 Main Street,Reno,NV,89501,USA,English and French`,
      `27V-101,${frenchFields.title_fr},${vinOf(2)},Ada Byron,1 Main Street,"Trois, Rivières",NV,89501,USA,French`,
      '',
    ].join('\r\n'),
  )
  const counts = async () => (await app.call(campaigns.get, { campaign_id })).data.counts
  expect(await counts()).toMatchObject({ not_mailed: 3, without_address: 1 })
  await app.call(campaigns.mailed, { campaign_id, mailed_on: '2026-06-01', with_address: true, expect: 2 })
  expect(await counts()).toMatchObject({ not_mailed: 1, without_address: 1 })
  const rest = await file(campaigns.letters, input)
  expect([rest.bytes.toString().trim().split('\r\n').length, rest.headers[LEFT_OUT]]).toEqual([1, '1'])
  const { data } = await app.call(changes.list, {})
  expect(data.map(({ sentence }) => sentence).slice(0, 3)).toEqual([
    'Administrator made 0 letters of campaign “27V-101”',
    'Administrator noted 2 letters of campaign “27V-101” (Gas line may leak) as mailed',
    'Administrator made 2 letters of campaign “27V-101”',
  ])
})

describe('dealers', () => {
  const addDealer = async (name: string) => {
    const { data } = await app.call(dealers.add, formOf({ ...DEALER, name }))
    return data._id
  }

  it('have a bulletin with all open VINs', async () => {
    const campaign_id = await addCampaign(app, [vinOf(1), vinOf(2), vinOf(3)])
    const [done] = await unitsOf()
    const edit = { unit_id: done?._id ?? '', campaign_id, vin: done?.vin ?? '' }
    await app.call(campaignUnits.edit, { ...edit, status: 'remedied', done_on: '2026-06-01' })
    const csv = await file(campaigns.dealers, { campaign_id, format: 'csv' })
    const vins = [vinOf(1), vinOf(2), vinOf(3)].filter((vin) => vin !== done?.vin).toSorted()
    expect(csv.bytes.toString().trim().split('\r\n').slice(1)).toEqual(
      vins.map(
        (vin) =>
          `27V-101,Gas line may leak,It may rub against the frame.,A fire.,Dealers move the line.,Do not drive,${vin}`,
      ),
    )
    const [sheet = ''] = await sheetsOf((await file(campaigns.dealers, { campaign_id, format: 'pdf' })).bytes)
    const texts = [
      'Notice to dealers',
      'A fire.',
      'Dealers move the line.',
      'Do not drive your RV until it is repaired.',
    ]
    for (const text of [...texts, ...vins]) expect(sheet).toContain(text)
    expect(sheet).not.toContain(done?.vin)
    const none = await addCampaign(app, [], { number: '27V-102' })
    const [empty = ''] = await sheetsOf((await file(campaigns.dealers, { campaign_id: none, format: 'pdf' })).bytes)
    expect(empty).toContain('Vehicles to be repaired: 0')
  })

  it('are noted as told, as many as were seen, and for good', async () => {
    const campaign_id = await addCampaign(app, [vinOf(1)])
    const ids = [await addDealer('North RV'), await addDealer('South RV'), await addDealer('Gone RV')]
    await app.call(dealers.delete, { service_id: ids[2] ?? '' })
    const told = { campaign_id, told_on: '2026-06-01' }
    const found = async () => (await app.call(campaigns.get, { campaign_id })).data
    expect(await found()).toMatchObject({ dealers_told: 0, dealers_told_on: null, dealers_to_tell: 2 })
    const other = await app.refusal(campaigns.dealersTold, { ...told, expect: 3 })
    expect([other.status, other.code]).toEqual([409, 'unexpected_number'])
    const future = await app.refusal(campaigns.dealersTold, { ...told, told_on: '2999-01-01', expect: 2 })
    expect(future.errors).toEqual({ told_on: ['This day is in the future.'] })
    await app.call(campaigns.dealersTold, { ...told, service_ids: ids.slice(0, 1), expect: 1 })
    expect(await found()).toMatchObject({ dealers_told: 1, dealers_told_on: '2026-06-01' })
    const all = await app.call(campaigns.dealersTold, { ...told, told_on: '2026-06-03', expect: 2 })
    expect([all.can_undo, all.data.told]).toEqual([false, 2])
    expect(await found()).toMatchObject({ dealers_told: 2, dealers_told_on: '2026-06-03' })
  })
})
