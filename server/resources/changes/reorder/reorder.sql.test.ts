import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { renumber } from './reorder.service.ts'

const MAX = Number.MAX_SAFE_INTEGER

describe('new numbers', () => {
  /** The numbers of the records in their new order, and how many records got a new one. */
  function afterMove(numbers: number[], from: number, to: number, options = {}) {
    const rows = numbers.map((seq_no, index) => ({ id: `r${index}`, seq_no }))
    const changed = new Map(renumber(rows, from, to, options).map(({ id, seq_no }) => [id, seq_no]))
    const [moved] = rows.splice(from, 1)
    if (moved) rows.splice(to, 0, moved)
    return [rows.map(({ id, seq_no }) => changed.get(id) ?? seq_no), changed.size]
  }

  it.each([
    ['pass on from one record to the next', [1, 2, 3, 4], 0, 2, [1, 2, 3, 4], 3],
    ['pass on upwards as well', [1, 2, 3, 4, 5], 3, 1, [1, 2, 3, 4, 5], 3],
    ['leave gaps where they were', [10, 20, 30, 40], 0, 1, [10, 20, 30, 40], 2],
    ['leave no gap where the first one was', [1, 2, 3], 0, 2, [1, 2, 3], 3],
    ['begin with 1 where the first one is moved to', [1, 2], 1, 0, [1, 2], 2],
    ['take a free one for the last record, which leaves no gap', [1, 2, 5, 9], 3, 2, [1, 2, 3, 5], 1],
    ['take the one before the first for the last record', [4, 7, 9], 2, 0, [3, 4, 7], 1],
    ['push others only up to the next gap', [1, 2, 3, 7, 8, 9], 5, 1, [1, 2, 3, 4, 7, 8], 3],
    ['take a free one for a record whose own another one has as well', [1, 1, 2], 0, 2, [1, 2, 3], 1],
    ['part equals only around the moved record', [1, 1, 1, 2, 2], 4, 1, [1, 2, 3, 3, 4], 3],
    ['never become 0', [0, 1, 2], 2, 0, [1, 2, 3], 3],
    ['leave a 0 that stands aside', [0, 1, 2], 2, 1, [0, 1, 2], 2],
    ['use the largest one', [1, MAX - 1, MAX], 0, 2, [1, MAX - 1, MAX], 3],
  ])('%s', (_what, numbers, from, to, expected, changed) => {
    expect(afterMove(numbers, from, to)).toEqual([expected, changed])
  })

  it('stay among the records that keep them', () => {
    expect(afterMove([3, 8, 20], 2, 0, { keeps: true })).toEqual([[3, 8, 20], 3])
  })
})

describe('admin/reorder', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await buildTestApp()
  })
  afterEach(() => app.close())

  const order = async () => (await app.call(rvTypes.list, { page: 1 })).data.map(({ name }) => name).join('')
  const move = (record_id: string | undefined, before: string | null | undefined) =>
    app.call(records.reorder, { record_type: 'rv_types', record_id, before })

  it('moves a record before another one or to the end, as one change that can be undone', async () => {
    const ids: string[] = []
    for (const [index, name] of ['A', 'B', 'C', 'D'].entries()) {
      ids.push((await app.call(rvTypes.add, { name, seq_no: index + 1 })).data._id)
    }
    const [a, b, , d] = ids
    const moved = await move(d, b)
    expect([await order(), moved.message]).toEqual(['ADBC', 'RV type moved successfully.'])
    expect(moved.data).toMatchObject({ kind: 'reorder', record_type: 'rv_types', title: 'D' })
    const toTheEnd = await move(a, null)
    expect(await order()).toBe('DBCA')
    // The others, whose numbers shift, come before it.
    expect(toTheEnd.data?.title).toBe('A')
    expect(await move(a, null)).toMatchObject({ message: 'Nothing was changed.', change_id: null, data: null })
    expect(await move(a, a)).toMatchObject({ change_id: null, data: null })
    const back = await move(a, d)
    expect(await order()).toBe('ADBC')
    expect((await app.refusal(changes.undo, { change_id: toTheEnd.change_id })).status).toBe(409)
    for (const { change_id } of [back, toTheEnd, moved]) await app.call(changes.undo, { change_id })
    expect(await order()).toBe('ABCD')
    const stale = { cat_id: b, name: 'Bee', seq_no: 2, version: 1 }
    expect((await app.call(rvTypes.edit, stale)).data.name).toBe('Bee')
  })

  it('names the record that was moved, also where only others get new numbers', async () => {
    const ids: string[] = []
    for (const name of ['C', 'B', 'A']) ids.push((await app.call(rvTypes.add, { name, seq_no: 1 })).data._id)
    const [c = '', , a] = ids
    expect(await order()).toBe('ABC')
    const moved = await move(c, a)
    expect(await order()).toBe('CAB')
    expect(moved.data).toMatchObject({ title: 'C', record_count: 1 })
    const history = async () =>
      (await app.call(changes.of_record, { record_type: 'rv_types', record_id: c })).data.map(
        ({ change }) => change.sentence,
      )
    const sentence = 'Administrator moved “C” before “A”'
    expect(await history()).toEqual([sentence, 'Administrator added RV type “C”'])
    const undone = await app.call(changes.undo, { change_id: moved.change_id })
    expect([await order(), undone.data.sentence]).toEqual(['ABC', 'Administrator undid: moved “C” before “A”'])
    const redone = await app.call(changes.undo, { change_id: undone.change_id })
    expect([await order(), redone.data.sentence]).toEqual(['CAB', 'Administrator moved “C” before “A” again'])
  })

  it('of a record that kept its number is not in the way of undoing what was before', async () => {
    const b = (await app.call(rvTypes.add, { name: 'B', seq_no: 1 })).change_id
    const { data: a } = await app.call(rvTypes.add, { name: 'A', seq_no: 1 })
    const { data: rv } = await app.call(changes.get, { change_id: b })
    await move(rv[0]?.record_id, a._id)
    expect(await order()).toBe('BA')
    await app.call(changes.undo, { change_id: b })
    expect((await app.call(rvTypes.list, { page: 1, is_deleted: false })).data.map(({ name }) => name)).toEqual(['A'])
  })

  it('stays within its topic, and refuses what has no sequence or does not exist', async () => {
    const [roof, floor] = await Promise.all(
      ['Roof', 'Floor'].map(async (name) => (await app.call(topics.add, { name, seq_no: 1 })).data._id),
    )
    const sub = async (topic_id: string | undefined, name: string, seq_no: number) =>
      (await app.call(subTopics.add, { topic_id, name, seq_no })).data._id
    const [one, two, other] = [await sub(roof, 'One', 1), await sub(roof, 'Two', 2), await sub(floor, 'Other', 1)]
    await app.call(records.reorder, { record_type: 'sub_topics', record_id: two, before: one })
    const now = (await app.call(subTopics.list, { page: 1 })).data
    expect(Object.fromEntries(now.map(({ name, seq_no }) => [name, seq_no]))).toEqual({ One: 2, Two: 1, Other: 1 })
    const refusal = (fields: object) =>
      app.refusal(records.reorder, { record_type: 'sub_topics', record_id: two, before: null, ...fields })
    expect((await refusal({ before: other })).errors).toEqual({ before: ['This record belongs to another sequence.'] })
    expect((await refusal({ record_type: 'years' })).status).toBe(422)
    expect((await refusal({ record_id: 'none' })).status).toBe(404)
    expect((await refusal({ before: 'none' })).status).toBe(404)
  })
  it('changes places only with models of the same type and year unless it is asked to, which keep their numbers', async () => {
    const type = (await app.call(rvTypes.add, { name: 'Camper', seq_no: 1 })).data._id
    const [year, other] = await Promise.all(
      ['2026', '2027'].map(async (name) => (await app.call(years.add, { name })).data._id),
    )
    const ids: Record<string, string> = {}
    for (const [index, name] of ['A', 'x', 'B', 'y', 'C'].entries()) {
      const fields = { cat_id: type, name, seq_no: index + 1, description: 'One.' }
      const year_id = name < 'a' ? year : other
      ids[name] = (await app.call(models.add, { ...fields, year_id })).data._id
    }
    const names = async () =>
      (await app.call(models.list, { page: 1, sort: [{ field: 'seq_no', order: 'asc' }] })).data
        .map(({ name }) => name)
        .join('')
    const move = { record_type: 'models', record_id: ids.C, before: ids.A } as const
    const moved = await app.call(records.reorder, { ...move, in_part: true })
    expect([await names(), moved.data?.record_count]).toEqual(['CxAyB', 1])
    expect((await app.refusal(records.reorder, { ...move, before: ids.x, in_part: true })).errors).toEqual({
      before: ['This record belongs to another sequence.'],
    })
    await app.call(records.reorder, { ...move, before: ids.B })
    expect(await names()).toBe('AxCyB')
    await app.call(records.reorder, { ...move, before: ids.y, in_part: false })
    expect(await names()).toBe('AxCyB')
    await app.call(records.reorder, { ...move, before: ids.A, in_part: false })
    expect(await names()).toBe('CAxyB')
  })

  it('touches nobody else: others keep their version, and what was done to them can be undone', async () => {
    const made: { _id: string; change_id: string | null }[] = []
    for (const [place, name] of ['A', 'B', 'C', 'D'].entries()) {
      const { data, change_id } = await app.call(rvTypes.add, { name, seq_no: place + 1 })
      made.push({ _id: data._id, change_id })
    }
    const [a, b, c, d] = made
    const gone = await app.call(rvTypes.delete, { cat_id: c?._id })
    const moved = await move(d?._id, a?._id)
    expect(moved.data?.record_count).toBe(1)
    const rows = (await app.call(rvTypes.list, {})).data
    expect(rows.map(({ name, seq_no, version }) => [name, seq_no, version])).toEqual([
      ['D', 1, 2],
      ['A', 2, 1],
      ['B', 3, 1],
      ['C', 4, 2],
    ])
    // A form open meanwhile keeps the shifted number, and says so.
    const edited = await app.call(rvTypes.edit, { cat_id: b?._id, name: 'Bee', seq_no: 2, version: 1 })
    expect([edited.data.seq_no, edited.merged]).toEqual([
      3,
      [{ field: 'seq_no', by: 'Administrator', at: expect.any(String) }],
    ])
    expect((await app.call(rvTypes.edit, { cat_id: a?._id, name: 'A', seq_no: 1, version: 1 })).data.seq_no).toBe(1)
    await app.call(rvTypes.edit, { cat_id: a?._id, name: 'A', seq_no: 2 })
    for (const change_id of [gone.change_id, moved.change_id]) await app.call(changes.undo, { change_id })
    expect(await order()).toBe('ABeeCD')
    await app.call(changes.undo, { change_id: made[2]?.change_id })
  })

  it('is undone where others have been moved since: the record has its number again, and what is in its way goes on', async () => {
    const ids: string[] = []
    for (const [place, name] of ['Y', 'A', 'B', 'C', 'M'].entries())
      ids.push((await app.call(rvTypes.add, { name, seq_no: place + 1 })).data._id)
    const [y, a, , , m] = ids
    const moved = await move(m, a)
    expect(await order()).toBe('YMABC')
    await move(y, a)
    expect(await order()).toBe('MYABC')
    await app.call(changes.undo, { change_id: moved.change_id })
    expect(await order()).toBe('YABMC')
  })

  it('refuses where no larger number is left, and says what to do', async () => {
    const ids: string[] = []
    for (const name of ['A', 'B', 'C']) {
      ids.push((await app.call(rvTypes.add, { name, seq_no: MAX })).data._id)
    }
    const refusal = await app.refusal(records.reorder, { record_type: 'rv_types', record_id: ids[2], before: ids[0] })
    expect(refusal.message).toBe('There is no larger sequence number. Please give the last ones smaller numbers first.')
  })
})

describe('admin/next_number', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await buildTestApp()
  })
  afterEach(() => app.close())

  const next = async (record_type: 'rv_types' | 'sub_topics', within?: string) =>
    (await app.call(records.next_number, { record_type, within })).data.seq_no

  it('answers the number after the last one, of deleted records too, and 1 for the first', async () => {
    expect(await next('rv_types')).toBe(1)
    const { _id } = (await app.call(rvTypes.add, { name: 'A', seq_no: 7 })).data
    await app.call(rvTypes.delete, { cat_id: _id })
    expect(await next('rv_types')).toBe(8)
    await app.call(rvTypes.add, { name: 'B', seq_no: MAX })
    expect(await next('rv_types')).toBeNull()
  })

  it('counts within the topic, which has to be said', async () => {
    const topic = async (name: string) => (await app.call(topics.add, { name, seq_no: 1 })).data._id
    const [roof, floor] = [await topic('Roof'), await topic('Floor')]
    await app.call(subTopics.add, { topic_id: roof, name: 'One', seq_no: 4 })
    expect([await next('sub_topics', roof), await next('sub_topics', floor)]).toEqual([5, 1])
    expect((await app.refusal(records.next_number, { record_type: 'sub_topics' })).errors).toHaveProperty('within')
    expect((await app.refusal(records.next_number, { record_type: 'years' })).status).toBe(422)
  })
})
