import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manualPages } from '#contract/manual-pages.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { manualFactory } from '../../testing/manuals.ts'

/** Two topics with two sub topics each, and two pages for each of those. `above` is the position of the parent. */
type Thing = { kind: 'topic' | 'subTopic' | 'page'; id: string; above: number | null }

let app: TestApp
const things: Thing[] = []
beforeAll(async () => {
  app = await buildTestApp()
  const make = manualFactory(app)
  const manuals = [await make.aManual('Travel Trailer', '2024'), await make.aManual('Truck Camper', '2025')]
  for (const name of ['Electrical', 'Plumbing']) {
    const topic = await make.aTopic(name)
    const above = things.push({ kind: 'topic', id: topic._id, above: null }) - 1
    for (const part of ['first', 'second']) {
      const subTopic = await make.aSubTopic(topic._id, part)
      const parent = things.push({ kind: 'subTopic', id: subTopic._id, above }) - 1
      for (const manual of manuals) {
        things.push({ kind: 'page', id: (await make.aPage(manual._id, subTopic))._id, above: parent })
      }
    }
  }
})
afterAll(() => app.close())

const calls = {
  topic: { endpoints: topics, which: (id: string) => ({ topic_id: id }) },
  subTopic: { endpoints: subTopics, which: (id: string) => ({ sub_topic_id: id }) },
  page: { endpoints: manualPages, which: (id: string) => ({ manual_page_id: id }) },
}

async function carryOut(verb: 'delete' | 'restore', { kind, id }: Thing) {
  const { endpoints, which } = calls[kind]
  return (await app.send(endpoints[verb].path, which(id))).statusCode
}

/** Whether each of them is deleted, according to the lists. */
async function statesRead() {
  const rows = [topics.list, subTopics.list, manualPages.list].map(async (list) => (await app.call(list, {})).data)
  const deleted = new Map((await Promise.all(rows)).flat().map(({ _id, is_deleted }) => [_id, is_deleted]))
  return things.map(({ id }) => deleted.get(id))
}

const isBelow = (place: number, top: number): boolean => {
  const above = things[place]?.above ?? null
  return place === top || (above !== null && isBelow(above, top))
}

it('whatever is deleted and restored in whatever order, parents and children stand as the rules say', async () => {
  const move = fc.tuple(fc.constantFrom('delete' as const, 'restore' as const), fc.nat({ max: 13 }))
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 14 }), async (moves) => {
      for (const thing of things) await carryOut('restore', thing)
      let expected = things.map(() => false)
      for (const [verb, place] of moves) {
        const thing = things[place] as Thing
        const held = thing.above !== null && expected[thing.above] === true
        const refused = verb === 'restore' && held && expected[place] === true
        const changes = expected[place] !== (verb === 'delete') && !refused
        expect(await carryOut(verb, thing)).toBe(refused ? 422 : 200)
        if (changes) expected = expected.map((was, other) => (isBelow(other, place) ? verb === 'delete' : was))
        expect(await statesRead()).toEqual(expected)
      }
      for (const [place, { above }] of things.entries()) {
        if (above !== null && expected[above]) expect(expected[place]).toBe(true)
      }
    }),
    { numRuns: 40 },
  )
})
