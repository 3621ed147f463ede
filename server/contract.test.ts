import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { account } from '#contract/account.ts'
import { calls } from '#contract/calls.ts'
import { API_BASE, addressOf } from '#contract/endpoint.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from './testing/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const everyCall = Object.values(calls)
  .flatMap((endpoints) => Object.values(endpoints))
  .map((endpoint) => [addressOf(endpoint), endpoint] as const)

describe('every call of the contract', () => {
  it.each(everyCall)('%s has a handler of its own', (address, { get }) => {
    expect(app.app.hasRoute({ method: get ? 'GET' : 'POST', url: address })).toBe(true)
    const isBoth = everyCall.some(([other, one]) => other === address && one.get !== get)
    expect(app.app.hasRoute({ method: get ? 'POST' : 'GET', url: address })).toBe(isBoth)
    expect(app.app.hasRoute({ method: get ? 'GET' : 'POST', url: `${address}_` })).toBe(false)
  })

  it('that there is not is refused in words, to whoever is signed in', async () => {
    const { statusCode, body } = await app.send('admin/years/lists', {})
    expect([statusCode, JSON.parse(body).message]).toEqual([404, 'There is no such call.'])
  })

  it.each(everyCall)(
    '%s refuses a missing and a wrong application key, before it looks at anything else',
    async (_address, endpoint) => {
      expect((await app.send(endpoint, '{broken', { key: null })).statusCode).toBe(403)
      expect((await app.send(endpoint, '{broken', { key: 'x'.repeat(20) })).statusCode).toBe(403)
    },
  )

  it.each(everyCall.filter(([, endpoint]) => !endpoint.public))(
    '%s refuses a missing and an unknown token, before it reads the body',
    async (_address, endpoint) => {
      for (const token of ['', 'unknown', `${app.token}x`]) {
        expect((await app.send(endpoint, '{broken', { token })).statusCode).toBe(401)
      }
    },
  )

  const everyCallButLogout = everyCall.filter(([, endpoint]) => endpoint !== account.logout)
  it.each(everyCallButLogout)(
    '%s answers a body that is no object with a refusal of the agreed shape',
    async (_address, endpoint) => {
      for (const body of ['[]', '7', '"text"', 'null']) {
        const response = await app.send(endpoint, body)
        expect(response.statusCode).toBeLessThan(500)
        if (response.statusCode !== 200) expect(typeof response.json().message).toBe('string')
      }
    },
  )

  const naming = everyCall.filter(([, { output }]) => 'change_id' in ((output as z.ZodObject).shape ?? {}))
  it.each(naming)('%s names a change in its answer, and says what that does', (_address, { change }) => {
    expect(change).toBeDefined()
  })

  it('is described once, at an address of its own', async () => {
    expect(new Set(everyCall.map(([address, { get }]) => `${get} ${address}`)).size).toBe(everyCall.length)
    const response = await app.app.inject(`${API_BASE}/openapi.json`)
    const description = response.json()
    expect(description.openapi).toBe('3.1.0')
    expect(Object.keys(description.paths)).toEqual([...new Set(everyCall.map(([, { path }]) => `/${path}`))])
  })
})

describe('the description of the calls', () => {
  type Schema = { properties: Record<string, Record<string, unknown>> }
  type Described = {
    tags: { name: string; description?: string }[]
    paths: Record<
      string,
      Record<
        'get' | 'post',
        {
          description?: string
          parameters: { name: string; schema: Record<string, unknown> }[]
          requestBody: { content: Record<string, { schema: Schema }> }
        }
      >
    >
  }
  const described = async () => (await app.app.inject(`${API_BASE}/openapi.json`)).json<Described>()

  it('says which pages there are, in bodies and in addresses', async () => {
    const { paths } = await described()
    const { properties } = paths['/admin/years/list']?.post.requestBody.content['application/json']?.schema ?? {}
    expect([properties?.page, properties?.per_page]).toMatchObject([{ minimum: 1 }, { minimum: 1, maximum: 100 }])
    const parameters = paths['/years']?.get.parameters.flatMap(({ name, schema }) => (name ? [[name, schema]] : []))
    expect(parameters).toMatchObject([
      ['page', { minimum: 1 }],
      ['per_page', { minimum: 1, maximum: 100 }],
      ['after', {}],
    ])
  })

  it('says what can be chosen for a dealer', async () => {
    const { paths } = await described()
    for (const call of ['add', 'edit']) {
      const form = paths[`/admin/services/${call}`]?.post.requestBody.content['multipart/form-data']?.schema
      expect(form?.properties).toMatchObject({
        type: { enum: ['dealer', 'service', 'both'] },
        active_lines: { enum: ['TT/TC', 'TT', 'TC', 'NONE'] },
      })
    }
  })

  it('says which calls require re-authentication', async () => {
    const { paths } = await described()
    const wanting = Object.entries(paths).filter(([, { post }]) =>
      /re-authentication within the last 15 minutes/.test(post?.description ?? ''),
    )
    expect(wanting.map(([path]) => path)).toEqual(
      everyCall.filter(([, { proof }]) => proof).map(([, { path }]) => `/${path}`),
    )
    expect(wanting.map(([path]) => path)).toContain('/admin/administrators/invite')
  })

  it('says what each group of calls is for', async () => {
    for (const { name, description } of (await described()).tags)
      expect([name, description]).toEqual([name, expect.stringMatching(/^\p{Lu}.{10,}\.$/u)])
  })
})

describe('bad input', () => {
  it('gets a clear refusal, and nothing changes', async () => {
    const before = await app.db.selectFrom('years').selectAll().execute()
    const broken = await app.send(years.add.path, '{"name": "2024"')
    expect([broken.statusCode, broken.json().message]).toEqual([400, 'The request is not valid JSON.'])
    const large = await app.send(years.add.path, JSON.stringify({ name: '1'.repeat(20_000_000) }))
    expect([large.statusCode, large.json().message]).toEqual([413, 'The request is too large.'])
    const deep = await app.send(years.add.path, '{"name":'.repeat(100_000) + '1' + '}'.repeat(100_000))
    expect(deep.statusCode).toBeGreaterThanOrEqual(400)
    expect(deep.statusCode).toBeLessThan(500)
    const poisoned = await app.send(years.add.path, '{"name":"2024","__proto__":{"is_deleted":true}}')
    expect(poisoned.statusCode).toBe(400)
    const other = await app.app.inject({
      method: 'POST',
      url: `${API_BASE}/${years.add.path}`,
      headers: { 'x-api-key': app.deps.apiKey, token: app.token ?? '', 'content-type': 'text/xml' },
      payload: '<year/>',
    })
    expect([other.statusCode, other.json().message]).toEqual([415, 'The request must be JSON or a form.'])
    expect(await app.db.selectFrom('years').selectAll().execute()).toEqual(before)
  })

  it('takes an empty body for {}', async () => {
    expect((await app.send('admin/users/me', '')).statusCode).toBe(200)
  })

  it('keeps a fault to itself and names it by its request id', async () => {
    const faulty = await buildTestApp()
    await faulty.db.schema.alterTable('record_counts').renameTo('lost').execute()
    const response = await faulty.send(years.list.path, {})
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      code: 'internal_error',
      message: 'Something went wrong on our side. Please try again.',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}-\w+$/),
    })
    await faulty.close()
  })
})

describe('what is beside the calls', () => {
  it('answers a ping without a key', async () => {
    expect((await app.app.inject(`${API_BASE}/ping`)).statusCode).toBe(204)
  })

  it('sends the headers that keep browsers safe', async () => {
    const { headers } = await app.app.inject('/')
    expect(headers['content-security-policy']).toMatch(/script-src 'self';/)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  })

  it('lets in the hosts of Google and of map tiles only where they are set', async () => {
    const policy = (await app.app.inject('/')).headers['content-security-policy']
    expect(policy).not.toMatch(/google|gstatic/)
    const maps = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png', MAP_TILES_CREDIT: 'Tiles by Example' }
    const mapped = await buildTestApp({ GOOGLE_MAPS_KEY: 'a-key-of-google', ...maps })
    const { headers } = await mapped.app.inject('/')
    expect(headers['content-security-policy']).toMatch(/script-src 'self' https:\/\/\*\.googleapis\.com/)
    expect(headers['content-security-policy']).toMatch(/img-src [^;]*https:\/\/tiles\.example/)
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    await mapped.close()
  })

  it.each([
    '/files/../back-office.db',
    '/files/%2e%2e/back-office.db',
    '/files/..%2fapi-key',
    '/assets/../../package.json',
  ])('serves nothing outside its folders: %s', async (url) => {
    const response = await app.app.inject(url)
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
  })
})
