import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { deleteExpiredKeys } from '../../http/idempotency.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const anRvType = async (name = 'Travel Trailer', seq_no: string | number = 1) =>
  (await app.call(rvTypes.add, { name, seq_no })).data

const activity = async () =>
  (await app.db.selectFrom('activity').selectAll().orderBy('id').execute()).map((entry) => ({
    action: entry.action,
    record: entry.record_id,
    changes: JSON.parse(entry.changes),
  }))

describe('admin/categories/add', () => {
  it('answers with the record as lists show it', async () => {
    const { message, data } = await app.call(rvTypes.add, { name: ' Truck Camper ', seq_no: '4' })
    expect(message).toBe('RV type added successfully.')
    expect(data).toMatchObject({ name: 'Truck Camper', seq_no: 4, is_deleted: false, version: 1 })
    const list = await app.call(rvTypes.list, { page: 1 })
    expect(list.data).toEqual([{ ...data, srno: 1 }])
  })

  it('refuses a name that an active RV type has, whatever its case and outer blanks', async () => {
    await anRvType('Truck Camper')
    const { status, errors } = await app.refusal(rvTypes.add, { name: ' TRUCK camper', seq_no: 2 })
    expect([status, errors]).toEqual([422, { name: ['RV type already exists.'] }])
  })

  it('takes the name of a deleted RV type', async () => {
    await app.call(rvTypes.delete, { cat_id: (await anRvType('Park Model'))._id })
    await anRvType('Park Model')
  })

  it('says what is wrong on each field, and adds nothing', async () => {
    const { status, message, errors } = await app.refusal(rvTypes.add, { name: '', seq_no: 'x' })
    expect(status).toBe(422)
    expect(message).toBe('Name cannot be empty.')
    expect(errors).toEqual({
      name: ['Name cannot be empty.'],
      seq_no: ['Invalid sequence number, please enter the valid sequence number.'],
    })
    expect((await app.call(rvTypes.list, {})).total).toBe(0)
  })

  it('ignores fields that are none of the caller’s business', async () => {
    const { data } = await app.call(rvTypes.add, { name: 'A', seq_no: 1, _id: 'mine', version: 9, is_deleted: true })
    expect(data).toMatchObject({ version: 1, is_deleted: false })
    expect(data._id).not.toBe('mine')
  })

  it('adds once for one Idempotency-Key, also when the calls come side by side', async () => {
    const fields = { name: 'Toy Hauler', seq_no: 1 }
    const first = await app.call(rvTypes.add, fields, { idempotencyKey: 'k1' })
    expect(await app.call(rvTypes.add, fields, { idempotencyKey: 'k1' })).toEqual(first)
    expect((await app.call(rvTypes.list, {})).total).toBe(1)

    const other = { name: 'Class A', seq_no: 2 }
    const answers = await Promise.all([1, 2, 3].map(() => app.send(rvTypes.add.path, other, { idempotencyKey: 'k2' })))
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => ![200, 409].includes(status))).toEqual([])
    expect((await app.call(rvTypes.list, {})).total).toBe(2)
  })

  it('refuses an Idempotency-Key that came with another body, and one that is too long', async () => {
    await app.call(rvTypes.add, { name: 'A', seq_no: 1 }, { idempotencyKey: 'k' })
    expect((await app.refusal(rvTypes.add, { name: 'B', seq_no: 1 }, { idempotencyKey: 'k' })).status).toBe(422)
    expect((await app.refusal(rvTypes.add, { name: 'C', seq_no: 1 }, { idempotencyKey: 'k'.repeat(256) })).status).toBe(
      422,
    )
    await app.call(rvTypes.add, { name: 'D', seq_no: 1 }, { idempotencyKey: 'k'.repeat(255) })
  })

  it('keeps an Idempotency-Key for eight days, a day longer than a draft lives', async () => {
    const [fields, once] = [{ name: 'A', seq_no: 1 }, { idempotencyKey: 'k' }]
    const first = await app.call(rvTypes.add, fields, once)
    const age = (days: number) =>
      app.db
        .updateTable('idempotency_keys')
        .set({ created_at: new Date(Date.now() - days * 86_400_000).toISOString() })
        .execute()
    await age(7.9)
    await deleteExpiredKeys(app.db)
    expect(await app.call(rvTypes.add, fields, once)).toEqual(first)
    await age(8.1)
    expect((await app.refusal(rvTypes.add, fields, once)).message).toBe('RV type already exists.')
    await deleteExpiredKeys(app.db)
    expect(await app.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })

  it('keeps no Idempotency-Key of a call that was refused', async () => {
    await app.refusal(rvTypes.add, { name: '', seq_no: 1 }, { idempotencyKey: 'k' })
    await app.call(rvTypes.add, { name: 'A', seq_no: 1 }, { idempotencyKey: 'k' })
  })
})

describe('admin/categories/edit', () => {
  it('writes only the columns that differ, so that search and sync have nothing else to do', async () => {
    const { _id } = await anRvType()
    const edit = { cat_id: _id, name: 'Travel Trailer', seq_no: 7 }
    const { statements } = await app.statementsOf(() => app.call(rvTypes.edit, edit))
    const writes = statements.filter((text) => text.startsWith('update "rv_types"'))
    expect(writes.map((text) => text.replaceAll(/\$\d/g, '?'))).toEqual([
      'update "rv_types" set "seq_no" = ?, "version" = "version" + ?, "updated_at" = ? where "id" = ? returning "version"',
    ])
  })

  it('changes what is sent, counts the version up and writes down from what to what', async () => {
    const { _id, version } = await anRvType('Truck Camper', 1)
    const { message, data } = await app.call(rvTypes.edit, { cat_id: _id, version, name: 'Truck Camper', seq_no: 5 })
    expect(message).toBe('RV type updated successfully.')
    expect(data).toMatchObject({ seq_no: 5, version: 2 })
    expect((await activity()).at(-1)).toEqual({ action: 'edit', record: _id, changes: { seq_no: [1, 5] } })
  })

  it('leaves the version alone when nothing changes', async () => {
    const { _id } = await anRvType('Truck Camper', 1)
    const { data } = await app.call(rvTypes.edit, { cat_id: _id, name: 'Truck Camper', seq_no: 1 })
    expect(data.version).toBe(1)
    expect(await activity()).toHaveLength(1)
  })

  it('may change the case of its own name', async () => {
    const { _id } = await anRvType('truck camper')
    expect((await app.call(rvTypes.edit, { cat_id: _id, name: 'Truck Camper', seq_no: 1 })).data.name).toBe(
      'Truck Camper',
    )
  })

  it('refuses a change made on an older version, with the current record and who changed it when', async () => {
    const { _id, version } = await anRvType('Truck Camper', 1)
    const { data: current } = await app.call(rvTypes.edit, { cat_id: _id, version, name: 'Slide-in Camper', seq_no: 1 })
    const refusal = await app.refusal(rvTypes.edit, { cat_id: _id, version, name: 'Mine', seq_no: 1 })
    expect(refusal).toMatchObject({ status: 409, data: current, changed_by: 'Administrator' })
    expect(Date.parse(refusal.changed_at ?? '')).toBeGreaterThan(0)
    expect((await app.call(rvTypes.list, {})).data[0]?.name).toBe('Slide-in Camper')
  })

  it('lets one of two win who save at the same moment', async () => {
    const { _id, version } = await anRvType('Truck Camper', 1)
    const answers = await Promise.all(
      ['Hers', 'His'].map((name) => app.send(rvTypes.edit.path, { cat_id: _id, version, name, seq_no: 1 })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  it('refuses a record that does not exist', async () => {
    expect((await app.refusal(rvTypes.edit, { cat_id: 'nobody', name: 'A', seq_no: 1 })).status).toBe(404)
  })
})

describe('admin/categories/delete and restore', () => {
  it('mark the record and bring it back, each with its activity', async () => {
    const { _id } = await anRvType()
    expect((await app.call(rvTypes.delete, { cat_id: _id, version: 1 })).message).toBe('RV type removed successfully.')
    expect((await app.call(rvTypes.list, { is_deleted: 'true' })).data[0]).toMatchObject({
      is_deleted: true,
      version: 2,
    })
    expect((await app.call(rvTypes.restore, { cat_id: _id, version: 2 })).message).toBe(
      'RV type restored successfully.',
    )
    expect((await app.call(rvTypes.list, { is_deleted: false })).total).toBe(1)
    expect((await activity()).map(({ action }) => action)).toEqual(['add', 'delete', 'restore'])
  })

  it('change nothing and succeed when it is so already', async () => {
    const { _id } = await anRvType()
    await app.call(rvTypes.restore, { cat_id: _id })
    await app.call(rvTypes.delete, { cat_id: _id })
    await app.call(rvTypes.delete, { cat_id: _id, version: 1 })
    expect((await app.call(rvTypes.list, {})).data[0]?.version).toBe(2)
  })

  it('refuse an older version', async () => {
    const { _id } = await anRvType()
    await app.call(rvTypes.edit, { cat_id: _id, name: 'Other', seq_no: 1 })
    expect((await app.refusal(rvTypes.delete, { cat_id: _id, version: 1 })).status).toBe(409)
  })

  it('do not restore beside an active one of the same name', async () => {
    const { _id } = await anRvType('Park Model')
    await app.call(rvTypes.delete, { cat_id: _id })
    await anRvType('PARK MODEL')
    const { status, errors } = await app.refusal(rvTypes.restore, { cat_id: _id })
    expect([status, errors]).toEqual([422, { name: ['RV type already exists.'] }])
  })
})
