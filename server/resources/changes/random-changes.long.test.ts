import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import type { CallOutput } from '#contract/endpoint.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'

let app: TestApp

/**
 * What the back-office should hold, by id; `with` are the sub topics deleted along with the topic at its last deletion.
 */
type Topic = { name: string; deleted: boolean; with: string[] }
type SubTopic = { topic: string; name: string; deleted: boolean }
type Model = { topics: Map<string, Topic>; subTopics: Map<string, SubTopic> }

type Step = { what: number; one: number; other: number; who: boolean }
const steps = fc.array(fc.record({ what: fc.nat(11), one: fc.nat(), other: fc.nat(), who: fc.boolean() }), {
  minLength: 15,
  maxLength: 25,
})

/** How many names there are: each is used once. */
let names = 0

/** Including what an undo removed. */
const EVERY = { page: 1, per_page: 100, filters: { is_deleted: { op: 'in', value: ['true', 'false'] } } }

/** Carries out random changes by two administrators, and the same on a simple model. */
class Play {
  model: Model = { topics: new Map(), subTopics: new Map() }
  /** Every acknowledged change, with the model before it. */
  made: { id: string; before: Model }[] = []
  readonly others: { token: string }
  constructor(others: { token: string }) {
    this.others = others
  }

  /** Some initial records. */
  async addFirst() {
    for (const what of [0, 0, 2, 2]) await this.make({ what, one: 0, other: 0, who: false })
  }

  /** A random record among those wanted, by its place `number` in the map. */
  pick<Kind extends { deleted: boolean }>(kind: Map<string, Kind>, number: number, wanted: (one: Kind) => boolean) {
    const fitting = [...kind].filter(([, one]) => wanted(one))
    return fitting[number % Math.max(1, fitting.length)]
  }

  async make(step: Step) {
    const before = structuredClone(this.model)
    const answer = await this.change(step)
    if (answer?.change_id) this.made.push({ id: answer.change_id, before })
    const [held, expected] = [await this.held(), this.expected()]
    if (held.join('\n') !== expected.join('\n')) {
      throw new Error(`after ${JSON.stringify(step)} there is\n${held.join('\n')}\ninstead of\n${expected.join('\n')}`)
    }
  }

  private change({ what, one, other, who }: Step): Promise<{ change_id: string | null } | undefined> | undefined {
    const as = who ? this.others : {}
    const active = ({ deleted }: { deleted: boolean }) => !deleted
    const topic = this.pick(this.model.topics, one, active)
    const gone = this.pick(this.model.topics, one, ({ deleted }) => deleted)
    if (what <= 1 || !topic) return this.addTopic(as)
    if (what === 2) return this.addSubTopic(topic[0], as)
    if (what === 3) return this.renameTopic(topic, as)
    if (what === 4) return this.setTopics([topic], true, app.call(topics.delete, { topic_id: topic[0] }, as))
    if (what === 5) return gone && this.restore(gone, false, as)
    if (what === 6) return gone && this.restore(gone, true, as)
    if (what === 7) return this.deleteSubTopic(this.pick(this.model.subTopics, other, active), as)
    if (what === 8) {
      const some = [...this.model.topics].filter(([, { deleted }]) => !deleted).slice(0, 1 + (other % 3))
      const bulk = { record_type: 'topics', action: 'delete', ids: some.map(([id]) => id) }
      return this.setTopics(some, true, app.call(records.bulk, bulk, as))
    }
    if (what === 9) {
      const next = this.pick(this.model.topics, other, active)
      const move = { record_type: 'topics', record_id: topic[0], before: next?.[0] ?? null }
      return app.call(records.reorder, move, as)
    }
    return this.undoLast(as)
  }

  private async addTopic(as: object) {
    const name = `Topic ${names++}`
    const answer = await app.call(topics.add, { name, seq_no: names % 5 }, as)
    this.model.topics.set(answer.data._id, { name, deleted: false, with: [] })
    return answer
  }

  private async addSubTopic(topic_id: string, as: object) {
    const name = `Sub topic ${names++}`
    const answer = await app.call(subTopics.add, { topic_id, name, seq_no: 1 }, as)
    this.model.subTopics.set(answer.data._id, { topic: topic_id, name, deleted: false })
    return answer
  }

  private async renameTopic([topic_id, topic]: [string, Topic], as: object) {
    topic.name = `Topic ${names++}`
    const current = (await app.call(topics.list, EVERY)).data.find(({ _id }) => _id === topic_id)
    return app.call(topics.edit, { topic_id, name: topic.name, seq_no: current?.seq_no ?? 1 }, as)
  }

  private setTopics(some: [string, Topic][], deleted: boolean, answer: Promise<{ change_id: string | null }>) {
    for (const [id, topic] of some) {
      const below = [...this.model.subTopics].filter(([, sub]) => sub.topic === id && sub.deleted !== deleted)
      for (const [, sub] of below) sub.deleted = deleted
      if (deleted) topic.with = below.map(([subId]) => subId)
      topic.deleted = deleted
    }
    return answer
  }

  private async restore([topic_id, topic]: [string, Topic], only_with: boolean, as: object) {
    topic.deleted = false
    for (const [id, sub] of this.model.subTopics) {
      if (sub.topic === topic_id && (!only_with || topic.with.includes(id))) sub.deleted = false
    }
    return app.call(topics.restore, { topic_id, only_with }, as)
  }

  private async deleteSubTopic(found: [string, SubTopic] | undefined, as: object) {
    if (!found) return undefined
    found[1].deleted = true
    return app.call(subTopics.delete, { sub_topic_id: found[0] }, as)
  }

  private async undoLast(as: object) {
    const last = this.made.at(-1)
    if (!last) return undefined
    const answer = await app.call(changes.undo, { change_id: last.id }, as)
    this.model = structuredClone(last.before)
    // What was added is deleted, but still exists.
    const { data } = await app.call(changes.get, { change_id: last.id, page: 1, per_page: 100 })
    for (const { record_id, kind, record_type, title } of data) {
      if (kind !== 'add') continue
      if (record_type === 'topics') this.model.topics.set(record_id, { name: title, deleted: true, with: [] })
      else
        this.model.subTopics.set(record_id, {
          topic: this.topicOf(record_id, await this.allSubTopics()),
          name: title,
          deleted: true,
        })
    }
    return answer
  }

  private topicOf = (id: string, all: CallOutput<typeof subTopics.list>['data']) =>
    all.find(({ _id }) => _id === id)?.topic_id._id ?? ''
  private allSubTopics = async () => (await app.call(subTopics.list, EVERY)).data

  /** The actual and the expected content, in the same shape. */
  async held() {
    const listed = (await app.call(topics.list, EVERY)).data
    return sorted(
      [...listed, ...(await this.allSubTopics())].map(({ _id, name, is_deleted }) => [_id, name, is_deleted]),
    )
  }

  expected() {
    const all = [...this.model.topics, ...this.model.subTopics]
    return sorted(all.map(([id, { name, deleted }]) => [id, name, deleted]))
  }
}

const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort()

/** All content as stored, without what every change moves. */
async function content() {
  const tables = await Promise.all(
    (['topics', 'sub_topics'] as const).map((table) => app.db.selectFrom(table).selectAll().orderBy('id').execute()),
  )
  return tables.flat().map(({ version: _version, updated_at: _at, ...row }) => row)
}

it('random changes do what a plain model says, are all in the history, and undone in reverse leave what was', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (some) => {
      app = await buildTestApp()
      const grace = await addAnotherAdmin(app, 'Grace')
      const play = new Play(grace)
      await play.addFirst()
      const [before, known] = [await content(), play.made.length]
      for (const step of some) await play.make(step)

      const made = play.made.slice(known)
      for (const { id } of made) {
        const { change, total, data } = await app.call(changes.get, { change_id: id, page: 1, per_page: 100 })
        expect([change.state, total]).toEqual(['done', data.length])
      }
      for (const { id } of made.reverse()) await app.call(changes.undo, { change_id: id })
      const now = await content()
      const were = new Set(before.map(({ id }) => id))
      expect(now.filter(({ id }) => were.has(id))).toEqual(before)
      expect(now.filter(({ id, is_deleted }) => !were.has(id) && is_deleted === 0)).toEqual([])
      await app.close()
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})

const RUNS = 8
