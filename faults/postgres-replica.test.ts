import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { addressOf } from '#contract/endpoint.ts'
import { sampleOf } from '#contract/kinds.ts'
import { content } from '#contract/owner/content.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import type { RunningServer } from '../e2e/server.ts'
import { freePort } from '../server/testing/free-port.ts'
import { aPicture } from '../server/testing/pictures.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { random } from '../server/testing/seed.ts'
import { type Ask, listedFor, syncingApp } from '../server/testing/syncing-app.ts'
import { answered, type Call, callerOf } from './call.ts'
import { ask, createDatabase, startOn } from './postgres.ts'
import { PATIENCE } from './rounds.ts'
import { keyOf, signIn } from './workload.ts'

const SOON = { timeout: 120_000, interval: 100 }
const CHANGES = 20

type Postgres = Awaited<ReturnType<typeof startPrivatePostgres>>
let primary: Postgres
let replica: Postgres
let server: RunningServer
let dataDir: string
let name: string
let metricsPort: number
let call: Call
let next = 2000
vi.setConfig({ testTimeout: PATIENCE })

beforeAll(async () => {
  primary = await startPrivatePostgres()
  name = (await createDatabase(primary)).split('/').at(-1) ?? ''
  replica = await startPrivatePostgres({ follows: primary.url })
  dataDir = mkdtempSync(join(tmpdir(), 'replica-'))
  metricsPort = await freePort()
  server = await startOn(`${primary.url}/${name}`, dataDir, {
    DATABASE_READ_URL: `${replica.url}/${name}`,
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'info',
  })
  call = callerOf(server.url, keyOf(dataDir), await signIn(server.url, dataDir))
  await readFromReplica()
}, PATIENCE)
afterAll(async () => {
  await server.stop()
  for (const postgres of [replica, primary]) postgres.throwAway()
  rmSync(dataDir, { recursive: true })
})

const onReplica = (text: string) => ask(`${replica.url}/${name}`, text)
const addYear = async () => answered(await call(years.add, { name: String(next++) })).data.name

/** The names of the published years, as an owner's app reads them. */
async function publishedYears() {
  const headers = { 'x-api-key': keyOf(dataDir) }
  const answer = await fetch(server.url + addressOf(content.years), { headers })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name)
}

/** How many reads ended like this. */
async function reads(outcome: 'replica' | 'behind' | 'failed') {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(new RegExp(`^published_reads_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(metrics)?.[1])
}

/** Waits until the replica answers what has just changed; on a busy machine it gets that later each time. */
async function readFromReplica() {
  const before = await reads('replica')
  let pause = 0
  await vi.waitFor(async () => {
    const added = await addYear()
    await setTimeout((pause += 50))
    expect(await publishedYears()).toContain(added)
    expect(await reads('replica')).toBeGreaterThan(before)
  }, SOON)
}

/** Changes content again and again; a read after each change must find it. */
async function changeAndRead() {
  for (let place = 0; place < CHANGES; place++) {
    const added = await addYear()
    expect(await publishedYears()).toContain(added)
  }
}

/** A call of a visitor's app. */
const asVisitor: Ask = async (endpoint, input) => {
  const address = `${server.url}${addressOf(endpoint)}?${new URLSearchParams(input as Record<string, string>)}`
  const answer = await fetch(address, { headers: { 'x-api-key': keyOf(dataDir) } })
  expect(answer.status).toBe(200)
  return endpoint.output.parse(await answer.json()) as never
}

/** Changes something that an app holds, and what shows it: names, deletions, restores, pictures. */
async function changeContent({ topic_id, subTopic, cat_id }: { topic_id: string; subTopic: string; cat_id: string }) {
  const name = `Name ${next++}`
  const acts = [
    () => addYear(),
    () => call(rvTypes.edit, { cat_id, name, seq_no: 1 }),
    () => call(topics.edit, { topic_id, name, seq_no: 1 }),
    () => call(topics.delete, { topic_id }),
    () => call(topics.restore, { topic_id }),
    () => call(subTopics.delete, { sub_topic_id: subTopic }),
    () => call(subTopics.restore, { sub_topic_id: subTopic }),
    async () => call(dealers.add, { ...sampleOf('dealers'), name, logo: await aPicture() } as never),
  ]
  // Some are refused, such as restoring what belongs to a deleted topic.
  await acts[Math.floor(random() * acts.length)]?.().catch(() => {})
}

describe('a read replica', () => {
  it('that lags is read again once it has caught up, and no owner gets an older answer meanwhile', async () => {
    const [answeredBefore, behindBefore] = [await reads('replica'), await reads('behind')]
    await onReplica('select pg_wal_replay_pause()')
    await changeAndRead()
    expect([await reads('replica'), await reads('behind')]).toEqual([answeredBefore, behindBefore + CHANGES])
    await onReplica('select pg_wal_replay_resume()')
    await readFromReplica()
  })

  it('that lags keeps nothing from an app that only syncs, and has it forget nothing', async () => {
    const topic_id = answered(await call(topics.add, { name: 'Water', seq_no: 1 })).data._id
    const subTopic = answered(await call(subTopics.add, { topic_id, name: 'Pump', seq_no: 1 })).data._id
    const cat_id = answered(await call(rvTypes.add, { name: 'Camper', seq_no: 1 })).data._id
    const [often, before, after] = [syncingApp(asVisitor), syncingApp(asVisitor), syncingApp(asVisitor)]
    await before.sync()
    await onReplica('select pg_wal_replay_pause()')
    const answeredBefore = await reads('replica')
    for (let place = 0; place < CHANGES; place++) {
      await changeContent({ topic_id, subTopic, cat_id })
      // What a sync has told, the lists give at once, although the replica does not have it.
      expect(await often.sync()).toEqual(await listedFor(asVisitor))
    }
    const paused = await onReplica('select pg_is_wal_replay_paused() as paused')
    expect(paused).toEqual([{ paused: true }])
    await onReplica('select pg_wal_replay_resume()')
    for (let place = 0; place < CHANGES; place++) {
      await changeContent({ topic_id, subTopic, cat_id })
      expect(await often.sync()).toEqual(await listedFor(asVisitor))
    }
    await readFromReplica()
    expect(await reads('replica')).toBeGreaterThan(answeredBefore)
    const listed = await listedFor(asVisitor)
    for (const app of [often, before, after]) expect(await app.sync()).toEqual(listed)
    expect(listed.length).toBeGreaterThan(CHANGES / 2)
  })

  it('that hangs, or is gone, keeps no owner waiting long, and is read again when it is back', async () => {
    for (const [stop, goOn] of [
      [() => replica.hang(), () => replica.goOn()],
      [() => replica.crash('immediate'), () => replica.start()],
    ] as const) {
      await stop()
      await changeAndRead()
      await goOn()
      await readFromReplica()
    }
    expect(server.output()).toContain('the read replica does not answer: published content is read from the database')
  })

  it('is refused where it is none of this database', async () => {
    const other = await createDatabase(primary)
    const folder = mkdtempSync(join(tmpdir(), 'foreign-'))
    const settings = { DATABASE_READ_URL: `${primary.url}/${name}`, LOG_LEVEL: 'warn' }
    await expect(startOn(other, folder, settings)).rejects.toThrow(
      'The settings cannot be used. DATABASE_READ_URL: leads to another database than DATABASE_URL',
    )
    rmSync(folder, { recursive: true })
  })
})
