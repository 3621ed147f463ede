import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import { addressOf } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { type ImportType, imports } from '#contract/imports.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { runNextJob } from '../../jobs/jobs.ts'
import type { Head } from '../../tables/cell.ts'
import { xlsxOf } from '../../tables/xlsx.ts'
import { API_KEY, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'
import { formOf } from '../../testing/pictures.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { changeJobs } from '../changes/change-jobs.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({}, { largeChange: { moreThan: 5, step: 2 } })
})
afterEach(() => app.close())

const HEADS =
  'Name,Type,Active Lines,Address,City,State,Country,Postal Code,Hour Sales,Hour Service,Hour Parts,Latitude,Longitude,External ID'
const dealer = (name: string, more = '44.06,-121.31,') =>
  `${name},Dealer,TT,1 Main Street,Bend,Oregon,United States,97701,9 to 5,9 to 5,9 to 5,${more}`
const csv = (...lines: string[]) => new File([lines.join('\r\n')], 'dealers.csv')

const rehearse = async (file: File, record_type: ImportType = 'dealers', mapping?: object) =>
  (
    await app.call(
      imports.rehearse,
      formOf({ record_type, file, ...(mapping && { mapping: JSON.stringify(mapping) }) }),
    )
  ).data
const rowsOf = async (rehearsal_id: string) => (await app.call(imports.rows, { rehearsal_id, per_page: 100 })).data
const apply = (rehearsal_id: string, more = {}) => app.call(imports.apply, { rehearsal_id, ...more })
const namesOf = async () => (await app.call(dealers.list, { per_page: 100 })).data.map(({ name }) => name).toSorted()

describe('a flag in a file', () => {
  it('is said by the words of exports or by true and false, is false where it is empty, and stays where it is not said', async () => {
    const { rehearsal_id } = await rehearse(
      csv('Name,Sequence No.,Required', 'Water,1,Yes', 'Gas,2,TRUE', 'Tires,3,No', 'Care,4,', 'Roof,5,maybe'),
      'topics',
    )
    expect((await rowsOf(rehearsal_id)).map(({ errors }) => errors)).toEqual([
      ...Array(4).fill({}),
      { required: ['“maybe” is no answer. Choose Yes or No.'] },
    ])
    await apply(rehearsal_id, { without_refused: true })
    await apply((await rehearse(csv('Name,Sequence No.', 'Water,9'), 'topics')).rehearsal_id)
    const { data } = await app.call(topics.list, {})
    expect(Object.fromEntries(data.map(({ name, required }) => [name, required]))).toEqual({
      Water: true,
      Gas: true,
      Tires: false,
      Care: false,
    })
  })
})

describe('a rehearsal', () => {
  it('changes nothing and says of each row what an import would do', async () => {
    const { data: known } = await app.call(dealers.add, {
      name: 'Cedar',
      type: 'dealer',
      active_lines: 'TT',
      address: '1 Main Street',
      city: 'Bend',
      state: 'Oregon',
      country: 'United States',
      zip: '97701',
      hour_sales: '9 to 5',
      hour_service: '9 to 5',
      hour_parts: '9 to 5',
      latitude: '44.06',
      longitude: '-121.31',
      external_id: 'D-1',
      phone: '',
      tollfree: '',
    })
    const found = await rehearse(
      csv(
        HEADS,
        dealer('Cedar', '44.06,-121.31,D-1'),
        dealer('Birch', '44.06,-121.31,D-2'),
        dealer('', '44.06,-200,D-3'),
        dealer('Other', '44.06,-121.31,D-2'),
      ),
    )
    expect(found.counts).toEqual({ new: 1, changed: 0, unchanged: 1, refused: 2 })
    expect(found.mapping).toMatchObject({ Name: 'name', 'Postal Code': 'zip', 'External ID': 'external_id' })
    const rows = await rowsOf(found.rehearsal_id)
    expect(rows.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'unchanged'],
      [3, 'new'],
      [4, 'refused'],
      [5, 'refused'],
    ])
    expect(rows[0]).toMatchObject({ record_id: known._id, title: 'Cedar', fields: [] })
    expect(rows[2]?.errors).toEqual({
      name: ['Name cannot be empty.'],
      longitude: ['Please enter a longitude from -180 to 180.'],
    })
    expect(rows[2]?.cells).toEqual({
      name: { column: 'Name', value: '' },
      longitude: { column: 'Longitude', value: '-200' },
    })
    expect(rows.map(({ title }) => title)).toEqual(['Cedar', 'Birch', '', 'Other'])
    expect(rows[3]?.errors).toEqual({ external_id: ['Row 3 of the file is about the same dealer.'] })
    expect(await namesOf()).toEqual(['Cedar'])
  })

  it('shows what changes field by field, and applies exactly that as one change that can be undone', async () => {
    const first = await rehearse(csv(HEADS, dealer('Cedar', '44.06,-121.31,D-1')))
    await apply(first.rehearsal_id)
    const second = await rehearse(csv('External ID,Name,City', 'D-1,Cedar Trailers,Reno'))
    expect(second.counts).toMatchObject({ changed: 1 })
    expect((await rowsOf(second.rehearsal_id))[0]?.fields).toMatchObject([
      { field: 'name', label: 'Name', from: 'Cedar', to: 'Cedar Trailers' },
      { field: 'city', label: 'City', from: 'Bend', to: 'Reno' },
    ])
    const { message, change_id, data } = await apply(second.rehearsal_id)
    expect(message).toBe('1 dealer imported: 1 changed.')
    expect(data).toMatchObject({ kind: 'import', record_count: 1, state: 'done' })
    const { sentence } = (await app.call(changes.get, { change_id: change_id ?? '' })).change
    expect(sentence).toBe('Administrator imported dealer “Cedar Trailers” (Reno) from dealers.csv')
    await app.call(changes.undo, { change_id: change_id ?? '' })
    expect(await namesOf()).toEqual(['Cedar'])
    const files = (await app.call(imports.list, {})).data.map(({ rehearsal_id, is_undone }) => [
      rehearsal_id,
      is_undone,
    ])
    expect(files).toEqual([
      [second.rehearsal_id, true],
      [first.rehearsal_id, false],
    ])
    expect(await app.refusal(imports.apply, { rehearsal_id: second.rehearsal_id })).toMatchObject({ status: 422 })
  })

  it('is refused while rows are, and leaves them out on request', async () => {
    const { rehearsal_id } = await rehearse(csv(HEADS, dealer('Cedar'), dealer('')))
    const refusal = await app.refusal(imports.apply, { rehearsal_id })
    expect([refusal.status, refusal.message]).toEqual([422, '1 row is refused. No dealer was imported.'])
    expect(await namesOf()).toEqual([])
    const { message } = await apply(rehearsal_id, { without_refused: true })
    expect(message).toBe('1 dealer imported: 1 new. 1 refused row was left out.')
    expect(await namesOf()).toEqual(['Cedar'])
  })

  it('is outdated once a record has changed, and can be checked again', async () => {
    await apply((await rehearse(csv(HEADS, dealer('Cedar', '44.06,-121.31,D-1')))).rehearsal_id)
    const { rehearsal_id } = await rehearse(csv('External ID,City', 'D-1,Reno'))
    const { data } = await app.call(dealers.list, {})
    const [known] = data
    await app.call(dealers.edit, { ...known, logo: undefined, service_id: known?._id, area: 'Old Mill' })
    const refusal = await app.refusal(imports.apply, { rehearsal_id })
    expect([refusal.status, refusal.message]).toEqual([
      409,
      '1 dealer changed since the rehearsal. Nothing was imported. Please check the file again.',
    ])
    const { data: again } = await app.call(imports.rehearse, { record_type: 'dealers', rehearsal_id })
    expect(again).toMatchObject({ rows_read: 1, rows_checked: 1, counts: { changed: 1 } })
    expect((await apply(rehearsal_id)).message).toBe('1 dealer imported: 1 changed.')
  })

  it('keeps its rows where checking them again is cancelled', async () => {
    const lines = Array.from({ length: 3000 }, (_, place) => `Topic ${place},1`)
    const { rehearsal_id } = await rehearse(csv('Name,Sequence No.', ...lines), 'topics')
    const again = () => app.send(imports.rehearse, { record_type: 'topics', rehearsal_id })
    const only = async () => (await app.call(imports.list, {})).data[0]
    const running = again()
    await vi.waitFor(async () => expect(await only()).toMatchObject({ state: 'reading' }))
    const { message } = await app.call(imports.discard, { rehearsal_id })
    expect(message).toBe('Checking the rows was cancelled. Nothing was imported.')
    expect((await running).statusCode).toBe(409)
    expect(await only()).toMatchObject({ state: 'failed', rows_read: 3000, problem: expect.any(String) })
    expect((await app.refusal(imports.apply, { rehearsal_id })).status).toBe(422)
    expect((await again()).json().data).toMatchObject({ state: 'ready', problem: null, counts: { new: 3000 } })
    await app.db.updateTable('import_rehearsals').set({ state: 'applying' }).execute()
    expect((await app.refusal(imports.discard, { rehearsal_id })).status).toBe(409)
    await app.db.updateTable('import_rehearsals').set({ state: 'ready' }).execute()
    expect((await app.call(imports.discard, { rehearsal_id })).message).toBe('Rehearsal discarded.')
    expect(await only()).toBeUndefined()
  })

  it('is found again, belongs to whoever made it, and can be discarded', async () => {
    const { rehearsal_id } = await rehearse(csv(HEADS, dealer('Cedar')))
    expect((await app.call(imports.list, {})).data).toMatchObject([{ rehearsal_id, state: 'ready' }])
    await app.db.updateTable('import_rehearsals').set({ created_at: '2000-01-01T00:00:00.000Z' }).execute()
    expect((await app.refusal(imports.rows, { rehearsal_id })).status).toBe(404)
  })
})

it('A large rehearsal is discarded in slices, between which others write, and is known to nobody meanwhile', async () => {
  const { rehearsal_id } = await rehearse(csv(HEADS, dealer('Cedar')))
  const rows = Array.from({ length: 500 }, (_, line) => ({ rehearsal_id, line: line + 10, cells: '[]' }))
  for (let more = 0; more < 20; more++)
    await app.db
      .insertInto('import_rows')
      .values(rows.map((row) => ({ ...row, line: row.line + more * 500 })))
      .execute()
  const left = async () => (await app.db.selectFrom('import_rows').select('line').execute()).length
  const seen = new Set<number>()
  let isOver = false
  const discarding = app.call(imports.discard, { rehearsal_id }).finally(() => (isOver = true))
  while (!isOver) {
    seen.add(await left())
    await setImmediate()
  }
  expect((await discarding).message).toBe('Rehearsal discarded.')
  expect([...seen].filter((count) => count > 0 && count < 10_000).length).toBeGreaterThan(0)
  expect([await left(), (await app.call(imports.list, {})).data]).toEqual([0, []])
})

describe('a row', () => {
  it('names the records that it refers to, and is the record of its name', async () => {
    const { category, year } = await addCatalogue(app)
    const type = (await app.call(rvTypes.get, { cat_id: category })).data.name
    const name = (await app.call(years.get, { year_id: year })).data.name
    const file = csv(
      'RV Type,Year,Name,Sequence No.,Description',
      `${type},${name},9000,3,Long`,
      `Nothing,${name},1,1,a`,
    )
    const found = await rehearse(file, 'models')
    expect(found.counts).toMatchObject({ new: 1, refused: 1 })
    expect((await rowsOf(found.rehearsal_id))[1]?.errors).toEqual({
      rv_type: [expect.stringMatching(/^“Nothing” is no RV type\. Choose .+\.$/)],
    })
    await apply(found.rehearsal_id, { without_refused: true })
    expect((await rehearse(file, 'models')).counts).toMatchObject({ unchanged: 1, refused: 1 })
    expect(
      (await app.call(models.list, {})).data.some((one) => one.name === '9000' && one.cat_id._id === category),
    ).toBe(true)
  })

  it('without coordinates is placed by the index, and says where', async () => {
    const found = await rehearse(csv(HEADS, dealer('Cedar', ',,')))
    const [row] = await rowsOf(found.rehearsal_id)
    expect(row?.outcome).toBe('new')
    expect(row?.place).toContain('Bend')
  })

  it('is not placed in a city of the same name in another state', async () => {
    const row = dealer('Cedar', ',,').replace('Bend,Oregon,United States,97701', 'Bend,ZZ,United States,')
    const [placed] = await rowsOf((await rehearse(csv(HEADS, row))).rehearsal_id)
    expect([placed?.outcome, placed?.place]).toEqual(['refused', null])
    expect(placed?.errors).toEqual({ latitude: ['Please enter state or place it on the map.'] })
  })

  it('that could be in several places is asked for its state', async () => {
    const row = dealer('Cedar', ',,').replace('Bend,Oregon,United States,97701', 'Paris,,France,')
    const [placed] = await rowsOf((await rehearse(csv(HEADS, row))).rehearsal_id)
    expect(placed?.errors).toEqual({ state: ['Please enter state or place it on the map.'] })
  })

  it('says what stands in a field of a few values, and what may', async () => {
    const { rehearsal_id } = await rehearse(csv(HEADS, dealer('Cedar').replace('Dealer', 'Both')))
    expect((await rowsOf(rehearsal_id))[0]?.errors).toEqual({
      type: ['“Both” is no type. Choose Dealer, Service or Dealer & Service.'],
    })
  })

  it('can be mended in its cells, and is checked again with the others', async () => {
    const { rehearsal_id, counts } = await rehearse(csv(HEADS, dealer('Cedar').replace('Dealer', 'Both'), dealer('')))
    expect(counts).toMatchObject({ refused: 2 })
    const mended = [
      { row: 2, cells: { Type: 'Dealer' } },
      { row: 3, cells: { Name: 'Birch' } },
    ]
    const { data } = await app.call(imports.rehearse, { record_type: 'dealers', rehearsal_id, mended })
    expect(data.counts).toMatchObject({ new: 2, refused: 0 })
    await apply(rehearsal_id)
    expect(await namesOf()).toEqual(['Birch', 'Cedar'])
    const other = { record_type: 'dealers', rehearsal_id, mended: [{ row: 9, cells: {} }] } as const
    expect((await app.refusal(imports.rehearse, other)).status).toBe(422)
  })

  it('is warned of where its text looks wrongly encoded', async () => {
    const bytes = Buffer.from('Name,Sequence No.\r\nÃ‰lectricitÃ©,1\r\nCafé,2\r\nTOUT «À»,3\r\n')
    const { rehearsal_id, encoding, counts } = await rehearse(new File([bytes], 'topics.csv'), 'topics')
    expect([encoding, counts.new]).toEqual(['utf-8', 3])
    expect((await rowsOf(rehearsal_id)).map(({ warnings }) => warnings)).toEqual([
      { name: ['This looks wrongly encoded. Perhaps “Électricité” is meant.'] },
      {},
      {},
    ])
  })

  it('with one wrong byte leaves the others as they are', async () => {
    const bytes = Buffer.from('Name,Sequence No.\r\nCaf\xc3\xa9,1\r\nGas \x80 water,2\r\n', 'latin1')
    const { rehearsal_id, encoding } = await rehearse(new File([bytes], 'topics.csv'), 'topics')
    expect(encoding).toBe('utf-8')
    const rows = await rowsOf(rehearsal_id)
    expect(rows.map(({ title }) => title)).toEqual(['Café', 'Gas € water'])
    expect(rows.map(({ warnings }) => Object.keys(warnings))).toEqual([[], ['name']])
    const again = await app.call(imports.rehearse, { record_type: 'topics', rehearsal_id })
    expect(again.data.encoding).toBe('utf-8')
    expect(Object.keys((await rowsOf(rehearsal_id))[1]?.warnings ?? {})).toEqual(['name'])
  })

  it('is warned of days and long numbers where a text is meant', async () => {
    const heads: Head[] = [
      { label: 'Name', type: 'day' },
      { label: 'Sequence No.', type: 'number' },
      { label: 'External ID', type: 'number' },
    ]
    const rows = (async function* some() {
      yield [['2026-09-05', 5, null]]
    })()
    const bytes = await buffer(xlsxOf(heads, rows, { name: 'Sheet' }))
    const file = new File([new Uint8Array(bytes)], 'topics.xlsx')
    const days = 'Excel has turned 9-5 into a day. Format its column as text and enter it again.'
    expect((await rowsOf((await rehearse(file, 'topics')).rehearsal_id))[0]?.warnings).toEqual({ name: [days] })
    const text = await rehearse(csv('Name,Sequence No.', '5-Sep,5.0'), 'topics')
    expect((await rowsOf(text.rehearsal_id))[0]).toMatchObject({ outcome: 'new', warnings: { name: [days] } })
    const long = (async function* some() {
      yield [[null, 5, 123_456_789_012_345_680]]
    })()
    const longBytes = await buffer(xlsxOf(heads, long, { name: 'Sheet' }))
    const found = await rehearse(new File([new Uint8Array(longBytes)], 'dealers.xlsx'), 'dealers')
    const digits = { external_id: ['Excel keeps 15 digits of a number. The others may be wrong.'] }
    expect((await rowsOf(found.rehearsal_id))[0]?.warnings).toEqual(digits)
    const saved = await rehearse(
      csv(HEADS, dealer('Cedar', ',,123456789012345000'), dealer('Oak', ',,123456789012345678')),
    )
    expect((await rowsOf(saved.rehearsal_id)).map(({ warnings }) => warnings)).toEqual([digits, {}])
  })

  it('that a spreadsheet has spoiled is refused', async () => {
    const found = await rehearse(csv(HEADS, dealer('Cedar', '44.06,-121.31,1.23E+14'), dealer('#REF!')))
    expect(found.counts).toMatchObject({ refused: 2 })
  })
})

describe('The same again', () => {
  it('is unchanged where every cell equals a record, also of kinds whose names are not unique', async () => {
    const file = csv(HEADS, dealer('Cedar', ',,'), dealer('Cedar').replace('Bend', 'Reno'), dealer('Birch'))
    await apply((await rehearse(file)).rehearsal_id)
    expect((await rehearse(file)).counts).toEqual({ new: 0, changed: 0, unchanged: 3, refused: 0 })
    const other = csv(HEADS, dealer('Cedar').replace('9 to 5,9 to 5', '8 to 5,9 to 5'))
    expect((await rehearse(other)).counts).toMatchObject({ new: 1 })
    const lists = csv('Name,Note', 'Departure,Walk around', 'Arrival,')
    await apply((await rehearse(lists, 'checklists')).rehearsal_id)
    expect((await rehearse(lists, 'checklists')).counts).toMatchObject({ new: 0, unchanged: 2 })
  })

  it('in one file is one record', async () => {
    const found = await rehearse(csv(HEADS, dealer('Cedar'), dealer('Birch'), dealer('Cedar')))
    expect(found.counts).toEqual({ new: 2, changed: 0, unchanged: 1, refused: 0 })
    expect((await rowsOf(found.rehearsal_id)).map(({ same_as }) => same_as)).toEqual([null, null, 2])
    await apply(found.rehearsal_id)
    expect(await namesOf()).toEqual(['Birch', 'Cedar'])
  })

  it('is matched by name and city where that is chosen', async () => {
    await apply((await rehearse(csv(HEADS, dealer('Cedar'), dealer('Birch')))).rehearsal_id)
    const file = csv('Name,City,Area', 'CEDAR,bend,Old Mill', 'Oak,Bend,x')
    const first = await rehearse(file)
    expect(first.counts).toMatchObject({ changed: 0 })
    const input = { record_type: 'dealers', rehearsal_id: first.rehearsal_id } as const
    const { data } = await app.call(imports.rehearse, { ...input, match_by: 'name_and_city' })
    expect([data.match_by, data.counts.changed, data.counts.refused]).toEqual(['name_and_city', 1, 1])
    expect((await app.refusal(imports.rehearse, { ...input, match_by: 'email' })).status).toBe(422)
    expect((await app.call(imports.rehearse, input)).data.match_by).toBe('name_and_city')
    expect((await app.call(imports.rehearse, { ...input, match_by: '' })).data.match_by).toBeNull()
    await apply((await rehearse(csv(HEADS, dealer('Birch').replace('TT', 'TC')))).rehearsal_id)
    const twice = await rehearse(csv('Name,City,Area', 'Birch,Bend,x'))
    const { data: both } = await app.call(imports.rehearse, {
      ...input,
      rehearsal_id: twice.rehearsal_id,
      match_by: 'name_and_city',
    })
    expect((await rowsOf(both.rehearsal_id))[0]?.errors).toMatchObject({
      name: ['2 dealers have this Name and City. Please match by something else.'],
    })
  })
})

describe('The columns', () => {
  const headsOf = async (heads: string, type: ImportType) =>
    (await rehearse(csv(heads, heads.replaceAll(/[^,]+/g, 'x')), type)).columns.map(({ field }) => field)

  it.each([
    ['dealers', 'Name *,Lat,Lng,ZIP Code,External Id', ['name', 'latitude', 'longitude', 'zip', 'external_id']],
    ['dealers', '\u200bName,ci\u200bty:', ['name', 'city']],
    ['models', 'RV Type,Model Year,Name,Sequence No', ['rv_type', 'year_name', 'name', 'seq_no']],
    ['models', 'Category,Year,Name,Sequence No', ['rv_type', 'year_name', 'name', 'seq_no']],
    ['rvs', 'User Email,RV Type,Model,Year,VIN', ['user_email', 'rv_type', 'model_name', 'year_name', 'vin']],
    ['dealers', 'ID,Foo', [null, null]],
  ] as const)('of %s called %s are known', async (type, heads, fields) => {
    expect(await headsOf(heads, type)).toEqual(fields)
  })

  it('have samples and a suggestion, and what was chosen is remembered for such heads', async () => {
    const file = () => csv('Dealer Name,Town,Type', 'Cedar,Bend,Dealer', 'Cedar,Reno,Dealer')
    const { rehearsal_id, columns } = await rehearse(file())
    expect(columns).toMatchObject([
      { field: null, suggestion: 'name', samples: ['Cedar'] },
      { field: null, samples: ['Bend', 'Reno'] },
      { field: 'type', suggestion: null },
    ])
    const mapping = { 'Dealer Name': 'name', Town: 'city', Type: null }
    await app.call(imports.rehearse, { record_type: 'dealers', rehearsal_id, mapping })
    expect((await rehearse(file())).mapping).toEqual(mapping)
    expect((await rehearse(csv('Dealer Name,Town', 'x,y'))).mapping).toEqual({ 'Dealer Name': null, Town: null })
  })
})

it('An RV is of the owner whose email its row has', async () => {
  const { category, year } = await addCatalogue(app)
  const type = (await app.call(rvTypes.get, { cat_id: category })).data.name
  const yearName = (await app.call(years.get, { year_id: year })).data.name
  const [model] = (await app.call(models.list, {})).data
  await addOwner(app, 'Ada')
  const { email } = await app.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  const file = csv(
    'User Email,RV Type,Model,Year,VIN',
    `${email.toUpperCase()},${type},${model?.name},${yearName},123456`,
    `nobody@example.com,${type},${model?.name},${yearName},123457`,
  )
  const { rehearsal_id, counts } = await rehearse(file, 'rvs')
  expect(counts).toMatchObject({ new: 1, refused: 1 })
  expect((await rowsOf(rehearsal_id))[1]?.errors).toEqual({
    user_email: ['Nothing has the email “nobody@example.com”. Please select user.'],
  })
})

it('Maintenance items come in with their days, and the same ones once', async () => {
  const file = csv(
    'Reminder Name,Item Name,Due Date,Note',
    'Inspect the roof,Sealant,2099-05-10,Look for cracks',
    'Oil,Engine,2001-01-01,Late',
    'Brakes,Pads,9-May,x',
  )
  const { rehearsal_id, counts } = await rehearse(file, 'maintenance_items')
  expect(counts).toMatchObject({ new: 1, refused: 2 })
  expect((await rowsOf(rehearsal_id)).map(({ errors }) => Object.keys(errors))).toEqual([
    [],
    ['due_date'],
    ['due_date'],
  ])
  await apply(rehearsal_id, { without_refused: true })
  expect((await rehearse(file, 'maintenance_items')).counts).toMatchObject({ new: 0, unchanged: 1, refused: 2 })
})

it('A large import runs in steps, and is taken back whole where a record is changed meanwhile', async () => {
  const rows = Array.from({ length: 9 }, (_, place) => dealer(`Dealer ${place}`, `44.06,-121.31,D-${place}`))
  const first = await rehearse(csv(HEADS, ...rows))
  const { data } = await apply(first.rehearsal_id)
  expect(data).toMatchObject({ state: 'running', expected_count: 9 })
  await app.runJobs()
  expect((await app.call(changes.get, { change_id: data?._id ?? '' })).change).toMatchObject({
    state: 'done',
    record_count: 9,
    message: '9 dealers imported: 9 new.',
  })
  const again = await rehearse(csv(HEADS, ...rows.map((row) => row.replace('Bend', 'Reno'))))
  const { change_id } = await apply(again.rehearsal_id)
  const last = (await app.call(dealers.list, { per_page: 100 })).data.find(({ name }) => name === 'Dealer 8')
  await app.db
    .updateTable('dealers')
    .set({ version: 9 })
    .where('id', '=', last?._id ?? '')
    .execute()
  await app.runJobs()
  const { change } = await app.call(changes.get, { change_id: change_id ?? '' })
  expect(change.state).toBe('failed')
  expect((await app.call(dealers.list, { per_page: 100 })).data.map(({ city }) => city)).toEqual(
    Array.from({ length: 9 }, () => 'Bend'),
  )
})

it('A large import that fails for good is taken back whole, and can be applied again', async () => {
  const rows = Array.from({ length: 9 }, (_, place) => dealer(`Dealer ${place}`, `44.06,-121.31,D-${place}`))
  const { rehearsal_id } = await rehearse(csv(HEADS, ...rows))
  const { change_id } = await apply(rehearsal_id)
  const handlers = changeJobs(app.deps)
  await runNextJob(app.db, handlers, app.deps.log)
  expect((await namesOf()).length).toBe(2)
  const job = await app.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()
  const broken = JSON.stringify({ ...JSON.parse(job.payload), record_type: 'nothing' })
  await app.db.updateTable('jobs').set({ payload: broken, attempts: 999 }).execute()
  await runNextJob(app.db, handlers, app.deps.log)
  const { change } = await app.call(changes.get, { change_id: change_id ?? '' })
  expect(change).toMatchObject({ state: 'failed', reason: 'Something went wrong on the server.' })
  await app.runJobs()
  expect(await namesOf()).toEqual([])
  await apply(rehearsal_id)
  await app.runJobs()
  expect((await namesOf()).length).toBe(9)
})

it.each(['csv', 'xlsx'] as const)('What an export as %s has written comes back as no change', async (format) => {
  const names = ['=1+1', "'x", '-', '+1 916', "'=x", '@home']
  await apply(
    (await rehearse(csv(HEADS, ...names.map((name) => dealer(name.replace(/^(?=[=@+-]|'=)/, "'")))))).rehearsal_id,
  )
  await app.runJobs()
  expect(await namesOf()).toEqual(names.toSorted())
  const response = await app.send(exports.export, { record_type: 'dealers', format })
  const file = new File([new Uint8Array(response.rawPayload)], `dealers.${format}`)
  expect((await rehearse(file)).counts).toEqual({ new: 0, changed: 0, unchanged: names.length, refused: 0 })
})

describe('what a caller makes the server keep', () => {
  it('is bounded for all rehearsals of a day together', async () => {
    const { rehearsal_id } = await rehearse(csv(HEADS, dealer('Cedar')))
    const megabyte = 'x'.repeat(1024 * 1024)
    for (let count = 0; count < 8; count++) {
      const cells = JSON.stringify(Array.from({ length: 17 }, () => megabyte))
      await app.db
        .insertInto('import_rows')
        .values({ rehearsal_id, line: 100 + count, cells, changes: '{}', errors: '{}', outcome: 'refused' })
        .execute()
    }
    const send = () => app.send(imports.rehearse, formOf({ record_type: 'dealers', file: csv(HEADS, dealer('Oak')) }))
    expect((await send()).statusCode).toBe(429)
    await app.call(imports.discard, { rehearsal_id })
    expect((await send()).statusCode).toBe(200)
  })

  it('is answered in part where cells are long, and whole in the file of refused rows', async () => {
    const long = 'y'.repeat(200_000)
    const { rehearsal_id } = await rehearse(csv(HEADS, dealer(long)))
    const [row] = await rowsOf(rehearsal_id)
    expect(row?.errors).toHaveProperty('name')
    expect(JSON.stringify(row).length).toBeLessThan(5_000)
    const file = await app.send(imports.refused, { rehearsal_id, format: 'csv' })
    expect(file.body).toContain(long)
  })

  it('is nothing once the caller is gone: its place is free', async () => {
    const gone = new AbortController()
    const rows = Array.from({ length: 20_000 }, (_, number) => dealer(`Cedar ${number}`))
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const reading = fetch(`${address}${addressOf(imports.rehearse)}`, {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, token: app.token },
      body: formOf({ record_type: 'dealers', file: csv(HEADS, ...rows) }),
      signal: gone.signal,
    })
    const left = async () => (await app.db.selectFrom('import_rehearsals').select('id').execute()).length
    await waitFor(async () => expect(await left()).toBe(1))
    gone.abort()
    await reading.catch(() => {})
    await waitFor(async () => expect(await left()).toBe(0))
    expect((await rehearse(csv(HEADS, dealer('Oak')))).counts.new).toBe(1)
  })
})
