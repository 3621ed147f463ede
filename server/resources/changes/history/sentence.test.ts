import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { calls } from '#contract/calls.ts'
import { changes, records } from '#contract/changes.ts'
import { models } from '#contract/models.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import { openAppSession } from '../../../auth/app-sessions.ts'
import { runNextJob } from '../../../jobs/jobs.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { manualFactory } from '../../../testing/manuals.ts'
import { addAnotherAdmin, addOwner } from '../../../testing/people.ts'
import { changeJobs } from '../change-jobs.ts'
import type { ChangeFacts } from './facts.repository.ts'
import { sentenceOf } from './sentence.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const latest = async () => (await app.call(changes.list, { page: 1 })).data[0]
async function told() {
  const change = await latest()
  const { sentence, parts = [] } = change ?? {}
  expect(parts.map(({ text }) => text).join('')).toBe(sentence)
  return sentence
}
/** The records named in the newest sentence, each with its link. */
const links = async () => (await latest())?.parts.flatMap(({ text, link }) => (link ? [[text, link]] : []))
const undo = (change_id: string | null, as = {}) => app.call(changes.undo, { change_id }, as)

const aTopic = async (name: string, seq_no = 1) => (await app.call(topics.add, { name, seq_no })).data._id
const aSubTopic = async (topic_id: string, name: string, seq_no = 1) =>
  (await app.call(subTopics.add, { topic_id, name, seq_no })).data._id

async function aLine(type = 'Truck Camper', year = '2027') {
  const cat_id = (await app.call(rvTypes.add, { name: type, seq_no: 1 })).data._id
  const year_id = (await app.call(years.add, { name: year })).data._id
  return { cat_id, year_id }
}
async function someModels(line: { cat_id: string; year_id: string }, names: string[]) {
  const ids = []
  for (const [place, name] of names.entries()) {
    const model = { ...line, name, seq_no: place + 1, description: 'A model' }
    ids.push((await app.call(models.add, model)).data._id)
  }
  return ids
}
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, place) => String(from + place))

describe('a call of its own kind', () => {
  const facts: Omit<ChangeFacts, 'call'> = {
    kind: 'other',
    action: null,
    detail: null,
    done_count: null,
    is_redo: false,
    record_type: 'admins',
    title: 'Dana',
    record_count: 1,
    expected_count: null,
    state: 'done',
    left_count: 0,
    by: { _id: 'dana', name: 'Dana', kind: 'admin' },
    records: [{ record_type: 'admins', record_id: 'dana', title: 'Dana', within: 'dana@example.com', action: 'edit' }],
    counts: [['admins', 1]],
    fields: {},
    nameOf: () => undefined,
  }
  const own = Object.values(calls)
    .flatMap((some) => Object.values(some))
    .filter(({ change, path }) => change === 'other' && path !== 'admin/bulk' && path !== 'admin/sessions/end')
  const tell = (call: string) => sentenceOf({ ...facts, call }).sentence

  it.each(own.map(({ path }) => path))('%s is told as what it is', (path) => {
    expect(tell(path)).not.toBe(tell('unknown'))
  })

  it('is told in words', () => {
    expect(tell('admin/invitations/accept')).toBe('Dana accepted the invitation')
    expect(tell('admin/second_factor/passkey_add')).toBe('Dana added a passkey to their sign-in')
    expect(tell('admin/administrators/reset_factors')).toBe(
      'Dana removed the second factors of administrator Dana (dana@example.com)',
    )
    expect(tell('unknown')).toBe('Dana changed their profile')
  })
})

describe('the sentence of a change', () => {
  it('names a record with what tells it apart from its namesakes, and names it as it was then', async () => {
    const [model_id = ''] = await someModels(await aLine(), ['650'])
    expect(await latest()).toMatchObject({
      sentence: 'Administrator added model “650” (Truck Camper 2027)',
      details: [{ record_type: 'models', record_id: model_id, title: '650', within: 'Truck Camper 2027' }],
    })
    const sub_topic_id = await aSubTopic(await aTopic('Electrical'), 'Fuses')
    await app.call(subTopics.delete, { sub_topic_id })
    expect(await told()).toBe('Administrator removed sub topic “Fuses” (Electrical)')
    await app.call(subTopics.restore, { sub_topic_id })
    expect(await told()).toBe('Administrator restored sub topic “Fuses” (Electrical)')
  })

  it('tells who changed the own name by the name of before', async () => {
    await app.call(account.editProfile, { name: 'Ada Byron' })
    expect(await told()).toBe('Administrator changed their name to Ada Byron')
    await app.call(account.editProfile, { name: 'Ada Lovelace' })
    expect(await told()).toBe('Ada Byron changed their name to Ada Lovelace')
  })

  it('says of how many that were meant a change of many changed some, and what the others were', async () => {
    const ids: string[] = []
    for (const name of ['A', 'B', 'C']) ids.push((await app.call(rvTypes.add, { name, seq_no: 1 })).data._id)
    await app.call(rvTypes.delete, { cat_id: ids[0] })
    const { message } = await app.call(records.bulk, { record_type: 'rv_types', action: 'delete', ids })
    expect(message).toBe('2 of 3 RV types removed successfully. The others were already removed.')
    expect(await told()).toBe('Administrator removed 2 of 3 RV types (“B” and “C”); the others were already removed')
    const restored = await app.call(records.bulk, { record_type: 'rv_types', action: 'restore', ids })
    expect(restored.message).toBe('3 RV types restored successfully.')
    expect(await told()).toBe('Administrator restored 3 RV types (“A”, “B” and “C”)')
  })

  it('says what an edit changed, from what to what', async () => {
    const topic_id = await aTopic('Electrical')
    const sub_topic_id = await aSubTopic(topic_id, 'Fuses')
    await app.call(subTopics.edit, { sub_topic_id, topic_id, name: 'Fuse Box', seq_no: 1 })
    expect(await told()).toBe('Administrator renamed sub topic “Fuses” (Electrical) to “Fuse Box”')
    await app.call(subTopics.edit, { sub_topic_id, topic_id, name: 'Fuse Box', seq_no: 4 })
    expect(await told()).toBe('Administrator changed Sequence No. of sub topic “Fuse Box” (Electrical) from 1 to 4')
    const line = await aLine()
    const [model_id = ''] = await someModels(line, ['650'])
    const cat_id = (await app.call(rvTypes.add, { name: 'Fifth Wheel', seq_no: 2 })).data._id
    const model = { ...line, model_id, name: '650', seq_no: 1, description: 'A model' }
    await app.call(models.edit, { ...model, cat_id })
    expect(await told()).toBe(
      'Administrator changed RV Type of model “650” (Fifth Wheel 2027) from “Truck Camper” to “Fifth Wheel”',
    )
    await app.call(models.edit, { ...model, cat_id, name: '650X', description: 'Longer' })
    expect(await told()).toBe(
      'Administrator renamed model “650” (Fifth Wheel 2027) to “650X” and changed its Description',
    )
  })

  it('links the records that it names, never a word that reads like one', async () => {
    const topic_id = await aTopic('topic')
    const sub_topic_id = await aSubTopic(topic_id, 'No')
    await app.call(subTopics.edit, { sub_topic_id, topic_id, name: 'No', seq_no: 4 })
    expect(await told()).toBe('Administrator changed Sequence No. of sub topic “No” (topic) from 1 to 4')
    const admin = ['Administrator', expect.stringMatching(/^\/administrators\/./)]
    expect(await links()).toEqual([admin, ['No', `/sub-topics/${sub_topic_id}`]])
    expect((await latest())?.parts[0]?.is_actor).toBe(true)
    await app.call(topics.delete, { topic_id })
    expect(await told()).toBe('Administrator removed topic “topic” with 1 sub topic')
    expect(await links()).toEqual([admin, ['topic', `/topics/${topic_id}`]])
    const line = await aLine()
    const [model_id = ''] = await someModels(line, ['650'])
    const cat_id = (await app.call(rvTypes.add, { name: 'Fifth Wheel', seq_no: 2 })).data._id
    await app.call(models.edit, { ...line, model_id, cat_id, name: '650', seq_no: 1, description: 'A model' })
    expect(await links()).toEqual([
      admin,
      ['650', `/models/${model_id}`],
      ['Truck Camper', `/rv-types/${line.cat_id}`],
      ['Fifth Wheel', `/rv-types/${cat_id}`],
    ])
  })

  it('says who moved, from where to where', async () => {
    const ids = []
    for (const [place, name] of ['A', 'B', 'C', 'LP Gas'].entries()) ids.push(await aTopic(name, 2 * place))
    const move = { record_type: 'topics', record_id: ids[3], before: ids[1] }
    const { change_id } = await app.call(records.reorder, move)
    expect(await told()).toBe('Administrator moved “LP Gas” from 6 to 1')
    const grace = await addAnotherAdmin(app, 'Grace')
    const undone = await undo(change_id, grace)
    expect(undone.data.sentence).toBe('Grace undid what Administrator did: moved “LP Gas” from 6 to 1')
    expect(await told()).toBe(undone.data.sentence)
    const redone = await undo(undone.change_id, grace)
    expect([undone, redone].map(({ message, data }) => [message, data.is_redo])).toEqual([
      ['Change undone.', false],
      ['Change redone.', true],
    ])
    expect(redone.data.sentence).toBe('Grace redid what Administrator did: moved “LP Gas” from 6 to 1')
    await undo(redone.change_id)
    expect(await told()).toBe('Administrator undid: moved “LP Gas” from 6 to 1')
    await app.call(records.reorder, { record_type: 'topics', record_id: ids[0], before: ids[3] })
    expect(await told()).toMatch(/^Administrator moved “A” from \d to \d$/)
  })

  it('counts many, names the first, and says of what they are where all are of the same', async () => {
    const line = await aLine()
    const ids = await someModels(line, ['650', '775', ...numbers(46)])
    await app.call(records.bulk, { record_type: 'models', action: 'delete', ids })
    const change = await latest()
    expect(change?.sentence).toMatch(
      /^Administrator removed 48 models \(Truck Camper 2027: “\d+”, “\d+” and 46 more\)$/,
    )
    expect(change?.details).toHaveLength(10)
    expect(change?.sentence).toContain(`: “${change?.details[0]?.title}”, “${change?.details[1]?.title}” and`)

    const [other = ''] = await someModels(await aLine('Fifth Wheel', '2026'), ['650'])
    await app.call(records.bulk, { record_type: 'models', action: 'restore', ids: ids.slice(0, 1) })
    await app.call(records.bulk, { record_type: 'models', action: 'delete', ids: [...ids.slice(0, 1), other] })
    expect(await told()).toMatch(
      /^Administrator removed 2 models: “650” \((Truck Camper 2027|Fifth Wheel 2026)\) and “650” \((Truck Camper 2027|Fifth Wheel 2026)\)$/,
    )
  })

  it('says what went along', async () => {
    const topic_id = await aTopic('Electrical')
    for (const name of ['Fuses', 'Solar']) await aSubTopic(topic_id, name)
    await app.call(topics.delete, { topic_id })
    expect(await told()).toBe('Administrator removed topic “Electrical” with 2 sub topics')
    await app.call(topics.restore, { topic_id })
    expect(await told()).toMatch(/^Administrator restored topic “Electrical”/)
    const other = await aTopic('Plumbing', 2)
    await aSubTopic(other, 'Pumps')
    await app.call(records.bulk, { record_type: 'topics', action: 'delete', ids: [topic_id, other] })
    expect(await told()).toMatch(
      /^Administrator removed 2 topics \((“Electrical” and “Plumbing”|“Plumbing” and “Electrical”)\) with 3 sub topics$/,
    )
  })

  it('counts by kind what went along, also where it is much', async () => {
    const { aTopic, aSubTopic, aManual, aPage } = manualFactory(app)
    const topic = await aTopic()
    const manual = await aManual()
    const subTopics = []
    for (const name of numbers(120)) subTopics.push(await aSubTopic(topic._id, name))
    for (const subTopic of subTopics.slice(0, 2)) await aPage(manual._id, subTopic)
    const { change_id } = await app.call(topics.delete, { topic_id: topic._id })
    const removed = 'removed topic “Electrical” with 120 sub topics and 2 manual pages'
    expect(await told()).toBe(`Administrator ${removed}`)
    await undo(change_id)
    expect(await told()).toBe(`Administrator undid the removal of ${removed.replace('removed ', '')}`)
    const other = await aTopic('Plumbing')
    const ids = [topic._id, other._id]
    await app.call(records.bulk, { record_type: 'topics', action: 'delete', ids })
    expect(await told()).toMatch(/^Administrator removed 2 topics \(.*\) with 120 sub topics and 2 manual pages$/)
    expect((await latest())?.details).toHaveLength(10)
  })

  it('tells of owners, of their accounts, and of what administrators do to them', async () => {
    const user_id = await addOwner(app)
    const session = { token: await openAppSession(app.db, user_id) }
    await app.call(ownRecords.addChecklist, { name: 'Departure' }, session)
    expect(await told()).toBe('Grace Hopper added checklist “Departure”')
    const { email } = await app.call(users.get, { user_id }).then(({ data }) => data)
    await app.call(users.changeStatus, { user_id, status: false })
    expect(await told()).toBe(`Administrator deactivated user Grace Hopper (${email})`)
    await app.call(records.bulk, { record_type: 'users', action: 'activate', ids: [user_id] })
    expect(await told()).toBe(`Administrator activated user Grace Hopper (${email})`)
  })

  it('tells of a change of very many records while it runs, and of what came of it', async () => {
    await app.close()
    app = await buildTestApp({}, { largeChange: { moreThan: 3, step: 2 } })
    for (const name of numbers(7)) await app.call(rvTypes.add, { name: `Type ${name}`, seq_no: 1 })
    const { change_id } = await app.call(records.bulk, {
      record_type: 'rv_types',
      action: 'delete',
      matching: { is_deleted: false },
    })
    expect(await told()).toBe('Administrator is removing 7 RV types')
    await app.runJobs()
    expect(await told()).toMatch(/^Administrator removed 7 RV types \(“Type \d”, “Type \d” and 5 more\)$/)
    await undo(change_id)
    expect(await told()).toMatch(/^Administrator is undoing: removed 7 RV types \(/)
    await app.runJobs()
    expect(await told()).toMatch(/^Administrator undid the removal of 7 RV types \([^)]*\)$/)
  })

  it('says how many an undo took back that went on where an earlier one was stopped', async () => {
    await app.close()
    app = await buildTestApp({}, { largeChange: { moreThan: 3, step: 2 } })
    for (const name of numbers(7)) await app.call(rvTypes.add, { name: `Type ${name}`, seq_no: 1 })
    const all = { record_type: 'rv_types', action: 'delete', matching: { is_deleted: false } }
    const { change_id } = await app.call(records.bulk, all)
    await app.runJobs()
    const first = await app.call(changes.undo, { change_id })
    await runNextJob(app.db, changeJobs(app.deps), app.deps.log)
    await app.call(changes.stop, { change_id: first.change_id })
    await app.runJobs()
    const second = await app.call(changes.undo, { change_id })
    await app.runJobs()
    expect(await told()).toMatch(/^Administrator undid the removal of 7 RV types \(.*\); 5 of 7 records$/)
    await undo(second.change_id)
    await app.runJobs()
    expect(await told()).toMatch(/^Administrator removed 7 RV types \(.*\) again; 5 of 7 records$/)
  })

  it('says that an undo is older than the history when it is', async () => {
    const { change_id } = await app.call(rvTypes.add, { name: 'Toy Hauler', seq_no: 1 })
    await undo(change_id)
    await app.db
      .deleteFrom('activity')
      .where('change_id', '=', change_id ?? '')
      .execute()
    await app.db
      .deleteFrom('changes')
      .where('id', '=', change_id ?? '')
      .execute()
    expect(await told()).toBe('Administrator undid an earlier change of “Toy Hauler”')
  })

  it('stands in the history of a record and in the details of a change', async () => {
    const { data, change_id } = await app.call(rvTypes.add, { name: 'Toy Hauler', seq_no: 1 })
    const sentence = 'Administrator added RV type “Toy Hauler”'
    const history = await app.call(changes.of_record, { record_type: 'rv_types', record_id: data._id })
    expect(history.data[0]?.change.sentence).toBe(sentence)
    expect((await app.call(changes.get, { change_id })).change.sentence).toBe(sentence)
  })

  it('takes as many statements for sixty changes as for two', async () => {
    const count = async (per_page: number) => {
      const { statements } = await app.statementsOf(() => app.call(changes.list, { page: 1, per_page }))
      // A slow call checks its session again.
      return statements.filter((text) => !text.includes('token_hash')).length
    }
    for (const name of numbers(60)) await aTopic(`Topic ${name}`)
    const few = await count(2)
    expect(few).toBeGreaterThan(3)
    expect(await count(60)).toBe(few)
  })
})
