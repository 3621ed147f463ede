import { afterEach, beforeEach, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { changes, records } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { sampleOf } from '#contract/kinds.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { content } from '#contract/owner/content.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { ADMIN, buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { addCatalogue } from '../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

async function codesOf(endpoint: Endpoint | string, input: unknown, as: Parameters<TestApp['send']>[2] = {}) {
  const answer = await app.send(endpoint, input, as)
  const { code, error_codes } = answer.json()
  return [answer.statusCode, code, ...(error_codes ? [error_codes] : [])]
}

it('A refusal says why by a code, and so does each field', async () => {
  const { _id: cat_id } = (await app.call(rvTypes.add, { name: 'A', seq_no: 1 })).data
  const { _id: topic_id, version } = (await app.call(topics.add, { name: 'Brakes', seq_no: 1 })).data
  const { change_id } = await app.call(topics.edit, { topic_id, name: 'Drums', seq_no: 1, version })
  const whole = { record_type: 'topics', action: 'delete', matching: {}, expect: 9 }
  expect(await codesOf(years.add, { name: '' })).toEqual([422, 'invalid', { name: ['required'] }])
  expect(await codesOf(years.add, {})).toEqual([422, 'invalid', { name: ['required'] }])
  expect(await codesOf(rvTypes.add, { name: 'x'.repeat(300), seq_no: 'x' })).toEqual([
    422,
    'invalid',
    { name: ['too_long'], seq_no: ['invalid'] },
  ])
  expect(await codesOf(rvTypes.add, { name: 'a', seq_no: 1 })).toEqual([422, 'invalid', { name: ['taken'] }])
  const model = { name: 'M', seq_no: 1, description: 'x', cat_id, year_id: topic_id }
  expect(await codesOf(models.add, model)).toEqual([422, 'invalid', { year_id: ['unknown'] }])
  expect(await codesOf(topics.edit, { topic_id, name: 'Discs', seq_no: 1, version })).toEqual([409, 'edited_meanwhile'])
  expect(await codesOf(records.bulk, whole)).toEqual([409, 'unexpected_number'])
  await app.call(changes.undo, { change_id })
  expect(await codesOf(changes.undo, { change_id })).toEqual([422, 'already_undone', { change_id: ['not_allowed'] }])
  expect(await codesOf(rvTypes.get, { cat_id: topic_id })).toEqual([404, 'not_found'])
  expect(await codesOf('admin/none', {})).toEqual([404, 'not_found'])
  expect(await codesOf(years.list, {}, { token: 'stranger' })).toEqual([401, 'session_ended'])
  expect(await codesOf(account.login, { ...ADMIN, password: 'another-1!Z' }, { token: null })).toEqual([
    422,
    'wrong_credentials',
  ])
  const key = { idempotencyKey: 'k' }
  await app.call(years.add, { name: '2031' }, key)
  expect(await codesOf(years.add, { name: '2032' }, key)).toEqual([422, 'key_reused', { general: ['invalid'] }])
})

it('says of a field whether it is too small, too large, deleted or not known', async () => {
  const catalogue = await addCatalogue(app)
  const model = { cat_id: catalogue.category, year_id: catalogue.year, name: 'Bunkhouse', description: 'Sleeps six.' }
  const nobody = '01a22138-f5e2-75f8-95a2-05f7108374fc'
  const codes = async (endpoint: Endpoint, input: object) => (await app.refusal(endpoint, input)).error_codes
  expect(await codes(models.add, { ...model, seq_no: -1 })).toEqual({ seq_no: ['too_small'] })
  expect(await codes(models.add, { ...model, seq_no: 1e20 })).toEqual({ seq_no: ['too_large'] })
  expect(await codes(models.add, { ...model, seq_no: 1, cat_id: nobody })).toEqual({ cat_id: ['unknown'] })
  await app.call(rvTypes.delete, { cat_id: catalogue.category, version: 1 })
  expect(await codes(models.add, { ...model, seq_no: 1 })).toEqual({ cat_id: ['inactive'] })
  const rv = { rv_id: nobody, user: nobody, ...catalogue, vin: '123', serial_no: '12' }
  expect(await codes(rvs.edit, rv)).toEqual({ vin: ['too_small'], serial_no: ['too_small'] })
  const near = { latitude: 91, longitude: -181 }
  expect(await codes(dealers.add, { ...sampleOf('dealers'), ...near })).toEqual({
    latitude: ['too_large'],
    longitude: ['too_small'],
  })
  const message = { title: 'Recall', description: 'Please call.', user_ids: [nobody] }
  expect(await codes(notifications.send, message)).toEqual({ user_ids: ['unknown'] })
  expect(await codes(content.rvTypes, { after: 'garbage' })).toEqual({ after: ['invalid'] })
})
