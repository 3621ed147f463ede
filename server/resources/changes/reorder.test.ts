import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { renumber } from './reorder.service.ts'

const MAX = Number.MAX_SAFE_INTEGER
const place = (seq_no: number, id = `at ${seq_no}`) => ({ id, seq_no })

describe('new numbers', () => {
  it.each([
    ['none where it stands rightly', place(5, 'm'), [place(3)], [place(8)], []],
    ['one between two free numbers', place(9, 'm'), [place(3)], [place(8)], [4]],
    ['one at the end', place(1, 'm'), [place(8)], [], [9]],
    ['one at the start', place(9, 'm'), [], [place(3)], [2]],
    [
      'those after it, up to the next gap',
      place(9, 'm'),
      [place(1), place(0)],
      [place(2), place(3), place(7)],
      [2, 3, 4],
    ],
    [
      'those before it, where that is fewer',
      place(9, 'm'),
      [place(4), place(2)],
      [place(5), place(6), place(7)],
      [4, 3],
    ],
    ['none below zero', place(9, 'm'), [], [place(0), place(1)], [0, 1, 2]],
    [
      'those before it, where there are no larger ones',
      place(9, 'm'),
      [place(MAX), place(MAX - 1), place(5)],
      [],
      [MAX, MAX - 1, MAX - 2],
    ],
    ['those before it, below the largest one', place(9, 'm'), [place(MAX - 1)], [place(MAX)], [MAX - 1, MAX - 2]],
    ['different ones among equals', place(9, 'm'), [place(1)], [place(1, 'b'), place(1, 'c')], [2, 3, 4]],
  ])('are %s', (_what, moved, before, after, numbers) => {
    expect(renumber(moved, before, after).map(({ seq_no }) => seq_no)).toEqual(numbers)
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
    expect(await move(a, null)).toMatchObject({ change_id: null, data: null })
    expect(await move(a, a)).toMatchObject({ change_id: null, data: null })
    const back = await move(a, d)
    expect(await order()).toBe('ADBC')
    expect((await app.refusal(changes.undo, { change_id: toTheEnd.change_id })).status).toBe(409)
    for (const { change_id } of [back, toTheEnd, moved]) await app.call(changes.undo, { change_id })
    expect(await order()).toBe('ABCD')
    const stale = { cat_id: b, name: 'Bee', seq_no: 2, version: 1 }
    expect((await app.call(rvTypes.edit, stale)).data.name).toBe('Bee')
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
    expect(Object.fromEntries(now.map(({ name, seq_no }) => [name, seq_no]))).toEqual({ One: 1, Two: 0, Other: 1 })
    const refusal = (fields: object) =>
      app.refusal(records.reorder, { record_type: 'sub_topics', record_id: two, before: null, ...fields })
    expect((await refusal({ before: other })).errors).toEqual({ before: ['This record belongs to another sequence.'] })
    expect((await refusal({ record_type: 'years' })).status).toBe(422)
    expect((await refusal({ record_id: 'none' })).status).toBe(404)
    expect((await refusal({ before: 'none' })).status).toBe(404)
  })
})
