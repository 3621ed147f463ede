import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cmsPages } from '#contract/cms-pages.ts'
import { addressOf } from '#contract/endpoint.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import { rollovers } from '#contract/rollovers.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import type { RunningServer } from '../e2e/server.ts'
import { freePort } from '../server/testing/free-port.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { random } from '../server/testing/seed.ts'
import { answered, type Call, callerOf } from './call.ts'
import { History } from './history.ts'
import { startNginx, testShippedConfig } from './nginx.ts'
import { checkAndSettle, createDatabase, startOn } from './postgres.ts'
import { FEW_ROUNDS, PATIENCE, report } from './rounds.ts'
import { counter, keyOf, prepare, signIn, type Targets, writeSideBySide } from './workload.ts'

let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let dataDir: string
let url: string
let ports: number[]
const servers: RunningServer[] = []
const proxies: Awaited<ReturnType<typeof startNginx>>[] = []
const inFront = async (...words: Parameters<typeof startNginx>) => {
  const proxy = await startNginx(...words)
  proxies.push(proxy)
  return proxy
}
beforeAll(async () => {
  postgres = await startPrivatePostgres()
  dataDir = mkdtempSync(join(tmpdir(), 'restarts-'))
  url = await createDatabase(postgres)
  ports = [await freePort(), await freePort()]
  for (const port of ports) servers.push(await start(port))
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  for (const { process } of servers) process.kill('SIGKILL')
  postgres.throwAway()
  rmSync(dataDir, { recursive: true, force: true })
})

// The drain is the shipped one, and a stop reaches the whole group, as that of a service manager may.
const SHARED = { DRAIN_SECONDS: '', TRUST_PROXY: '1', PUBLIC_URL: 'http://office.example.com' }
const start = (port = 0) => startOn(url, dataDir, { PORT: String(port), ...SHARED }, ['setsid'])

const READERS = 4

it(
  `two servers behind the shipped nginx.conf, each restarted ${FEW_ROUNDS} times in turn while callers read, write and print: no call fails`,
  async () => {
    const proxy = await inFront(ports)
    const [key, token] = [keyOf(dataDir), await signIn(proxy.url, dataDir)]
    const failures: string[] = []
    let calls = 0
    const call: Call = async (endpoint, ...words) => {
      const outcome = await callerOf(proxy.url, key, token)(endpoint, ...words)
      calls++
      if (!outcome.known) failures.push(`${endpoint.path}: ${outcome.status} ${JSON.stringify(outcome.body)}`)
      return outcome
    }
    const history = new History()
    const targets = await prepare(call, history)
    const manual_id = await addManual(call, history, targets)
    let goesOn = true
    const keepOn = async (once: () => Promise<unknown>) => {
      while (goesOn) await once()
    }
    const load = Promise.all([
      writeSideBySide(call, history, targets, counter(), () => goesOn),
      ...Array.from({ length: READERS }, () => keepOn(() => call(years.list, { page: 1, per_page: 10 }))),
      keepOn(() => call(manuals.generate_pdf, { manual_id })),
    ])
    for (let round = 1; round <= FEW_ROUNDS; round++) {
      for (const [place, port] of ports.entries()) {
        await setTimeout(random() * 2_000)
        const stopped = servers[place]?.process
        process.kill(-(stopped?.pid ?? 0), 'SIGTERM')
        if (stopped) await once(stopped, 'exit')
        expect(stopped?.exitCode).toBe(0)
        servers[place] = await start(port)
      }
    }
    goesOn = false
    await load
    expect([failures, proxy.troubles()]).toEqual([[], []])
    await checkAndSettle(history, url, dataDir)
    report(`restarts behind nginx, ${calls} calls`, history)
  },
  PATIENCE,
)

/** Adds a manual whose PDF takes a moment, and returns its id. */
async function addManual(call: Call, history: History, { cat_id }: Targets) {
  let year = ''
  await history.write('year 1999', 'there', async () => {
    const added = await call(years.add, { name: '1999' })
    year = answered(added).data._id
    return added
  })
  const topic_id = answered(await call(topics.add, { name: 'Plumbing', seq_no: 50 })).data._id
  const subtopic_id = answered(await call(subTopics.add, { topic_id, name: 'Tanks', seq_no: 1 })).data._id
  await history.write(`topic ${topic_id}`, 'active', async () => ({ known: true, output: undefined }))
  const manual_id = answered(await call(manuals.add, { category: cat_id, year })).data._id
  const content = '<p>Drain the tanks before the first frost.</p>'.repeat(200)
  answered(await call(manualPages.add, { manual_id, topic_id, subtopic_id, content }))
  return manual_id
}

/** In milliseconds, how far clocks of servers and ours may differ, and the seconds in which nginx counts. */
const [CLOCKS, WHOLE_SECONDS] = [500, 1_000]

it('a page appears and disappears in time behind a shared cache in front of two servers', async () => {
  const proxy = await inFront(ports, { caches: true })
  const key = keyOf(dataDir)
  const call = callerOf(proxy.url, key, await signIn(proxy.url, dataDir))
  const [publish_at, unpublish_at] = [Date.now() + 4_000, Date.now() + 8_500]
  const dates = { publish_at: new Date(publish_at).toISOString(), unpublish_at: new Date(unpublish_at).toISOString() }
  const page = { title: 'Recall', code: 'recall', content: '<p>Stop driving.</p>' }
  const { _id } = answered(await call(cmsPages.add, { ...page, ...dates })).data
  const addresses = [addressOf(content.cmsPages), `${addressOf(contentFound.cmsPage)}?_id=${_id}`]
  const problems: string[] = []
  const found = { cached: 0, seen: 0 }
  while (Date.now() < unpublish_at + 3_000) {
    for (const address of addresses) {
      const asked = Date.now()
      const answer = await fetch(proxy.url + address, { headers: { 'x-api-key': key } })
      const isSeen = (await answer.text()).includes('Stop driving')
      const got = Date.now()
      const late = CLOCKS + WHOLE_SECONDS
      const mayBe = got > publish_at - CLOCKS && asked < unpublish_at + late
      const mustBe = asked > publish_at + late && got < unpublish_at - CLOCKS
      if (isSeen ? !mayBe : mustBe)
        problems.push(`${address}: ${isSeen ? 'seen' : 'not seen'} ${asked - publish_at} ms after it was published`)
      if (![200, 404].includes(answer.status)) problems.push(`${address}: ${answer.status}`)
      if (isSeen) found.seen++
      if (answer.headers.get('x-cache') === 'HIT') found.cached++
    }
    await setTimeout(100)
  }
  expect(problems).toEqual([])
  expect(found.seen).toBeGreaterThan(0)
  expect(found.cached).toBeGreaterThan(0)
})

it('owners get the same bytes and ETags from two servers, which stay while a model year is prepared, until it goes live', async () => {
  const key = keyOf(dataDir)
  const call = callerOf(servers[0]?.url ?? '', key, await signIn(servers[0]?.url ?? '', dataDir))
  const [manual] = answered(await call(manuals.list, {})).data
  const pages = `${addressOf(content.manualPages)}?manual_id=${manual?._id}`
  const seen = [content.rvTypes, content.years, content.models, content.manuals].map(addressOf).concat(pages)
  const answersOf = async ({ url }: RunningServer) =>
    Promise.all(
      seen.map(async (address) => {
        const answer = await fetch(url + address, { headers: { 'x-api-key': key } })
        return { address, status: answer.status, etag: answer.headers.get('etag'), body: await answer.text() }
      }),
    )
  const answers = async () => {
    const [one, other] = await Promise.all(servers.map(answersOf))
    expect(other).toEqual(one)
    return one
  }
  const before = await answers()
  const input = { from_year_id: manual?.year._id ?? '', name: '1998', parts: ['models', 'manuals', 'pages'] as const }
  const { data } = answered(await call(rollovers.prepare, { ...input, parts: [...input.parts] }))
  const rollover = async () => answered(await call(rollovers.list, {})).data[0]
  do expect(await answers()).toEqual(before)
  while ((await rollover())?.state === 'preparing')
  expect(await rollover()).toMatchObject({ state: 'ready', made: { manuals: 1, pages: 1 } })
  expect(await answers()).toEqual(before)
  answered(await call(rollovers.goLive, { rollover_id: data._id }))
  const after = await answers()
  for (const [place, { address, etag }] of (after ?? []).entries())
    expect([address, etag === before?.[place]?.etag]).toEqual([address, !/(years|manuals)$/.test(address)])
})

it('calls that come together after each server was restarted in turn are all answered', async () => {
  const ports = [await freePort(), await freePort()]
  const servers = ports.map(startAnswering)
  const proxy = await inFront(ports)
  const calls = () =>
    Promise.all(Array.from({ length: 12 }, async () => (await fetch(proxy.url, { method: 'POST' })).status))
  const allAnswered = Array.from({ length: 12 }, () => 200)
  try {
    stopAnswering(servers[0])
    expect(await calls()).toEqual(allAnswered)
    servers[0] = startAnswering(ports[0] ?? 0)
    // Meanwhile nobody calls.
    await setTimeout(2_500)
    stopAnswering(servers[1])
    expect(await calls()).toEqual(allAnswered)
  } finally {
    servers.forEach(stopAnswering)
  }
})

/** Answers after a moment, as calls do. */
function startAnswering(port: number) {
  const server = createServer(async (_request, answer) => {
    await setTimeout(100)
    answer.end('{}')
  })
  return server.listen(port, '127.0.0.1')
}

function stopAnswering(server?: Server) {
  server?.close()
  server?.closeAllConnections()
}

describe('what nginx answers itself has the form of the server’s answers', () => {
  let proxy: Awaited<ReturnType<typeof startNginx>>
  beforeAll(async () => {
    proxy = await inFront([await freePort()])
  })

  it('where a body is too large', async () => {
    const { port, hostname } = new URL(proxy.url)
    const headers = { 'content-length': String(60 * 1024 ** 2) }
    const asked = request({ port, hostname, path: '/api/v1/admin/manuals/create_pdf', method: 'POST', headers })
    asked.flushHeaders()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([413, 'application/json; charset=utf-8'])
    expect(JSON.parse(await text(answer))).toEqual({ code: 'too_large', message: 'The request is too large.' })
    asked.destroy()
  })

  it('where no server is up', async () => {
    const answer = await fetch(`${proxy.url}/api/v1/admin/years/list`, { method: 'POST' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '5'])
    expect(await answer.json()).toEqual({
      code: 'unavailable',
      message: expect.stringMatching(/^The server does not answer\. /),
    })
  })
})

it('nginx accepts deploy/nginx.conf as it is', () => {
  expect(testShippedConfig).not.toThrow()
})
