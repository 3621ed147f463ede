import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { account } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { calls } from '#contract/calls.ts'
import { dealers } from '#contract/dealers.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { years } from '#contract/years.ts'
import { API_KEY, buildTestApp, type TestApp } from '#server/testing/build-test-app.ts'
import { aPicture, formOf } from '#server/testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const dealer = {
  type: 'dealer',
  active_lines: 'TT/TC',
  name: 'Northgate RV',
  address: '400 J Street',
  city: 'Sacramento',
  state: 'California',
  country: 'United States',
  hour_sales: '9-6',
  hour_service: '9-6',
  hour_parts: '9-6',
  latitude: 38.58,
  longitude: -121.49,
}

/** Sends raw bytes. */
const sendBytes = (to: Endpoint, type: string, payload: Buffer, token = app.token) =>
  app.app.inject({
    method: 'POST',
    url: addressOf(to),
    headers: { 'x-api-key': API_KEY, token, 'content-type': type },
    payload,
  })

/** A form of one part, whose bytes are those of the latin1 text `value`. */
const formBytes = (name: string, value: string, more = '') =>
  Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}\r\n--x--\r\n`, 'latin1')

const files = async () =>
  (await readdir(join(app.dataDir, 'files'), { recursive: true })).filter((name) => name.includes('.'))

describe('a file with an Idempotency-Key', () => {
  const cases: [string, Endpoint, () => Promise<Record<string, string | number | File>>][] = [
    ['social media', socialMedias.add, async () => ({ name: 'X', url: 'https://x.example', icon: await aPicture() })],
    ['slider images', appImages.add, async () => ({ seq_no: 1, url: await aPicture() })],
    ['dealers', dealers.add, async () => ({ ...dealer, logo: await aPicture() })],
  ]
  it.each(cases)('that is too long or belongs to another body is refused: %s', async (_what, to, fields) => {
    const tooLong = await app.refusal(to, formOf(await fields()), { idempotencyKey: 'k'.repeat(256) })
    expect([tooLong.status, tooLong.message]).toEqual([422, 'The Idempotency-Key must have 1 to 255 characters.'])
    await app.call(to, formOf(await fields()), { idempotencyKey: 'mine' })
    const other = formOf({ ...(await fields()), name: 'Other', seq_no: 2 })
    const another = await app.refusal(to, other, { idempotencyKey: 'mine' })
    expect([another.status, another.message]).toEqual([422, 'This Idempotency-Key belongs to another call.'])
    expect(await files()).toHaveLength(1)
  })
})

describe('a choice', () => {
  it('that is missing or unknown is no file of a wrong type', async () => {
    const { active_lines: _none, ...without } = dealer
    for (const form of [formOf(without), formOf({ ...dealer, active_lines: 'XX' })]) {
      const { status, errors } = await app.refusal(dealers.add, form)
      expect([status, errors]).toEqual([422, { active_lines: ['Please select active lines'] }])
    }
  })
})

describe('a form', () => {
  it('where JSON is meant is not taken for an empty body', async () => {
    for (const to of [account.login, account.logout, years.add, rvTypes.list]) {
      const { status, message } = await app.refusal(to, formOf({ name: '2040' }))
      expect([status, message]).toEqual([415, 'The request must be JSON.'])
    }
    const { status, message } = await app.refusal(ownRecords.addRv, formOf({ name: '2040' }), { token: null })
    expect([status, message]).toEqual([401, expect.any(String)])
    await app.call(account.me, {})
  })
})

describe('bytes that are no UTF-8', () => {
  const wrong = ['caf\xe9', '\xc0\xb4', '\xed\xa0\x80', '\xff\xfe', '\xf8\x88']

  it.each(wrong)('are refused in JSON: %j', async (bytes) => {
    const payload = Buffer.from(`{"name":"Type ${bytes}","seq_no":1}`, 'latin1')
    const answer = await sendBytes(rvTypes.add, 'application/json', payload)
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'bad_request', message: 'The request is not valid UTF-8.' },
    ])
    expect((await app.call(rvTypes.list, {})).total).toBe(0)
  })

  it.each([...wrong.map((bytes) => [bytes, '']), ['caf\xe9', 'Content-Type: text/plain; charset=utf-8\r\n']])(
    'are refused on the field of a form: %j %j',
    async (bytes, more) => {
      const payload = formBytes('name', `Ada ${bytes}`, more)
      const answer = await sendBytes(account.editProfile, 'multipart/form-data; boundary=x', payload)
      const message = 'This text is not valid UTF-8.'
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        { code: 'invalid', message, errors: { name: [message] }, error_codes: { name: ['invalid'] } },
      ])
    },
  )

  it('and nothing else is refused', async () => {
    const name = 'Łukasz 李 👋'
    const payload = formBytes('name', Buffer.from(name).toString('latin1'))
    const form = await sendBytes(account.editProfile, 'multipart/form-data; boundary=x', payload)
    expect(form.json().data.name).toBe(name)
    const json = await sendBytes(rvTypes.add, 'application/json', Buffer.from(JSON.stringify({ name, seq_no: 1 })))
    expect(json.json().data.name).toBe(name)
  })
})

it('a list refuses a parameter that it does not take and names it, instead of showing what was not asked for', async () => {
  const lists = Object.values(calls)
    .flatMap((some) => Object.values(some))
    .filter(({ path, owner, get }) => path.endsWith('/list') && !owner && !get)
  const takers = lists.filter(({ input }) => input instanceof z.ZodObject && 'sort' in input.shape)
  expect(takers.length).toBeGreaterThan(15)
  for (const list of takers) {
    const { status, message } = await app.refusal(list, { page: 1, pagee: 2 })
    expect([list.path, status, message]).toEqual([list.path, 422, 'This list does not take pagee.'])
  }
})
