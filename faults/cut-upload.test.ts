import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { manuals } from '#contract/manuals.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { type RunningServer, startServer, until } from '../e2e/server.ts'
import { aPdf } from '../server/testing/manuals.ts'
import { aPicture, formOf } from '../server/testing/pictures.ts'
import { random } from '../server/testing/seed.ts'
import { answered, type Call, callerOf } from './call.ts'
import { ROUNDS } from './rounds.ts'
import { keyOf, signIn } from './workload.ts'

const CUTS = 10 + 10 * ROUNDS

let place: string
let server: RunningServer
let headers: Record<string, string>
let call: Call
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'cut-upload-'))
  server = await startServer({ DATA_DIR: join(place, 'data'), TMPDIR: place, DEMO_DATA: 'false', LOG_LEVEL: 'error' })
  const token = await signIn(server.url, join(place, 'data'))
  const key = keyOf(join(place, 'data'))
  headers = { 'x-api-key': key, token }
  call = callerOf(server.url, key, token)
})
afterAll(async () => {
  await server.stop()
  rmSync(place, { recursive: true })
})

type Request = { bytes: Buffer; headEnd: number }

/** A whole upload as it goes over the wire. */
async function requestOf(
  endpoint: Endpoint,
  fields: Record<string, string | number | File>,
  idempotencyKey: string,
): Promise<Request> {
  const form = new Response(formOf(fields))
  const body = Buffer.from(await form.arrayBuffer())
  const sent = {
    host: new URL(server.url).host,
    ...headers,
    'idempotency-key': idempotencyKey,
    'content-type': form.headers.get('content-type') ?? '',
    'content-length': String(body.length),
    connection: 'close',
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`POST ${addressOf(endpoint)} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return { bytes: Buffer.concat([head, body]), headEnd: head.length }
}

/** This many places to cut at: at the ends of head and body, around them, and anywhere. */
function placesIn({ bytes, headEnd }: Request) {
  const telling = [
    1,
    headEnd - 1,
    headEnd,
    headEnd + 1,
    headEnd + 30,
    headEnd + 200,
    bytes.length - 30,
    bytes.length - 2,
    bytes.length - 1,
  ]
  const anywhere = Array.from({ length: CUTS - telling.length }, () => 1 + Math.floor(random() * (bytes.length - 1)))
  return [...telling, ...anywhere]
}

/** Sends the first bytes and hangs up: properly (`end`), or like a broken connection (`resetAndDestroy`). */
async function sendPart({ bytes }: Request, length: number, hangUp: 'end' | 'resetAndDestroy') {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {}).resume()
  await new Promise<void>((sent) => socket.write(bytes.subarray(0, length), () => sent()))
  socket[hangUp]()
  if (!socket.closed) await once(socket, 'close')
}

async function sendWhole({ bytes }: Request) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(bytes)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return { status: Number(answer.split(' ')[1]), id: /"_id":"([^"]+)"/.exec(answer)?.[1] }
}

const filesIn = (folder: string) => {
  if (!existsSync(join(place, 'data/files'))) return []
  const found = readdirSync(join(place, 'data/files'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile() && entry.parentPath.endsWith(folder)).map(({ name }) => name)
}
const temporaryFiles = () => {
  const uploads = join(place, 'data/uploads')
  return [...readdirSync(place).filter((name) => name !== 'data'), ...(existsSync(uploads) ? readdirSync(uploads) : [])]
}

async function cutEverywhere(request: Request) {
  for (const [turn, length] of placesIn(request).entries()) {
    await sendPart(request, length, turn % 2 ? 'end' : 'resetAndDestroy')
  }
  await until(() => temporaryFiles().length === 0).catch(() => expect(temporaryFiles()).toEqual([]))
}

it(`a picture cut off in ${CUTS} places leaves nothing, and can then be sent under the same key`, async () => {
  const fields = { url: await aPicture({ width: 400, format: 'jpeg' }), seq_no: 1 }
  const request = await requestOf(appImages.add, fields, randomUUID())
  await cutEverywhere(request)
  expect(answered(await call(appImages.list, {})).total).toBe(0)
  expect(filesIn('sliders')).toEqual([])

  const first = await sendWhole(request)
  expect(first.status).toBe(200)
  expect(await sendWhole(request)).toEqual(first)
  expect([answered(await call(appImages.list, {})).total, filesIn('sliders').length]).toEqual([1, 1])
})

it(`a PDF cut off in ${CUTS} places leaves nothing, and can then be sent`, async () => {
  const category = answered(await call(rvTypes.add, { name: 'Travel Trailer', seq_no: 1 })).data._id
  const year = answered(await call(years.add, { name: '2027' })).data._id
  const { _id: manual_id } = answered(await call(manuals.add, { category, year })).data
  const request = await requestOf(manuals.create_pdf, { manual_id, file: await aPdf() }, randomUUID())
  await cutEverywhere(request)
  expect(answered(await call(manuals.list, {})).data[0]).toMatchObject({ pdf_url: null, version: 1 })
  expect(filesIn('manuals')).toEqual([])

  expect((await sendWhole(request)).status).toBe(200)
  expect(answered(await call(manuals.list, {})).data[0]?.pdf_url).toContain(filesIn('manuals')[0])
})

it('what callers cut off is no fault of the server', () => {
  expect(server.output()).not.toContain('a call failed')
})
