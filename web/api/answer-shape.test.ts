import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { manuals } from '#contract/manuals.ts'
import { warranty } from '#contract/warranty.ts'
import { years } from '#contract/years.ts'
import { pageOfRows } from '#web/testing/rows.ts'
import { isAnswerOf } from './answer-shape.ts'

const message = 'Saved.'

it.each<[string, Endpoint, unknown]>([
  ['nothing', years.delete, undefined],
  ['null', years.delete, null],
  ['an empty object', years.delete, {}],
  ['a text', years.delete, 'ok'],
  ['a page in HTML', years.delete, '<!doctype html><title>Sign in to the network</title>'],
  ['a list', years.delete, [{ message }]],
  ['a message that is no text', years.delete, { message: 7, change_id: null }],
  ['a message without what it changed', years.delete, { message }],
  ['a message without the record', years.add, { message, change_id: null }],
  ['a list for the record', years.add, { message, change_id: null, data: [] }],
  ['no record', years.add, { message, change_id: null, data: null }],
  ['an object for the rows', years.list, { ...pageOfRows([]), data: {} }],
  ['rows without their number', years.list, { message, data: [] }],
  ['a warning that is no text', manuals.generate_pdf, { message, change_id: null, data: {}, warning: {} }],
])('%s is no answer', (_what, endpoint, json) => {
  expect(isAnswerOf(endpoint, json)).toBe(false)
})

it.each<[string, Endpoint, unknown]>([
  ['a message', years.delete, { message, change_id: null }],
  ['a record', years.add, { message, change_id: 'c', data: { _id: 'a' } }],
  ['a page of rows', years.list, pageOfRows([])],
  ['an optional part that is left out', manuals.generate_pdf, { message, change_id: null, data: {} }],
  ['a message that is left out where it may be', warranty.check, { data: {} }],
  ['something that only a newer server says', years.delete, { message, change_id: null, hint: 'x' }],
])('%s is one', (_what, endpoint, json) => {
  expect(isAnswerOf(endpoint, json)).toBe(true)
})
