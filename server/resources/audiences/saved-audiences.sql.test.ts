import { afterAll, beforeAll, expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { changes } from '#contract/changes.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const owning = { field: 'has_rv', op: 'eq', value: true }

it('keeps audiences under a name, says each in a sentence, and undoes what is done to them', async () => {
  const type = await app.call(rvTypes.add, { name: 'Truck Camper', seq_no: '7' })
  const asked = { all: [{ field: 'rv_type_id', op: 'eq', value: type.data._id }, { not: owning }] }
  const { message, data } = await app.call(audiences.add, { name: 'Campers', audience: asked })
  const audience_id = data._id
  expect([message, data]).toMatchObject([
    'Audience added successfully.',
    { name: 'Campers', audience: asked, meant_for: 'Owners of a Truck Camper, not with an RV' },
  ])
  const edited = await app.call(audiences.edit, { audience_id, version: 1, name: 'Campers', audience: owning })
  expect(edited).toMatchObject({ message: 'Audience updated successfully.', data: { meant_for: 'Owners with an RV' } })
  await app.call(changes.undo, { change_id: edited.change_id ?? '' })
  expect((await app.call(audiences.get, { audience_id })).data.audience).toEqual(asked)
  // A sentence uses current names.
  await app.call(rvTypes.edit, { cat_id: type.data._id, version: 1, name: 'Pickup Camper', seq_no: '7' })
  const listed = (await app.call(audiences.list, {})).data
  expect(listed.map(({ meant_for }) => meant_for)).toEqual(['Owners of a Pickup Camper, not with an RV'])
  expect((await app.call(audiences.delete, { audience_id })).message).toBe('Audience removed successfully.')
  expect((await app.call(audiences.restore, { audience_id })).message).toBe('Audience restored successfully.')
})

it('refuses a second one of the same name, and conditions that would be everybody', async () => {
  expect((await app.refusal(audiences.add, { name: 'CAMPERS', audience: owning })).errors).toEqual({
    name: ['Audience already exists.'],
  })
  expect((await app.refusal(audiences.add, { name: 'All', audience: { all: [] } })).errors).toEqual({
    'audience.all': ['Please add a condition: without one this would be everybody.'],
  })
})

it('refuses conditions that name an unknown state or record when they are saved, as a count does, and keeps others', async () => {
  const unknown = { all: [owning, { field: 'state', op: 'eq', value: 'Atlantis' }] }
  const noRecord = { field: 'model_id', op: 'eq', value: 'none' }
  const counted = async (audience: object) => (await app.refusal(audiences.count, { audience })).errors
  expect(await counted(unknown)).toEqual({ 'audience.all.1.value': [expect.any(String)] })
  const audience_id = (await app.call(audiences.add, { name: 'Kept', audience: owning })).data._id
  for (const audience of [unknown, noRecord]) {
    const errors = await counted(audience)
    expect((await app.refusal(audiences.add, { name: 'Lost', audience })).errors).toEqual(errors)
    expect((await app.refusal(audiences.edit, { audience_id, version: 1, name: 'Kept', audience })).errors).toEqual(
      errors,
    )
  }
  const inNevada = { field: 'state', op: 'in', value: ['NV', 'Utah'] }
  const edited = await app.call(audiences.edit, { audience_id, version: 1, name: 'Kept', audience: inNevada })
  expect(edited.data).toMatchObject({ audience: inNevada, version: 2 })
})

it('lets an audience be renamed whose record was deleted since, and one that was saved with an unknown state', async () => {
  const { _id } = (await app.call(rvTypes.add, { name: 'Fifth Wheel', seq_no: '8' })).data
  const audience = { field: 'rv_type_id', op: 'eq', value: _id }
  const audience_id = (await app.call(audiences.add, { name: 'Wheels', audience })).data._id
  await app.call(rvTypes.delete, { cat_id: _id })
  await app.call(audiences.edit, { audience_id, version: 1, name: 'Fifth wheels', audience })
  const earlier = { field: 'state', op: 'eq', value: 'Atlantis' }
  await app.db
    .updateTable('audiences')
    .set({ audience: JSON.stringify(earlier) })
    .where('id', '=', audience_id)
    .execute()
  const { data } = await app.call(audiences.edit, { audience_id, version: 2, name: 'Fourth wheels', audience: earlier })
  expect(data).toMatchObject({ name: 'Fourth wheels', audience: earlier })
})
