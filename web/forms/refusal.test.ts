import { expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { isMended, refusalOf } from './refusal.ts'

const sent = { name: 'Travel', seq_no: '4' }
const refused = (status: number, errors?: Record<string, string[]>) =>
  refusalOf(new ApiError(status, { message: 'No.', ...(errors && { errors }) }), sent)

it('the reason of an alert is gone when every field that was refused has changed', () => {
  const both = refused(422, { name: ['Taken.'], seq_no: ['Taken.'] })
  expect(isMended(both, { ...sent, name: 'Park' })).toBe(false)
  expect(isMended(both, { name: 'Park', seq_no: '5' })).toBe(true)
  expect(isMended(refused(422, { name: ['Taken.'] }), { ...sent, seq_no: '5' })).toBe(false)
})

it('the reason of a refusal that names no field of the form is gone with any change', () => {
  expect(isMended(refused(422), sent)).toBe(false)
  expect(isMended(refused(422), { ...sent, name: 'Park' })).toBe(true)
  expect(isMended(refused(422, { version: ['Missing.'] }), { ...sent, name: 'Park' })).toBe(true)
})

it('the connection and the server stay the reason, whatever is typed', () => {
  for (const status of [0, 409, 429, 500, 503]) {
    expect([status, isMended(refused(status), { name: 'Park', seq_no: '5' })]).toEqual([status, false])
  }
})
