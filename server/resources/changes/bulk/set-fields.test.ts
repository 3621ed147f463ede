import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, recordCalls, recordTypes } from '#contract/kinds.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({}, { largeChange: { moreThan: 5, step: 2 } })
})
afterEach(() => app.close())

const add = async (call: typeof rvTypes.add | typeof years.add, name: string) =>
  (await app.call(call, { name, seq_no: 1 })).data._id
async function catalogue() {
  const cat_id = await add(rvTypes.add, 'Toy Hauler')
  const [old, next] = [await add(years.add, '2026'), await add(years.add, '2027')]
  const aModel = async (name: string, year_id = old) =>
    (await app.call(models.add, { cat_id, year_id, name, seq_no: 1, description: 'Light.' })).data._id
  return { cat_id, old, next, aModel }
}
const set = (fields: object, more: object) => app.call(records.bulk, { action: 'set', fields, ...more })
const refusalOf = (fields: object, more: object) => app.refusal(records.bulk, { action: 'set', fields, ...more })
const yearsOf = async () => (await app.call(models.list, { per_page: 100 })).data.map(({ year_name }) => year_name)

describe('setting a field in many records', () => {
  it('is one change, told by its value, and undone whole', async () => {
    const { next, aModel } = await catalogue()
    const ids = [await aModel('A'), await aModel('B'), await aModel('C', next)]
    const { message, change_id, data } = await set({ year_id: next }, { record_type: 'models', ids })
    expect(message).toBe('2 of 3 models updated successfully. The others were already set.')
    expect(data).toMatchObject({ kind: 'edit', record_count: 2, state: 'done' })
    expect(await yearsOf()).toEqual(['2027', '2027', '2027'])
    const { change, data: told } = await app.call(changes.get, { change_id })
    expect(change.sentence).toMatch(
      /^Administrator set Year of 2 of 3 models.* to “2027”; the others were already set$/,
    )
    expect(told[0]?.fields).toMatchObject([{ field: 'year_id', from: { name: '2026' }, to: { name: '2027' } }])
    await app.call(changes.undo, { change_id })
    expect((await yearsOf()).toSorted()).toEqual(['2026', '2026', '2027'])
    expect((await set({ year_id: next }, { record_type: 'models', ids: [ids[2]] })).message).toBe(
      'Nothing was changed.',
    )
  })

  it('is named after the first record, also if the others change less', async () => {
    const { cat_id, old: year_id, next, aModel } = await catalogue()
    const heavy = { cat_id, year_id, name: 'A', seq_no: 1, description: 'Heavy.' }
    const ids = [(await app.call(models.add, heavy)).data._id, await aModel('B'), await aModel('C')]
    const { data } = await set({ year_id: next, description: 'Light.' }, { record_type: 'models', ids })
    expect(data).toMatchObject({ title: 'A', record_count: 3 })
  })

  it('is refused whole while a record refuses it, with all that would happen, or leaves that one', async () => {
    const { next, aModel } = await catalogue()
    const [one, twin, other] = [await aModel('Same'), await aModel('Other'), await aModel('Same', next)]
    const ids = [one, twin]
    const preview = {
      count: 1,
      changes: [
        { record_id: twin, title: 'Other', field: 'year_id', from: { name: '2026' }, to: { _id: next, name: '2027' } },
      ],
      refused: [{ record_id: one, title: 'Same', errors: { name: ['Model already exists.'] } }],
      refused_count: 1,
    }
    const asked = await set({ year_id: next }, { record_type: 'models', ids, preview: true })
    expect(asked).toMatchObject({ change_id: null, data: preview })
    const refused = await refusalOf({ year_id: next }, { record_type: 'models', ids })
    expect(refused).toMatchObject({ status: 409, code: 'obstacles', data: preview })
    expect(refused.message).toBe('1 model cannot be changed like this. Nothing was changed.')
    expect(await yearsOf()).toContain('2026')
    const left = await set({ year_id: next }, { record_type: 'models', ids, leave_obstacles: true })
    expect(left.message).toBe('1 model updated successfully. 1 model was left unchanged.')
    expect(left.data).toMatchObject({ left_count: 1, record_count: 1 })
    expect(other).toBeDefined()
  })

  it('notices two of the same name among those that it changes', async () => {
    const { cat_id, next, aModel, old } = await catalogue()
    const third = await add(years.add, '2025')
    const [one, two] = [await aModel('Same', old), await aModel('Same', third)]
    const { data } = await set({ year_id: next }, { record_type: 'models', ids: [one, two], preview: true })
    expect(data).toMatchObject({ count: 1, refused_count: 1 })
    expect(cat_id).toBeDefined()
  })

  it('is told by all fields that were set, also where the first record lacked only one', async () => {
    const { next, aModel } = await catalogue()
    const ids = [await aModel('A', next), await aModel('B')]
    const { change_id } = await set({ year_id: next, description: 'Heavy.' }, { record_type: 'models', ids })
    const { sentence } = (await app.call(changes.get, { change_id })).change
    expect(sentence).toMatch(/^Administrator set Year and Description of 2 models/)
  })

  it('goes by the rules of the form', async () => {
    const { data } = await app.call(maintenanceItems.add, {
      reminder_name: 'Seals',
      item_name: 'Roof',
      due_date: '2099-01-01',
      note: 'Look.',
    })
    const item = { record_type: 'maintenance_items', ids: [data._id] }
    expect(await refusalOf({ due_date: 'soon' }, item)).toMatchObject({
      status: 422,
      errors: { due_date: [expect.any(String)] },
    })
    expect(await refusalOf({ due_date: '2020-01-01' }, item)).toMatchObject({
      status: 409,
      data: { count: 0, refused: [{ errors: { due_date: [expect.stringMatching(/later|after|future/i)] } }] },
    })
    expect(await refusalOf({ reminder_name: 'X' }, item)).toMatchObject({ status: 422 })
    expect(await refusalOf({}, item)).toMatchObject({ errors: { fields: ['Please choose a field.'] } })
    expect(await refusalOf({ name: 'X' }, { record_type: 'years', ids: ['x'] })).toMatchObject({ status: 422 })
    expect(
      await app.refusal(records.bulk, {
        action: 'delete',
        fields: { note: '' },
        record_type: 'checklists',
        ids: ['x'],
      }),
    ).toMatchObject({ errors: { fields: ['Only the action set takes fields.'] } })
    const deleted = await add(years.add, '2030')
    await app.call(years.delete, { year_id: deleted })
    const { aModel } = await catalogue()
    const model = await aModel('A')
    expect(await refusalOf({ year_id: deleted }, { record_type: 'models', ids: [model] })).toMatchObject({
      status: 409,
    })
    const cleared = await app.call(checklists.add, { name: 'Leaving', note: 'Slowly.' })
    const clear = await set({ note: 'Now.' }, { record_type: 'checklists', ids: [cleared.data._id] })
    expect((await app.call(changes.get, { change_id: clear.change_id })).change.sentence).toBe(
      'Administrator set Note of checklist “Leaving” to “Now.”',
    )
  })

  it('runs in steps where they are very many, looks at all of them first, and leaves what refuses it meanwhile', async () => {
    const { next, old, aModel } = await catalogue()
    for (const name of 'ABCDEFGH') await aModel(name)
    const twin = await aModel('A', next)
    const matching = { filters: { year_id: { op: 'eq', value: old } } }
    const all = { record_type: 'models', matching, expect: 8 }
    expect(await refusalOf({ year_id: next }, all)).toMatchObject({ status: 409, data: { count: 7, refused_count: 1 } })
    const { data, change_id } = await set({ year_id: next }, { ...all, leave_obstacles: true })
    expect(data).toMatchObject({ state: 'running', expected_count: 8 })
    await app.runJobs()
    const { change } = await app.call(changes.get, { change_id })
    expect(change).toMatchObject({ state: 'done', record_count: 7, left_count: 1 })
    expect(change.message).toBe('7 models updated successfully. 1 model was left unchanged.')
    expect(change.sentence).toMatch(/^Administrator set Year of 7 models.* to “2027”; 1 record was left unchanged$/)
    await app.call(changes.undo, { change_id })
    await app.runJobs()
    expect((await yearsOf()).filter((year) => year === '2027')).toHaveLength(1)
    expect(twin).toBeDefined()
  })

  it('counts what matches once, before it writes', async () => {
    const { next, old, aModel } = await catalogue()
    for (const name of 'ABCDEFGH') await aModel(name)
    const matching = { filters: { year_id: { op: 'eq', value: old } } }
    const large = { record_type: 'models', matching, expect: 8 }
    expect(await refusalOf({ year_id: next }, { ...large, expect: 7 })).toMatchObject({ status: 409 })
    const { statements } = await app.statementsOf(() => set({ year_id: next }, large))
    const sent = statements.map((statement) => statement.toLowerCase())
    const counts = sent.flatMap((statement, place) =>
      /select count\(\*\) as total from models/.test(statement) ? [place] : [],
    )
    expect(counts).toHaveLength(1)
    expect(counts[0]).toBeLessThan(sent.findIndex((statement) => /^(insert|update)/.test(statement)))
  })

  it('offers only fields of the form, none of which is unique by itself or a number in a sequence', () => {
    for (const type of recordTypes) {
      const { set, columns, unique, state }: RecordKind = kinds[type]
      const { edit } = recordCalls[type] as { edit?: { input: { shape: object } } }
      for (const column of set) {
        const { wire = column, type: held } = columns[column] ?? {}
        expect([type, column, wire in (edit?.input.shape ?? {})]).toEqual([type, column, true])
        expect([type, column, unique?.columns.length === 1 && unique.columns.includes(column)]).toEqual([
          type,
          column,
          false,
        ])
        expect(['text', 'number', 'day', 'reference']).toContain(held)
        // A flag is set by activating; a fixed word is a value like any other.
        expect([column === 'seq_no', column === state && held === 'flag']).toEqual([false, false])
      }
    }
  })
})
