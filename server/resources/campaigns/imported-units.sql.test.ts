import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { imports } from '#contract/imports.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, unitsOf, vinOf } from '../../testing/campaigns.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const HEADS = 'Campaign,VIN,Status,Reason,Done On,Dealer,Note'

/** Imports a file of these rows; resolves to what was said of each. */
async function importRows(...rows: string[]) {
  const file = new File([[HEADS, ...rows].join('\r\n')], 'vehicles.csv')
  const { data } = await app.call(imports.rehearse, formOf({ record_type: 'campaign_units', file }))
  const { rehearsal_id } = data
  const read = (await app.call(imports.rows, { rehearsal_id, per_page: 100 })).data
  await app.call(imports.apply, { rehearsal_id, without_refused: true })
  return read.map(({ outcome, errors }) => [outcome, errors])
}
const unit = async (number: number) => (await unitsOf(app)).find(({ vin }) => vin === vinOf(number))

describe('an empty cell for the status of a vehicle in a file', () => {
  it('means open for a new one', async () => {
    await addCampaign(app, [])
    expect(await importRows(`27V-101,${vinOf(1)},,,,,`)).toEqual([['new', {}]])
    expect(await unit(1)).toMatchObject({ status: 'open', done_on: null })
  })

  it('leaves that of a known one, with what belongs to it', async () => {
    const campaign_id = await addCampaign(app, [vinOf(1), vinOf(2)])
    const edit = async (number: number, more: object) =>
      app.call(campaignUnits.edit, {
        unit_id: (await unit(number))?._id ?? '',
        campaign_id,
        vin: vinOf(number),
        ...more,
      })
    await edit(1, { status: 'remedied', done_on: '2026-06-01' })
    await edit(2, { status: 'unreachable', reason: 'exported', done_on: '2026-06-02' })
    const said = await importRows(
      `27V-101,${vinOf(1)},,,,,Seen`,
      `27V-101,${vinOf(2)},,,,,`,
      `27V-101,${vinOf(3)},,,,,`,
    )
    expect(said).toEqual([
      ['changed', {}],
      ['unchanged', {}],
      ['new', {}],
    ])
    expect(await unit(1)).toMatchObject({ status: 'remedied', done_on: '2026-06-01', note: 'Seen' })
    expect(await importRows(`27V-101,${vinOf(2)},,Stolen,2026-06-03,,`)).toEqual([['changed', {}]])
    expect(await unit(2)).toMatchObject({ status: 'unreachable', reason: 'stolen', done_on: '2026-06-03' })
    expect(await importRows(`27V-101,${vinOf(2)},Open,,,,`)).toEqual([['changed', {}]])
    expect(await unit(2)).toMatchObject({ status: 'open', reason: null, done_on: null })
  })

  it('is the same in what a program sends', async () => {
    await addCampaign(app, [vinOf(1)])
    const records = [1, 2].map((number) => ({ campaign: '27V-101', vin: vinOf(number), status: '', city: 'Reno' }))
    await app.call(campaignUnits.upsert, { records } as never)
    expect([await unit(1), await unit(2)]).toMatchObject([
      { status: 'open', city: 'Reno' },
      { status: 'open', city: 'Reno' },
    ])
  })
})
