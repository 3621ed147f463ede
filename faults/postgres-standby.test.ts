import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { years } from '#contract/years.ts'
import type { RunningServer } from '../e2e/server.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { answered, type Call, callerOf } from './call.ts'
import { listenTo } from './listen.ts'
import { ask, createDatabase, startOn } from './postgres.ts'
import { PATIENCE } from './rounds.ts'
import { startSwitch } from './switch.ts'
import { keyOf, signIn } from './workload.ts'

const SOON = { timeout: 120_000, interval: 100 }

type Postgres = Awaited<ReturnType<typeof startPrivatePostgres>>
let primary: Postgres
let standby: Postgres
let address: Awaited<ReturnType<typeof startSwitch>>
let server: RunningServer
let dataDir: string
let name: string
let call: Call
let token: string
let next = 2000
vi.setConfig({ testTimeout: PATIENCE })

beforeAll(async () => {
  primary = await startPrivatePostgres({ durable: true })
  name = (await createDatabase(primary)).split('/').at(-1) ?? ''
  standby = await startPrivatePostgres({ durable: true, follows: primary.url })
  address = await startSwitch(primary.url)
  dataDir = mkdtempSync(join(tmpdir(), 'standby-'))
  server = await startOn(`${address.url}/${name}`, dataDir)
  token = await signIn(server.url, dataDir)
  call = callerOf(server.url, keyOf(dataDir), token)
}, PATIENCE)
afterAll(async () => {
  await server.stop()
  address.stop()
  for (const postgres of [standby, primary]) postgres.throwAway()
  rmSync(dataDir, { recursive: true })
})

const addYear = async () => answered(await call(years.add, { name: String(next++) }))
const statusOf = async (path: string) => (await fetch(server.url + path)).status
const yearsIn = async ({ url }: Postgres) =>
  (await ask<{ name: string }>(`${url}/${name}`, 'select name from years order by name')).map(({ name }) => name)

/** Cuts all connections, so that the server connects to the read-only standby. */
async function fallToStandby() {
  await vi.waitFor(async () => expect(await yearsIn(standby)).toEqual(await yearsIn(primary)), SOON)
  address.pointTo(standby.url)
  address.cut()
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(503), SOON)
  const refused = await call(years.add, { name: '1999' })
  expect(refused).toMatchObject({ known: false, status: 503, body: { message: expect.stringContaining('data') } })
  // All its connections lead there.
  const lists = await Promise.all(Array.from({ length: 50 }, () => call(years.list, {})))
  const total = (await yearsIn(standby)).length
  expect(lists.map((list) => answered(list).data.length)).toEqual(lists.map(() => total))
}

it('a server that has come to a standby leaves it once its address leads to the one that writes', async () => {
  await addYear()
  const stream = await listenTo(server, keyOf(dataDir), token)
  await fallToStandby()
  // Its connections to the standby stay open, because the standby keeps running.
  address.pointTo(primary.url)
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), SOON)
  await Promise.all(Array.from({ length: 50 }, addYear))
  await vi.waitFor(() => expect(stream.events).toContain('change'), SOON)
  stream.stop()
  expect(await yearsIn(primary)).toHaveLength(51)
})

it('a server goes on by itself when the standby takes over, with every acknowledged change', async () => {
  await addYear()
  await fallToStandby()
  const before = await yearsIn(primary)
  await primary.crash('immediate')
  await standby.promote()
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), SOON)
  await addYear()
  expect(await yearsIn(standby)).toEqual([...before, String(next - 1)])
  await primary.start()
})
