import { expect, it } from 'vitest'
import { addressOf } from '#contract/endpoint.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { content } from '#contract/owner/content.ts'
import { API_KEY, buildTestApp } from '../testing/build-test-app.ts'

const ORIGIN = 'https://www.example.com'
const KEY = 'a-key-of-the-website'

it('A page of the website reads what is published with a key of its own, and nothing else', async () => {
  const { app, close } = await buildTestApp({ WEBSITE_ORIGINS: ORIGIN, APP_KEYS: `website:${KEY}` })
  const ask = (method: 'GET' | 'OPTIONS' | 'POST', url: string, origin = ORIGIN, key: string = KEY) =>
    app.inject({ method, url, headers: { origin, ...(method !== 'OPTIONS' && { 'x-api-key': key }) } })
  const url = addressOf(content.dealers)
  const asked = await ask('OPTIONS', url)
  expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([204, ORIGIN])
  expect(asked.headers['access-control-allow-headers']).toContain('x-api-key')
  const read = await ask('GET', url)
  expect([read.statusCode, read.headers['access-control-allow-origin']]).toEqual([200, ORIGIN])
  expect(String(read.headers.vary).toLowerCase()).toContain('origin')
  expect((await ask('GET', url, ORIGIN, API_KEY)).statusCode).toBe(200)
  expect((await ask('GET', url, ORIGIN, `${KEY}x`)).statusCode).toBe(403)
  const other = await ask('GET', url, 'https://evil.example')
  expect(other.headers['access-control-allow-origin']).toBeUndefined()
  expect((await ask('OPTIONS', url, 'https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
  for (const closed of [addressOf(ownerAccount.me), addressOf(ownerAccount.signIn), '/api/v1/admin/users/login']) {
    const answer = await ask('POST', closed)
    expect([closed, answer.headers['access-control-allow-origin']]).toEqual([closed, undefined])
    expect((await ask('OPTIONS', closed)).statusCode).not.toBe(204)
  }
  await close()
})
