import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import readWorkbook from 'read-excel-file/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import { API_BASE, addressOf } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { models } from '#contract/models.ts'
import { isoNow, newId } from '../../clock.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { textKey } from '../../db/search/text-key.ts'
import { unguarded } from '../../tables/apostrophes.ts'
import { API_KEY, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const ODD = ['=1+1', "'x", '02138', '-', '+1 916', "'=x", '@here', 'a "quoted", line\r\nand another', '-118.2', 'Æ']

const BEGAN = Date.now()
function aDealer(number: number) {
  const name = ODD[number % ODD.length] as string
  const shown = { name, city: `City ${number}`, state: 'Oregon' }
  const keys = Object.fromEntries(Object.entries(shown).map(([field, text]) => [`${field}_key`, textKey(text)]))
  const hours = { hour_sales: '9 to 5', hour_service: '9 to 5', hour_parts: '-' }
  return {
    id: newId(),
    is_deleted: 0,
    version: 1,
    created_at: new Date(BEGAN - number).toISOString(),
    updated_at: isoNow(),
    ...shown,
    ...keys,
    ...hours,
    type: 'dealer',
    active_lines: 'TT',
    logo_file: null,
    address: '1 Main Street',
    area: '',
    country: 'United States',
    zip: '02138',
    phone: '+1 916',
    tollfree: '',
    latitude: 44.06,
    longitude: -118.2,
  }
}

/** Adds so many dealers, the first one newest. */
async function addDealers(count: number) {
  const rows = Array.from({ length: count }, (_, number) => aDealer(number))
  await insertMany(app.db, 'dealers', rows as never)
  return rows
}

const file = async (input: object) => {
  const response = await app.send(exports.export, input)
  expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, ''])
  return response
}
const BOM = '\uFEFF'
const csv = async (input: object) => {
  const { body } = await file({ format: 'csv', ...input })
  expect(body.startsWith(BOM)).toBe(true)
  return body.slice(1).split('\r\n').slice(0, -1)
}

describe('an export', () => {
  it('is the list as it is filtered, sorted and arranged, with all pages, named after list and day', async () => {
    await addCatalogue(app)
    const { cat_id, year_id } = (await app.call(models.list, {})).data[0] ?? {}
    for (const [seq_no, name] of ['=A', 'B', 'C'].entries()) {
      const fields = { cat_id: cat_id?._id, year_id: year_id?._id, name, seq_no: seq_no + 10, description: 'Long' }
      await app.call(models.add, fields)
    }
    const input = {
      record_type: 'models',
      columns: ['seq_no', 'name', 'rv_type', 'status'],
      filters: { description: { op: 'equals', value: 'long' } },
      sort: [{ field: 'seq_no', order: 'desc' }],
      per_page: 1,
    }
    expect(await csv(input)).toEqual([
      'Sequence No.,Name,RV Type Name,Status',
      `12,C,${cat_id?.name},Active`,
      `11,B,${cat_id?.name},Active`,
      `10,'=A,${cat_id?.name},Active`,
    ])
    const { headers } = await file({ ...input, format: 'csv' })
    const today = new Date().toISOString().slice(0, 10)
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="Models ${today}.csv"`,
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
    })
  })

  it('of RVs says Added By, as their list does', async () => {
    expect(await csv({ record_type: 'rvs', columns: ['serial_no', 'rv_type', 'added_by'] })).toEqual([
      'Serial Number,RV Type,Added By',
    ])
  })

  it('is only the ticked records, or all others, and of a status', async () => {
    const [one, two, three] = await addDealers(3)
    const input = { record_type: 'dealers', columns: ['city'] }
    expect(await csv({ ...input, ids: [three?.id, one?.id] })).toEqual(['City', 'City 0', 'City 2'])
    expect(await csv({ ...input, except: [two?.id] })).toEqual(['City', 'City 0', 'City 2'])
    await app.call(dealers.delete, { service_id: two?.id ?? '' })
    expect(await csv({ ...input, is_deleted: true })).toEqual(['City', 'City 1'])
    expect(await csv({ ...input, is_deleted: false })).toEqual(['City', 'City 0', 'City 2'])
  })

  it('refuses what the list does not have, and what nobody may see', async () => {
    const refusals = [
      { record_type: 'users', columns: ['password'] },
      { record_type: 'users', columns: ['social_id'] },
      { record_type: 'models', columns: ['code'] },
      { record_type: 'models', manual_id: newId() },
      { record_type: 'models', filters: { nothing: { value: 'x' } } },
      { record_type: 'models', sort: [{ field: 'nothing', order: 'asc' }] },
      { record_type: 'models', format: 'pdf' },
    ]
    for (const input of refusals) {
      expect((await app.refusal(exports.export, { format: 'csv', ...input })).status).toBe(422)
      expect((await app.refusal(exports.ticket, { format: 'csv', ...input })).status).toBe(422)
    }
  })

  it('has 10,000 dealers come out right, from which the same texts come back, and no formula', async () => {
    const rows = await addDealers(10_000)
    const lines = (await csv({ record_type: 'dealers', columns: ['zip', 'hour_parts', 'phone'] })).slice(1)
    expect(new Set(lines)).toEqual(new Set(["02138,'-,+1 916"]))
    expect(lines).toHaveLength(10_000)

    const { rawPayload } = await file({ record_type: 'dealers', format: 'xlsx' })
    const [sheet] = await readWorkbook(rawPayload, { trim: false } as never)
    const [head = [], ...read] = sheet?.data ?? []
    const at = (label: string) => head.indexOf(label)
    expect(head.slice(0, 3)).toEqual(['_id', 'Name', 'Type'])
    expect(read.map((row) => row[at('_id')])).toEqual(rows.map(({ id }) => id))
    expect(read.map((row) => unguarded(String(row[at('Name')])))).toEqual(rows.map(({ name }) => name))
    expect(read[0]?.[at('Longitude')]).toBe(-118.2)
    expect(read[0]?.[at('Postal Code')]).toBe('02138')
    expect(read[0]?.[at('Name')]).toBe("'=1+1")
  })

  it('stands among the changes, without records, values and undo', async () => {
    await addDealers(2)
    await csv({ record_type: 'dealers', columns: ['city'] })
    const [change] = (await app.call(changes.list, {})).data
    expect(change).toMatchObject({
      kind: 'export',
      sentence: 'Administrator exported 2 dealers as CSV',
      record_count: 0,
      can_undo: false,
      details: [],
    })
  })
})

describe('a ticket', () => {
  const download = (path: string) => app.app.inject({ method: 'GET', url: `${API_BASE}/${path}` })

  it('lets a browser download the file, once', async () => {
    await addDealers(1)
    const { data } = await app.call(exports.ticket, { record_type: 'dealers', format: 'csv', columns: ['city'] })
    expect((await app.app.inject({ method: 'HEAD', url: `${API_BASE}/${data.path}` })).statusCode).toBe(404)
    const first = await download(data.path)
    expect([first.statusCode, first.body]).toEqual([200, `${BOM}City\r\nCity 0\r\n`])
    expect((await download(data.path)).statusCode).toBe(404)
    expect((await download('exports/nothing')).statusCode).toBe(404)
  })

  it('ends with its session', async () => {
    const { data } = await app.call(exports.ticket, { record_type: 'dealers', format: 'csv' })
    await app.db.deleteFrom('sessions').execute()
    expect((await download(data.path)).statusCode).toBe(401)
  })
})

describe('over the network', () => {
  const calls: ClientRequest[] = []
  afterEach(() => calls.splice(0).forEach((one) => one.destroy()))

  async function ask(input: object = { record_type: 'dealers', format: 'csv' }): Promise<IncomingMessage> {
    if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.app.server.address() as AddressInfo
    const headers = { 'x-api-key': API_KEY, token: app.token, 'content-type': 'application/json' }
    const asked = request({ port, path: addressOf(exports.export), method: 'POST', headers, agent: false })
    asked.on('error', () => {})
    calls.push(asked)
    asked.end(JSON.stringify(input))
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return response
  }

  it('a third one waits, until a client that goes away has given back its place', async () => {
    await addDealers(20_000)
    const [first, second] = [await ask(), await ask()]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    const refused = await ask()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10'])
    first.destroy()
    await expect.poll(async () => (await ask()).statusCode, { timeout: 120_000 }).toBe(200)
  })

  it.each(['csv', 'xlsx'])(
    'a failure half-way ends the download of %s as failed',
    async (format) => {
      const { id: sent_by } = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
      const times = { created_at: isoNow(), updated_at: isoNow() }
      const message = {
        is_deleted: 0,
        version: 1,
        ...times,
        title: 'Recall',
        title_key: 'recall',
        sent_by,
        recipients: 1,
      }
      const rows = Array.from({ length: 20_000 }, (_, number) => ({
        ...message,
        id: newId(),
        description: 'Please call. '.repeat(5),
        // The newest comes first.
        counts: number ? '{"sent":1}' : 'broken',
      }))
      await insertMany(app.db, 'notifications', rows as never)
      const response = await ask({ record_type: 'notifications', format, columns: ['title', 'description', 'counts'] })
      const failed = new Promise((resolve) => response.once('error', resolve))
      response.resume()
      await failed
      expect([response.statusCode, response.complete]).toEqual([200, false])
    },
    60_000,
  )
})
