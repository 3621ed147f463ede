import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { warranty } from '#contract/warranty.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { TEST_SERVER } from '../../testing/open-test-database.ts'

let app: TestApp
let site: Server
let asked: string[]
let answer: RequestListener

const item = { Serial: '123456', Model: '2285', DateOfPurchase: '2025-04-01', WarrantyExpire: '2027-04-01' }
const json =
  (body: unknown): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  }

beforeEach(async () => {
  asked = []
  answer = json({ warranty: [item] })
  site = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
})
afterEach(async () => {
  await app.close()
  site.closeAllConnections()
  site.close()
})

const withSite = async () => {
  const { port } = site.address() as AddressInfo
  app = await buildTestApp({ WARRANTY_URL: `http://127.0.0.1:${port}/check?site=1` })
}
const check = () => app.call(warranty.check, { serial: '123456' })

describe('the built-in register', () => {
  it('gives the warranties of a serial number, the longest first, or none', async () => {
    app = await buildTestApp()
    const sold = { serial: '123456', model: '2285', purchased_on: '2025-04-01' }
    const rows = ['2026-04-01', '2027-04-01'].map((expires_on) => ({ id: newId(), ...sold, expires_on }))
    await app.db.insertInto('warranties').values(rows).execute()
    const { data } = await check()
    expect(data.warranty.map(({ WarrantyExpire }) => WarrantyExpire)).toEqual(['2027-04-01', '2026-04-01'])
    expect(data.warranty[0]).toEqual(item)
    expect((await app.call(warranty.check, { serial: '000000' })).data).toEqual({ warranty: [] })
  })

  it.each(['', '12345', '1234567', '12345a', '1 2345'])('is not asked for %j', async (serial) => {
    app = await buildTestApp()
    expect((await app.refusal(warranty.check, { serial })).status).toBe(422)
  })
})

describe('the dealer site', () => {
  it('is asked at its one address for the serial number', async () => {
    await withSite()
    expect((await check()).data).toEqual({ warranty: [item] })
    expect(asked).toEqual(['/check?site=1&serial=123456'])
  })

  it('may wrap its list in data, write numbers, and leave values out', async () => {
    await withSite()
    answer = json({ data: { warranty: [{ Serial: 123456, Model: null, WarrantyExpire: '04-01-2027' }] } })
    expect((await check()).data.warranty).toEqual([
      { Serial: '123456', Model: '', DateOfPurchase: '', WarrantyExpire: '04-01-2027' },
    ])
  })

  const faults: [string, RequestListener][] = [
    ['redirects', (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['answers with a fault', (_request, response) => void response.writeHead(500).end('oops')],
    ['answers garbage', (_request, response) => void response.end('<html>')],
    ['answers another shape', json({ warranty: 'none' })],
    ['answers too much', json({ warranty: [], more: 'x'.repeat(70_000) })],
    ['breaks off', (request) => void request.socket.destroy()],
  ]
  it.each(faults)('that %s is as good as down', async (_what, fault) => {
    await withSite()
    answer = fault
    const { status, message } = await app.refusal(warranty.check, { serial: '123456' })
    expect([status, message]).toEqual([503, 'Warranties cannot be checked right now. Please try again later.'])
  })

  it.runIf(!TEST_SERVER)('that is slow is given up after four seconds, also halfway through its answer', async () => {
    await withSite()
    answer = (_request, response) => void response.write('{"warranty":')
    const limit = vi.spyOn(AbortSignal, 'timeout')
    expect((await app.refusal(warranty.check, { serial: '123456' })).status).toBe(503)
    expect(limit.mock.calls).toEqual([[4_000]])
    limit.mockRestore()
  })

  it('that is down after a good answer has it repeated, marked with its age', async () => {
    await withSite()
    await check()
    answer = faults[1]?.[1] as RequestListener
    const { message, data } = await check()
    expect(message).toBe('Warranties cannot be checked right now. This is what the dealer site said last.')
    expect(data.warranty).toEqual([item])
    expect(Date.now() - Date.parse(data.as_of ?? '')).toBeLessThan(5_000)
  })
})
