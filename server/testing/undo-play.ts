import fc from 'fast-check'
import { type Change, changes, records } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import { inTransaction } from '../db/transaction.ts'
import { runNextJob } from '../jobs/jobs.ts'
import { recordNew } from '../records/plan/sources/facts.ts'
import { changeJobs } from '../resources/changes/change-jobs.ts'
import { buildTestApp } from './build-test-app.ts'
import { addAnotherAdmin, addOwner, changeBy } from './people.ts'
import { brokenRules, isActive, type PlayTable, playTables, type Row, rowsOf } from './undo-rules.ts'

const nat = fc.nat(1000)
/** One step: which act, on which records, by which of two administrators. */
type Step = { act: number; one: number; other: number; third: number; byGrace: boolean }
const step: fc.Arbitrary<Step> = fc.record({ act: nat, one: nat, other: nat, third: nat, byGrace: fc.boolean() })
export const steps = fc.array(step, { minLength: 20, maxLength: 40 })

type Call = [endpoint: Endpoint, input: object]

/**
 * Two administrators who change and undo anything, in an installation where changes of more than two records run in
 * steps of two. Refusals are part of it; broken rules are not.
 */
export async function undoPlay() {
  const app = await buildTestApp({}, { largeChange: { moreThan: 2, step: 2 } })
  const grace = await addAnotherAdmin(app, 'Grace')
  let names = 0
  const name = () => `Name ${names++}`
  const made: string[] = []

  async function pick(table: PlayTable, place: number, fits: (row: Row) => boolean = () => true) {
    const rows = (await rowsOf(app.db, table)).filter(fits)
    return rows[place % Math.max(1, rows.length)]
  }
  const keys: Record<PlayTable, string> = {
    rv_types: 'cat_id',
    years: 'year_id',
    models: 'model_id',
    topics: 'topic_id',
    sub_topics: 'sub_topic_id',
    manuals: 'manual_id',
    manual_pages: 'manual_page_id',
    users: 'user_id',
    rvs: 'rv_id',
  }
  const lifecycle = {
    rv_types: rvTypes,
    years,
    models,
    topics,
    sub_topics: subTopics,
    manuals,
    manual_pages: manualPages,
    rvs,
  }
  type Lived = keyof typeof lifecycle
  const lived = Object.keys(lifecycle) as Lived[]

  const acts: ((step: Step) => Promise<Call | undefined>)[] = [
    // Only a few names, so that they collide.
    async ({ third }) => [topics.add, { name: third ? `Topic ${third % 4}` : name(), seq_no: 1 }],
    async ({ third }) => [rvTypes.add, { name: third ? `Type ${third % 4}` : name(), seq_no: 1 }],
    async ({ one }) => {
      const topic = await pick('topics', one, isActive)
      return topic && [subTopics.add, { topic_id: topic.id, name: name(), seq_no: 1 }]
    },
    async ({ one, other }) => {
      const [manual, sub] = [await pick('manuals', one, isActive), await pick('sub_topics', other, isActive)]
      const page = { manual_id: manual?.id, topic_id: sub?.topic_id, subtopic_id: sub?.id, content: '' }
      return manual && sub && [manualPages.add, page]
    },
    async ({ one, other }) => {
      const [type, year] = [await pick('rv_types', one, isActive), await pick('years', other, isActive)]
      return type && year && [manuals.add, { category: type.id, year: year.id }]
    },
    async ({ one, other }) => {
      const [type, year] = [await pick('rv_types', one, isActive), await pick('years', other, isActive)]
      const fields = { cat_id: type?.id, year_id: year?.id, name: name(), seq_no: 1, description: 'x' }
      return type && year && [models.add, fields]
    },
    async ({ one, third }) => {
      const topic = await pick('topics', one)
      return topic && [topics.edit, { topic_id: topic.id, name: `Topic ${third % 4}`, seq_no: third % 5 }]
    },
    async ({ one, third }) => {
      const sub = await pick('sub_topics', one)
      return sub && [subTopics.edit, { sub_topic_id: sub.id, name: `Sub ${third % 3}`, seq_no: third % 5 }]
    },
    async ({ one, third }) => {
      const row = await pick('rv_types', one)
      return row && [rvTypes.edit, { cat_id: row.id, name: `Type ${third % 4}`, seq_no: third % 5 }]
    },
    async ({ one, other }) => {
      const [rv, model] = [await pick('rvs', one), await pick('models', other, isActive)]
      const choice = { category: model?.cat_id, year: model?.year_id, model: model?.id, serial_no: '' }
      return rv && model && [rvs.edit, { rv_id: rv.id, ...choice }]
    },
    async ({ one, third }) => {
      const user = await pick('users', one)
      return user && [users.changeStatus, { user_id: user.id, status: third % 2 === 0 }]
    },
    async ({ one, other }) => {
      const [moved, before] = [await pick('topics', one), await pick('topics', other)]
      return moved && [records.reorder, { record_type: 'topics', record_id: moved.id, before: before?.id ?? null }]
    },
    async ({ third }) => {
      const action = third % 2 ? 'activate' : 'deactivate'
      return [records.bulk, { record_type: 'users', action, matching: { is_deleted: false } }]
    },
    async ({ one, third }) => {
      const table = lived[one % lived.length] ?? 'topics'
      const action = third % 2 ? 'delete' : 'restore'
      return [records.bulk, { record_type: table, action, matching: { is_deleted: action === 'restore' } }]
    },
    async ({ one, other, third }) => {
      const [model, type] = [await pick('models', one), await pick('rv_types', other, isActive)]
      const fields = { name: model?.name, seq_no: third % 5, description: 'x', year_id: model?.year_id }
      return model && type && [models.edit, { model_id: model.id, cat_id: type.id, ...fields }]
    },
  ]
  const change = async ({ one, other, third }: Step): Promise<Call | undefined> => {
    const table = lived[one % lived.length] ?? 'topics'
    const row = await pick(table, other)
    const call = row && (row.is_deleted ? lifecycle[table].restore : lifecycle[table].delete)
    return row && call && [call, { [keys[table]]: row.id, ...(third % 2 && { only_with: true }) }]
  }
  const undo = async ({ one, third }: Step): Promise<Call | undefined> => {
    // Mostly one of the last ones.
    const change_id = made.at(-1 - (one % Math.min(made.length, third % 3 ? 4 : made.length)))
    return change_id ? [changes.undo, { change_id, leave_obstacles: third % 2 === 0 }] : undefined
  }

  async function act(step: Step) {
    const kinds = [...acts, change, change, change, undo, undo, undo, undo]
    const call = await kinds[step.act % kinds.length]?.(step)
    if (!call) return
    const [endpoint, input] = call
    const response = await app.send(endpoint, input, step.byGrace ? grace : {})
    if (response.statusCode >= 500) throw new Error(`${endpoint.path} ${JSON.stringify(input)}: ${response.body}`)
    const { change_id } = response.json<{ change_id?: string | null }>()
    if (response.statusCode === 200 && change_id) made.push(change_id)
  }

  /** Content as stored, without what every change moves. */
  async function content() {
    const rows: Record<string, Row> = {}
    for (const table of playTables) {
      for (const { version: _version, updated_at: _at, seq: _seq, ...row } of await rowsOf(app.db, table))
        rows[`${table} ${row.id}`] = row as Row
    }
    return rows
  }

  return {
    app,
    act,
    content,
    made,
    /** Adds some of everything. */
    async begin() {
      for (const act of [0, 0, 1, 1, 1, 2, 2, 2])
        await this.act({ act, one: names, other: 0, third: 0, byGrace: false })
      const year_id = (await app.call(years.add, { name: '2026' })).data._id
      await app.call(years.add, { name: '2027' })
      for (const act of [4, 4, 5, 5, 5, 3, 3, 3, 3]) {
        const from = names++
        await this.act({ act, one: from, other: from, third: 0, byGrace: false })
      }
      const model = await pick('models', 0)
      for (const owner of ['Ann', 'Bob', 'Cleo']) {
        const user_id = await addOwner(app, owner)
        const rv = {
          user_id,
          cat_id: String(model?.cat_id),
          year_id,
          model_id: String(model?.id),
          serial_no: '',
          external_id: null,
          sold_by: null,
          transfer_refused: null,
          full_vin: null,
          vin: '111111',
        }
        const values = { ...rv, year_id: String(model?.year_id) }
        await inTransaction(app.db, (db) => recordNew(db, 'rvs', values, changeBy({ _id: user_id, kind: 'user' })))
      }
      await app.runJobs()
      made.length = 0
    },
    /** Takes one step of the running changes. */
    oneStep: () => runNextJob(app.db, changeJobs(app.deps), app.deps.log),
    stop: async (place: number) => {
      const running = await app.db.selectFrom('changes').select('id').where('state', '=', 'running').execute()
      const one = running[place % Math.max(1, running.length)]
      if (one) await app.call(changes.stop, { change_id: one.id })
    },
    /** Broken guarantees of the forms, and records whose origin the history does not explain. */
    broken: () => brokenRules(app.db),
    /** What lists leave out, named as in content. */
    async leftOut() {
      const marks = await app.db.selectFrom('undone_adds').selectAll().execute()
      return marks.map(({ table_name, record_id }) => `${table_name} ${record_id}`).toSorted()
    },
    /** Undoes everything that was done, last first. */
    async undoAll() {
      for (const change_id of made.toReversed()) {
        const { change } = await app.call(changes.get, { change_id })
        if (!change.can_undo) continue
        await app.call(changes.undo, { change_id })
        await app.runJobs()
        const undone = (await app.call(changes.get, { change_id })).change as Change
        const by = (await app.call(changes.get, { change_id: undone.undone_by })).change
        if (by.state !== 'done' || by.left_count) throw new Error(`${change.message} came to ${by.message}`)
      }
    },
  }
}
