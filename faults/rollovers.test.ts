import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { content } from '#contract/owner/content.ts'
import { rollovers } from '#contract/rollovers.ts'
import { years } from '#contract/years.ts'
import { newId } from '../server/clock.ts'
import { insertMany } from '../server/db/engines/insert-many.ts'
import type { Db } from '../server/db/schema.ts'
import { inTransaction } from '../server/db/transaction.ts'
import { random } from '../server/testing/seed.ts'
import { answered, callerOf } from './call.ts'
import { places } from './places.ts'
import { PATIENCE } from './rounds.ts'
import { keyOf, signIn } from './workload.ts'

const MANUALS = 30
const SUB_TOPICS = 170
const KILLS = 1
/** Longer than the lease of a job that its process left behind. */
const LONGEST_WAIT_MS = 180_000

/** Adds a manual of the year for each of many types, with a page about each sub topic. */
async function fill(db: Db, year_id: string) {
  const at = new Date().toISOString()
  const row = (fields: object) => ({
    id: newId(),
    is_deleted: 0,
    version: 1,
    created_at: at,
    updated_at: at,
    ...fields,
  })
  const some = <Row>(count: number, make: (place: number) => Row) => Array.from({ length: count }, (_, at) => make(at))
  const named = (name: string, seq_no: number) => row({ name, name_key: name.toLowerCase(), seq_no })
  const topic = named('Electrical', 1)
  const subTopics = some(SUB_TOPICS, (place) => ({ ...named(`Part ${place}`, place), topic_id: topic.id }))
  const types = some(MANUALS, (place) => named(`Type ${place}`, place))
  const none = { pdf_file: null, pdf_made_at: null, pdf_digest: null }
  const own = types.map(({ id }) => row({ cat_id: id, year_id, ...none }))
  const text = { content: '<p>Look here.</p>', content_key: 'look here.', content_words: 'look here' }
  const pages = own.flatMap(({ id: manual_id }) =>
    subTopics.map(({ id }) => row({ manual_id, topic_id: topic.id, subtopic_id: id, ...text })),
  )
  await inTransaction(db, async (db) => {
    await insertMany(db, 'topics', [{ ...topic, required: 0 }])
    await insertMany(db, 'sub_topics', subTopics)
    await insertMany(db, 'rv_types', types)
    await insertMany(db, 'manuals', own)
    await insertMany(db, 'manual_pages', pages)
  })
  await db.destroy()
}

const seen: Endpoint[] = [content.rvTypes, content.years, content.models, content.manuals]

it.each(places)(
  'a model year is prepared unseen by owners, each page once although its server is killed, and goes live at its time: %s',
  async (_name, prepare) => {
    const { dataDir, start, open, end } = await prepare()
    let server = await start()
    const token = await signIn(server.url, dataDir)
    const call = () => callerOf(server.url, keyOf(dataDir), token)
    const asOwner = async (endpoint: Endpoint) => {
      const answer = await fetch(`${server.url}${addressOf(endpoint)}`, { headers: { 'x-api-key': keyOf(dataDir) } })
      return answer.text()
    }
    async function killed() {
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
      server = await start()
    }

    const year = answered(await call()(years.add, { name: '2026' })).data._id
    await server.stop()
    await fill(open(), year)
    server = await start()
    const answers = async () => (await Promise.all(seen.map(asOwner))).join('\n')
    const before = await answers()

    const { data: begun } = answered(
      await call()(rollovers.prepare, { from_year_id: year, name: '2027', parts: ['manuals', 'pages'] }),
    )
    const rollover = async () => {
      const [one] = answered(await call()(rollovers.list, {})).data
      if (!one) throw new Error('the rollover is gone')
      return one
    }
    for (let kill = 0; kill < KILLS && (await rollover()).state === 'preparing'; kill++) {
      await setTimeout(random() * 400)
      await killed()
      expect(await answers()).toBe(before)
    }
    for (let waited = 0; (await rollover()).state === 'preparing' && waited < LONGEST_WAIT_MS; waited += 500)
      await setTimeout(500)
    expect(await rollover()).toMatchObject({
      state: 'ready',
      counts: { models: 0, manuals: MANUALS, pages: MANUALS * SUB_TOPICS },
      made: { models: 0, manuals: MANUALS, pages: MANUALS * SUB_TOPICS },
    })
    expect(answered(await call()(manualPages.list, { is_deleted: false })).total).toBe(2 * MANUALS * SUB_TOPICS)
    expect(await answers()).toBe(before)

    const at = new Date(Date.now() + 2000).toISOString()
    await call()(rollovers.goLive, { rollover_id: begun._id, at })
    await killed()
    for (let waited = 0; (await rollover()).state === 'ready' && waited < 60_000; waited += 500) await setTimeout(500)
    const { data } = JSON.parse(await asOwner(content.years)) as { data: { name: string }[] }
    expect(data.map(({ name }) => name)).toEqual(['2027', '2026'])
    await server.stop()
    end()
  },
  PATIENCE + 600_000,
)
