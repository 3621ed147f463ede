import { afterEach, beforeEach, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { changes, records } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { ADMIN, buildTestApp, type TestApp } from '../testing/build-test-app.ts'

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
  expect(await codesOf(models.add, model)).toEqual([422, 'invalid', { year_id: ['inactive'] }])
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
