import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { notifications } from '#contract/notifications.ts'
import { years } from '#contract/years.ts'
import { type RunningServer, startServer } from '../e2e/server.ts'
import { answered, type Call, callerOf } from './call.ts'
import { FEW_ROUNDS, PATIENCE } from './rounds.ts'
import { keyOf, signIn } from './workload.ts'

const MEGABYTE = 1024 * 1024
/** In milliseconds, far above what a list takes on a machine that is many times slower, and below for ever. */
const LONGEST_WAIT = 60_000
/** Nearly as many as the server accepts; fewer if this process may not open that many files. */
const MANY_VISITORS = Math.min(1900, mostOpenFiles() - 200)

let dataDir: string
let server: RunningServer
let token: string
let call: Call
vi.setConfig({ testTimeout: PATIENCE })

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'memory-'))
  server = await startServer({
    DATA_DIR: dataDir,
    DEMO_DATA: 'false',
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: '--max-old-space-size=256',
  })
  token = await signIn(server.url, dataDir)
  call = callerOf(server.url, keyOf(dataDir), token)
  answered(await call(years.list, { page: 1 }))
})
afterEach(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

function mostOpenFiles() {
  return Number(
    readFileSync('/proc/self/limits', 'utf8').match(/^Max open files\s+(\d+)/m)?.[1] ?? Number.POSITIVE_INFINITY,
  )
}

/** A server's memory in megabytes: what it holds, and the most it held since `forgetPeak`. */
function memory({ process } = server) {
  const status = readFileSync(`/proc/${process.pid}/status`, 'utf8')
  const of = (name: string) => Number(status.match(`${name}:\\s+(\\d+) kB`)?.[1]) / 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

const forgetPeak = () => writeFileSync(`/proc/${server.process.pid}/clear_refs`, '5')

/** How many megabytes an attack adds to the server at most, and the longest wait for a list meanwhile. */
async function watch(attack: () => Promise<void>) {
  forgetPeak()
  const before = memory().now
  let goesOn = true
  let longest = 0
  const read = async () => {
    do {
      const asked = performance.now()
      answered(await call(years.list, { page: 1 }))
      longest = Math.max(longest, performance.now() - asked)
    } while (goesOn && (await setTimeout(20, true)))
  }
  const attackInRounds = async () => {
    for (let round = 1; round <= FEW_ROUNDS; round++) await attack()
  }
  await Promise.all([read(), attackInRounds().finally(() => (goesOn = false))])
  const grown = Math.round(memory().peak - before)
  if (process.env.FAULT_ROUNDS) process.stdout.write(`memory: ${grown} MB more, ${Math.round(longest)} ms\n`)
  return { grown, longest }
}

/** Sends a body to a call and returns the status of the answer; 413 where the server hangs up before all is sent. */
async function post(to: Endpoint, type: string, body: Buffer) {
  const headers = { 'x-api-key': keyOf(dataDir), token, 'content-type': type, 'content-length': body.length }
  const sending = request(server.url + addressOf(to), { method: 'POST', headers }).end(body)
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  const status = await answered.then(
    ([{ statusCode }]) => statusCode,
    () => 413,
  )
  sending.on('error', () => {}).destroy()
  return status
}

/** Visitors who send all but the last byte of a megabyte to the login, half of them without Content-Length. */
async function visit(visitors: number) {
  const { port, hostname } = new URL(server.url)
  const statuses = new Set<string>()
  const sockets = Array.from({ length: visitors }, (_, place) => {
    const size = place % 2 ? `Content-Length: ${MEGABYTE}` : 'Transfer-Encoding: chunked'
    const head = [`POST ${addressOf(account.login)} HTTP/1.1`, 'Host: x', `x-api-key: ${keyOf(dataDir)}`, size]
    // A refused sender may find the connection closed before everything is sent.
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(`${head.join('\r\n')}\r\nContent-Type: application/json\r\n\r\n`)
    socket.write(place % 2 ? '' : `${MEGABYTE.toString(16)}\r\n`)
    return socket.on('data', (answer) => statuses.add(answer.toString('latin1', 9, 12)))
  })
  const body = Buffer.alloc(MEGABYTE - 1, 'x')
  for (const socket of sockets) socket.write(body)
  await vi.waitFor(() => expect(statuses.size).toBeGreaterThan(0), { timeout: 240_000, interval: 100 })
  // The others meanwhile take what memory they can.
  await setTimeout(3000)
  for (const socket of sockets) socket.destroy()
  expect(statuses).toEqual(new Set(['413']))
}

describe('a server with little memory keeps it, and answers others, while', () => {
  it.each([400, MANY_VISITORS])('%i visitors do not finish a megabyte', async (visitors) => {
    const { grown, longest } = await watch(() => visit(visitors))
    expect(grown).toBeLessThan(200)
    expect(longest).toBeLessThan(LONGEST_WAIT)
  })

  it('somebody sends lists of 400,000 wrong ids', async () => {
    const ids = Array.from({ length: 400_000 }, () => '0').join()
    const body = Buffer.from(`{"title":"a","description":"b","user_ids":[${ids}]}`)
    const { grown, longest } = await watch(async () => {
      const statuses = await Promise.all(
        Array.from({ length: 10 }, () => post(notifications.send, 'application/json', body)),
      )
      expect(new Set(statuses)).toEqual(new Set([422]))
    })
    expect(grown).toBeLessThan(200)
    expect(longest).toBeLessThan(LONGEST_WAIT)
  })

  it('somebody sends 110 forms of 45 texts of a megabyte each', async () => {
    const form = new FormData()
    for (let place = 0; place < 45; place++) form.append(`f${place}`, 'é'.repeat(MEGABYTE / 2))
    const encoded = await new Response(form).blob()
    const body = Buffer.from(await encoded.arrayBuffer())
    const { grown, longest } = await watch(async () => {
      const statuses = await Promise.all(
        Array.from({ length: 110 }, () => post(account.editProfile, encoded.type, body)),
      )
      expect(new Set(statuses)).toEqual(new Set([413]))
    })
    expect(grown).toBeLessThan(200)
    expect(longest).toBeLessThan(LONGEST_WAIT)
  })
})

it('A server that has filled an empty installation with demo data holds no more memory than after its next start', async () => {
  const settings = { DATA_DIR: mkdtempSync(join(tmpdir(), 'memory-')), LOG_LEVEL: 'silent' }
  const held: number[] = []
  for (const _start of ['first', 'second']) {
    const started = await startServer({ ...settings, DEMO_DATA: 'true' })
    held.push(memory(started).now)
    await started.stop()
  }
  rmSync(settings.DATA_DIR, { recursive: true })
  const [first = 0, second = 0] = held
  expect(first).toBeLessThan(second * 1.25)
})
