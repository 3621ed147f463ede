import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { models } from '#contract/models.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { manualFactory } from '../../testing/manuals.ts'
import { addAnotherAdmin, addCatalogue, addOwner } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const aType = async (name = 'Toy Hauler', seq_no = 1) => app.call(rvTypes.add, { name, seq_no })
const undo = (change_id: string | null, as = {}) => app.call(changes.undo, { change_id }, as)
const typeNow = async (cat_id: string) => (await app.call(rvTypes.get, { cat_id })).data

describe('a changing call', () => {
  it('answers with its change, and with none when nothing differed', async () => {
    const { data, change_id } = await aType()
    const same = { cat_id: data._id, name: 'Toy Hauler', seq_no: 1 }
    expect((await app.call(rvTypes.edit, same)).change_id).toBeNull()
    const listed = await app.call(changes.list, { page: 1 })
    expect(listed).toMatchObject({ total: 1, current_page: 1 })
    expect(listed.data[0]).toMatchObject({
      _id: change_id,
      by: { name: 'Administrator', kind: 'admin' },
      kind: 'add',
      message: 'RV type added successfully.',
      record_type: 'rv_types',
      title: 'Toy Hauler',
      record_count: 1,
      state: 'done',
      undoes: null,
      undone_by: null,
      can_undo: true,
    })
  })

  it('gives the same change again when it is repeated', async () => {
    const once = { idempotencyKey: 'one' }
    const add = () => app.call(rvTypes.add, { name: 'A', seq_no: 1 }, once)
    const first = await add()
    expect(await add()).toEqual(first)
    expect((await app.call(changes.list, { page: 1 })).total).toBe(1)
    await undo(first.change_id)
    expect(await add()).toMatchObject({ change_id: first.change_id, can_undo: false })
  })

  it('is one change of all that it took along', async () => {
    const topic_id = (await app.call(topics.add, { name: 'Roof', seq_no: 1 })).data._id
    for (const name of ['Vents', 'Solar']) await app.call(subTopics.add, { topic_id, name, seq_no: 1 })
    const { change_id } = await app.call(topics.delete, { topic_id })
    const { change, data, total } = await app.call(changes.get, { change_id, page: 1 })
    expect([change.title, change.record_count, total]).toEqual(['Roof', 3, 3])
    expect(data.map(({ record_type, title, kind }) => [record_type, title, kind])).toEqual([
      ['topics', 'Roof', 'delete'],
      ['sub_topics', expect.any(String), 'delete'],
      ['sub_topics', expect.any(String), 'delete'],
    ])
    expect((await app.call(changes.get, { change_id, page: 2, per_page: 2 })).data).toEqual(data.slice(2))
  })

  it('is filtered by who, what, kind and time', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    await aType()
    await app.call(topics.add, { name: 'Roof', seq_no: 1 }, grace)
    const titles = async (filters: object) =>
      (await app.call(changes.list, { page: 1, filters })).data.map(({ title }) => title)
    expect(await titles({ by: { value: 'gra' } })).toEqual(['Roof'])
    expect(await titles({ title: { value: 'hauler' } })).toEqual(['Toy Hauler'])
    expect(await titles({ message: { value: 'topic added' } })).toEqual(['Roof'])
    expect(await titles({ record_type: { value: 'rv_types' } })).toEqual(['Toy Hauler'])
    expect(await titles({ kind: { value: 'delete' } })).toEqual([])
    const day = new Date().toISOString().slice(0, 10)
    expect(await titles({ at: { op: 'between_inclusive', value: day, value_to: day } })).toEqual(['Roof', 'Toy Hauler'])
    expect(await titles({ at: { op: 'lt', value: day } })).toEqual([])
    const sorted = await app.call(changes.list, { page: 1, sort: [{ field: 'at', order: 'asc' }] })
    expect(sorted.data.map(({ title }) => title)).toEqual(['Toy Hauler', 'Roof'])
  })
})

describe('what an owner changes within an hour', () => {
  let grace: { token: string }
  beforeEach(async () => {
    grace = { token: await openAppSession(app.db, await addOwner(app)) }
  })
  afterEach(() => vi.useRealTimers())
  const add = async (name: string, as = grace) =>
    (await app.call(ownRecords.addChecklist, { name }, as)).change_id ?? ''
  const listed = async (input: object = {}) =>
    (await app.call(changes.list, { page: 1, ...input })).data.map(({ title, folded_count }) => [title, folded_count])

  it('is one row of the list, whatever others do meanwhile, and all of it on demand', async () => {
    await add('A')
    await aType()
    const ada = { token: await openAppSession(app.db, await addOwner(app, 'Ada Byron')) }
    await add('Of Ada', ada)
    await add('B')
    expect(await listed()).toEqual([
      ['B', 2],
      ['Of Ada', 1],
      ['Toy Hauler', 0],
    ])
    const { data, total } = await app.call(changes.list, { page: 1, per_page: 1 })
    expect(total).toBe(3)
    const all = [
      ['B', 0],
      ['A', 0],
      ['Grace Hopper', 0],
    ]
    expect(await listed({ filters: { fold: { value: data[0]?.fold } } })).toEqual(all)
    expect(await listed({ filters: { by: { value: 'grace' } } })).toEqual(all)
    expect(await listed({ sort: [{ field: 'at', order: 'asc' }] })).toEqual((await listed()).reverse())
  })

  it('begins anew after that hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000)
    await add('A')
    minutes(50)
    await add('B')
    minutes(15)
    await add('C')
    expect(await listed()).toEqual([
      ['C', 0],
      ['B', 2],
    ])
    minutes(-600)
    await add('D')
    vi.useRealTimers()
    expect(new Set((await listed()).map(([title]) => title))).toEqual(new Set(['B', 'C', 'D']))
  })

  it('is still one change each, with a history, which can be undone', async () => {
    const [one, other] = [await add('A'), await add('B')]
    const { change, data } = await app.call(changes.get, { change_id: one, page: 1 })
    expect([change.title, change.can_undo, data.length]).toEqual(['A', true, 1])
    const { record_id, record_type } = data[0] as { record_id: string; record_type: string }
    expect((await app.call(changes.of_record, { record_id, record_type })).data[0]?.change._id).toBe(one)
    await undo(one)
    expect((await app.call(ownRecords.checklists, {}, grace)).data.map(({ name }) => name)).toEqual(['B'])
    expect((await app.call(changes.get, { change_id: one, page: 1 })).change.can_undo).toBe(false)
    expect(await listed()).toEqual([
      ['A', 0],
      ['B', 2],
    ])
    await undo(other)
    expect((await app.call(ownRecords.checklists, {}, grace)).total).toBe(0)
  })

  it('does not fold what an administrator does', async () => {
    for (const name of ['A', 'B']) await app.call(checklists.add, { name })
    expect((await listed()).slice(0, 2)).toEqual([
      ['B', 0],
      ['A', 0],
    ])
  })
})

describe('the history of a record', () => {
  it('has each version with its fields as forms call them, newest first', async () => {
    const { category, year, model } = await addCatalogue(app)
    const other = (await aType('Class A')).data._id
    const fields = { cat_id: other, year_id: year, name: '2285', seq_no: 7, description: 'Bunks for two.' }
    const edit = await app.call(models.edit, { model_id: model, ...fields })
    const { data, total } = await app.call(changes.of_record, { record_type: 'models', record_id: model })
    expect([total, data.map(({ kind, version }) => [kind, version])]).toEqual([
      2,
      [
        ['edit', 2],
        ['add', 1],
      ],
    ])
    expect(data[0]?.change._id).toBe(edit.change_id)
    expect(data[0]?.fields).toEqual([
      {
        field: 'cat_id',
        label: 'RV Type',
        type: 'reference',
        from: { _id: category, name: 'Type of 2285' },
        to: { _id: other, name: 'Class A' },
      },
      { field: 'seq_no', label: 'Sequence No.', type: 'number', from: 1, to: 7 },
    ])
  })

  it('never has a password', async () => {
    const user_id = await addOwner(app)
    await app.call(users.resetPassword, { user_id })
    const { data } = await app.call(changes.of_record, { record_type: 'users', record_id: user_id })
    expect(data[0]?.fields).toEqual([{ field: 'password', label: 'Password', type: 'secret', from: '***', to: '***' }])
    expect(data[0]?.change.can_undo).toBe(false)
    const all = JSON.stringify(await app.db.selectFrom('activity').selectAll().execute())
    expect(all).not.toContain('"unknown"')
  })

  it('has long texts shortened, and whole in their entry', async () => {
    const make = manualFactory(app)
    const sub = await make.aSubTopic((await make.aTopic())._id)
    const paragraphs = (word: string) =>
      `<p>${'Look here. '.repeat(400)}</p><p>${word}</p><p>${'And here. '.repeat(400)}</p>`
    const page = await make.aPage((await make.aManual())._id, sub, paragraphs('First'))
    await app.call(manualPages.edit, { manual_page_id: page._id, content: paragraphs('Second') })
    const which = { record_type: 'manual_pages', record_id: page._id, page: 1 }
    const { data } = await app.call(changes.of_record, which)
    const [field] = data[0]?.fields ?? []
    expect(field).toMatchObject({ is_shortened: true, from: expect.stringContaining('First') })
    expect(String(field?.to).length).toBeLessThanOrEqual(2000)
    const whole = await app.call(changes.entry, { entry_id: data[0]?.entry_id })
    expect(whole.data.fields[0]).toMatchObject({ from: paragraphs('First').trim(), to: paragraphs('Second').trim() })
    expect([whole.data.change._id, whole.data.fields[0]?.is_shortened]).toEqual([data[0]?.change._id, undefined])
    expect((await app.refusal(changes.entry, { entry_id: 'none' })).status).toBe(404)
  })

  it('is not there for a record that does not exist', async () => {
    const missing = { record_type: 'years', record_id: 'none' }
    expect((await app.refusal(changes.of_record, missing)).status).toBe(404)
  })
})

describe('undo', () => {
  it('takes back an edit and an addition, and can be undone itself', async () => {
    const { data, change_id: added } = await aType()
    const { change_id: edited } = await app.call(rvTypes.edit, { cat_id: data._id, name: 'Hauler', seq_no: 2 })
    const undone = await undo(edited)
    expect(undone).toMatchObject({
      message: 'Change undone.',
      data: { _id: undone.change_id, kind: 'undo', undoes: edited, title: 'Hauler', record_count: 1 },
    })
    expect(await typeNow(data._id)).toMatchObject({ name: 'Toy Hauler', seq_no: 1, version: 3 })
    await undo(undone.change_id)
    expect(await typeNow(data._id)).toMatchObject({ name: 'Hauler', seq_no: 2 })
    expect((await app.refusal(changes.undo, { change_id: undone.change_id })).message).toBe(
      'This change has already been undone.',
    )
    expect((await app.refusal(changes.undo, { change_id: added })).status).toBe(409)
    // What the second undo restored counts again.
    await undo(edited)
    expect(await typeNow(data._id)).toMatchObject({ name: 'Toy Hauler', seq_no: 1 })
    expect((await app.refusal(changes.undo, { change_id: edited })).errors).toEqual({
      change_id: ['This change has already been undone.'],
    })
  })

  it('takes back an addition after what came later has been taken back', async () => {
    const { data, change_id: added } = await aType()
    const { change_id: edited } = await app.call(rvTypes.edit, { cat_id: data._id, name: 'Hauler', seq_no: 2 })
    await undo(edited)
    await undo(added)
    expect(await typeNow(data._id)).toMatchObject({ name: 'Toy Hauler', is_deleted: true })
  })

  it('leaves what others changed since in other fields, and refuses where the field has another value', async () => {
    const { data } = await aType()
    const first = await app.call(rvTypes.edit, { cat_id: data._id, name: 'Hauler', seq_no: 1 })
    const grace = await addAnotherAdmin(app, 'Grace')
    await app.call(rvTypes.edit, { cat_id: data._id, name: 'Hauler', seq_no: 9 }, grace)
    await undo(first.change_id)
    expect(await typeNow(data._id)).toMatchObject({ name: 'Toy Hauler', seq_no: 9 })
    const second = await app.call(rvTypes.edit, { cat_id: data._id, name: 'Big Hauler', seq_no: 9 })
    await app.call(rvTypes.edit, { cat_id: data._id, name: 'Small Hauler', seq_no: 9 }, grace)
    const refusal = await app.refusal(changes.undo, { change_id: second.change_id })
    expect([refusal.status, refusal.message, refusal.data]).toEqual([
      409,
      '“Small Hauler” cannot be undone: Grace has since changed Name.',
      {
        record_count: 0,
        obstacle_count: 1,
        obstacles: [
          {
            record_type: 'rv_types',
            record_id: data._id,
            title: 'Small Hauler',
            reason: 'Grace has since changed Name.',
          },
        ],
        records: [
          { record_type: 'rv_types', record_id: data._id, title: 'Small Hauler', by: 'Grace', at: expect.any(String) },
        ],
      },
    ])
  })

  it('brings back exactly what a deletion took along', async () => {
    const topic_id = (await app.call(topics.add, { name: 'Roof', seq_no: 1 })).data._id
    const [vents, solar] = await Promise.all(
      ['Vents', 'Solar'].map(async (name) => (await app.call(subTopics.add, { topic_id, name, seq_no: 1 })).data._id),
    )
    await app.call(subTopics.delete, { sub_topic_id: solar })
    const { change_id } = await app.call(topics.delete, { topic_id })
    await undo(change_id)
    const list = (await app.call(subTopics.list, { page: 1 })).data
    expect(Object.fromEntries(list.map(({ _id, is_deleted }) => [_id, is_deleted]))).toEqual({
      [vents as string]: false,
      [solar as string]: true,
    })
  })

  it('of more records than `ask_above` is refused, and carried out where one has been asked', async () => {
    const ids: string[] = []
    for (const name of ['A', 'B', 'C']) ids.push((await app.call(rvTypes.add, { name, seq_no: 1 })).data._id)
    const { change_id } = await app.call(records.bulk, { record_type: 'rv_types', action: 'delete', ids })
    const refusal = await app.refusal(changes.undo, { change_id, ask_above: 2 })
    expect([refusal.status, refusal.code]).toEqual([409, 'to_be_asked'])
    expect((await app.call(changes.undo, { change_id, ask_above: 3 })).data.record_count).toBe(3)
    expect((await app.call(rvTypes.list, { page: 1, is_deleted: true })).data).toEqual([])
  })

  it('refuses in the usual words when a name has been taken since, and below a deleted parent', async () => {
    const { data } = await aType()
    const { change_id } = await app.call(rvTypes.delete, { cat_id: data._id })
    await aType()
    expect(await app.refusal(changes.undo, { change_id })).toMatchObject({
      status: 409,
      data: { obstacles: [{ record_type: 'rv_types', title: 'Toy Hauler', reason: 'RV type already exists.' }] },
    })
    const topic_id = (await app.call(topics.add, { name: 'Roof', seq_no: 1 })).data._id
    const sub = (await app.call(subTopics.add, { topic_id, name: 'Vents', seq_no: 1 })).data._id
    const gone = await app.call(subTopics.delete, { sub_topic_id: sub })
    await app.call(topics.delete, { topic_id })
    expect(await app.refusal(changes.undo, { change_id: gone.change_id })).toMatchObject({
      status: 409,
      message: '“Vents” cannot be undone: The topic “Roof” is Inactive. Please restore it first.',
    })
  })

  it('does not leave a sub topic behind below a topic that it takes away', async () => {
    const topic = await app.call(topics.add, { name: 'Roof', seq_no: 1 })
    await app.call(subTopics.add, { topic_id: topic.data._id, name: 'Vents', seq_no: 1 })
    const { status, data } = await app.refusal(changes.undo, { change_id: topic.change_id })
    expect([status, data]).toMatchObject([409, { records: [{ record_type: 'sub_topics', title: 'Vents' }] }])
  })

  it('is refused for what has left the house, for strangers’ ids, and by two at once for the second', async () => {
    const user_id = await addOwner(app)
    const { change_id } = await app.call(users.resetPassword, { user_id })
    expect(await app.refusal(changes.undo, { change_id })).toMatchObject({
      status: 422,
      message: 'This change cannot be undone.',
    })
    expect((await app.refusal(changes.undo, { change_id: 'none' })).status).toBe(404)
    const added = (await aType()).change_id
    const answers = await Promise.all([1, 2].map(() => app.send(changes.undo.path, { change_id: added })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
  })

  it('of an activation signs the owner out again', async () => {
    const user_id = await addOwner(app)
    await app.call(users.changeStatus, { user_id, status: false })
    const { change_id } = await app.call(users.changeStatus, { user_id, status: true })
    await undo(change_id)
    expect((await app.call(users.list, { page: 1 })).data[0]?.status).toBe(false)
  })
})

describe('an edit that comes with an older version', () => {
  const edit = (cat_id: string, fields: object, as = {}) => app.call(rvTypes.edit, { cat_id, ...fields }, as)

  it('is merged with what another changed in other fields', async () => {
    const { _id } = (await aType()).data
    const grace = await addAnotherAdmin(app, 'Grace')
    await edit(_id, { name: 'Toy Hauler', seq_no: 7, version: 1 }, grace)
    const { data, merged } = await edit(_id, { name: 'Hauler', seq_no: 1, version: 1 })
    expect(data).toMatchObject({ name: 'Hauler', seq_no: 7, version: 3 })
    expect(merged).toEqual([{ field: 'seq_no', by: 'Grace', at: expect.any(String) }])
  })

  it('does not collide when both changed to the same', async () => {
    const { _id } = (await aType()).data
    await edit(_id, { name: 'Hauler', seq_no: 7, version: 1 })
    const answer = await edit(_id, { name: 'Hauler', seq_no: 1, version: 1 })
    expect([answer.data.seq_no, answer.change_id, answer.merged]).toEqual([
      7,
      null,
      [expect.objectContaining({ field: 'seq_no' })],
    ])
  })

  it('is refused with base and collisions when both changed a field, and writes nothing', async () => {
    const { _id } = (await aType()).data
    const grace = await addAnotherAdmin(app, 'Grace')
    await edit(_id, { name: 'Theirs', seq_no: 7, version: 1 }, grace)
    const refusal = await app.refusal(rvTypes.edit, { cat_id: _id, name: 'Mine', seq_no: 1, version: 1 })
    expect(refusal).toMatchObject({
      status: 409,
      message: 'This record was changed by Grace in the meantime.',
      data: { name: 'Theirs', seq_no: 7, version: 2 },
      changed_by: 'Grace',
      base: { name: 'Toy Hauler', seq_no: 1 },
      collisions: ['name'],
    })
    expect(await typeNow(_id)).toMatchObject({ name: 'Theirs', version: 2 })
  })

  it('says who changed what collides, whoever has changed something else since', async () => {
    const { _id } = (await aType()).data
    const grace = await addAnotherAdmin(app, 'Grace')
    await edit(_id, { name: 'Theirs', seq_no: 1, version: 1 }, grace)
    await edit(_id, { name: 'Theirs', seq_no: 7, version: 2 })
    const refusal = await app.refusal(rvTypes.edit, { cat_id: _id, name: 'Mine', seq_no: 7, version: 1 })
    expect([refusal.message, refusal.by_yourself]).toEqual([
      'This record was changed by Grace in the meantime.',
      undefined,
    ])
  })

  it('says so when it was oneself, in another window', async () => {
    const { _id } = (await aType()).data
    await edit(_id, { name: 'Here', seq_no: 1, version: 1 })
    const refusal = await app.refusal(rvTypes.edit, { cat_id: _id, name: 'There', seq_no: 1, version: 1 })
    expect(refusal).toMatchObject({
      status: 409,
      message: 'You changed this record in another window in the meantime.',
      by_yourself: true,
    })
  })

  it('is refused when the record has been deleted since, and checked by its rules once merged', async () => {
    const { _id } = (await aType()).data
    await app.call(rvTypes.delete, { cat_id: _id })
    const deleted = await app.refusal(rvTypes.edit, { cat_id: _id, name: 'Mine', seq_no: 1, version: 1 })
    expect([deleted.status, deleted.collisions]).toEqual([409, ['is_deleted']])

    const { category, year, model } = await addCatalogue(app)
    const other = (await aType('Class A')).data._id
    const fields = { cat_id: category, year_id: year, name: '2285', seq_no: 1, description: 'Bunks for two.' }
    const twin = { ...fields, cat_id: other, name: 'Twin' }
    await app.call(models.add, twin)
    await app.call(models.edit, { model_id: model, ...fields, cat_id: other, version: 1 })
    const refused = await app.refusal(models.edit, { model_id: model, ...fields, name: 'Twin', version: 1 })
    expect(refused).toMatchObject({ status: 422, errors: { name: ['Model already exists.'] } })
  })

  it('is refused as before where the history does not reach back, and for a version from nowhere', async () => {
    const { _id } = (await aType()).data
    await edit(_id, { name: 'Toy Hauler', seq_no: 7 })
    await app.db.deleteFrom('activity').where('record_id', '=', _id).execute()
    const refusal = await app.refusal(rvTypes.edit, { cat_id: _id, name: 'Mine', seq_no: 1, version: 1 })
    expect([refusal.status, refusal.base, refusal.collisions]).toEqual([409, undefined, undefined])
    expect((await app.refusal(rvTypes.edit, { cat_id: _id, name: 'Mine', seq_no: 1, version: 9 })).status).toBe(409)
  })
})
