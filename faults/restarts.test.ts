import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
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
const servers: RunningServer[] = []
const proxies: Awaited<ReturnType<typeof startNginx>>[] = []
const inFront = async (ports: number[]) => {
  const proxy = await startNginx(ports)
  proxies.push(proxy)
  return proxy
}
beforeAll(async () => {
  postgres = await startPrivatePostgres()
  dataDir = mkdtempSync(join(tmpdir(), 'restarts-'))
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  for (const { process } of servers) process.kill('SIGKILL')
  postgres.throwAway()
  rmSync(dataDir, { recursive: true, force: true })
})

const READERS = 4

it(
  `two servers behind the shipped nginx.conf, each restarted ${FEW_ROUNDS} times in turn while callers read, write and print: no call fails`,
  async () => {
    const url = await createDatabase(postgres)
    const ports = [await freePort(), await freePort()]
    // The drain is the shipped one, and a stop reaches the whole group, as that of a service manager may.
    const start = (port = 0) =>
      startOn(url, dataDir, { PORT: String(port), DRAIN_SECONDS: '', TRUST_PROXY: '1' }, ['setsid'])
    for (const port of ports) servers.push(await start(port))
    const proxy = await inFront(ports)
    const [key, token] = [keyOf(dataDir), await signIn(proxy.url, dataDir)]
    const failures: unknown[] = []
    let calls = 0
    const call: Call = async (endpoint, ...words) => {
      const outcome = await callerOf(proxy.url, key, token)(endpoint, ...words)
      calls++
      if (!outcome.known) failures.push({ call: endpoint.path, ...outcome })
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
