import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { content } from '#contract/owner/content.ts'
import { buildTestApp, type TestApp } from '#server/testing/build-test-app.ts'
import { buildInhabitedApp, everyCall, type InhabitedApp, tokenFor } from './inhabited-app.ts'

let app: InhabitedApp
let secure: TestApp
let picture: string
beforeAll(async () => {
  app = await buildInhabitedApp()
  secure = await buildTestApp({ PUBLIC_URL: 'https://office.example.com' })
  picture = new URL((await app.call(appImages.list, {})).data[0]?.url ?? '').pathname
})
afterAll(async () => {
  await app.close()
  await secure.close()
})

const elsewhere = { origin: 'https://elsewhere.invalid' }
const everyAddress = () => [
  '/',
  '/login',
  '/api/docs',
  '/api/v1/openapi.json',
  '/api/v1/ping',
  '/healthz',
  '/readyz',
  '/files/none',
  '/assets/none.js',
  '/nothing',
  picture,
]

/** A policy as its directives. */
const directives = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split(';')
      .map((part) => part.trim().split(' '))
      .map(([name = '', ...values]) => [name, values]),
  )

describe('pages', () => {
  it('run scripts of this site only, none written into them, and are framed by nobody', async () => {
    const { headers } = await app.app.inject('/')
    const policy = directives(headers['content-security-policy'])
    expect(policy['default-src']).toEqual(["'self'"])
    expect(policy['script-src']).toEqual(["'self'"])
    for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(policy[name], `${name}`).toEqual(["'none'"])
    expect(policy['form-action']).toEqual(["'self'"])
    expect(JSON.stringify([policy['default-src'], policy['script-src']])).not.toMatch(/unsafe|\*|data:|blob:/)
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })

  it('that describe the calls run what carries their own nonce, another one each time', async () => {
    const answers = []
    for (let turn = 0; turn < 2; turn++) {
      const { headers, body } = await app.app.inject('/api/docs/')
      const policy = directives(headers['content-security-policy'])
      const [, nonce] = /^'nonce-([\w-]{43})'$/.exec(policy['script-src']?.[1] ?? '') ?? []
      const carried = [...body.matchAll(/<script[^>]*? nonce="([^"]*)"/g)].map(([, nonce]) => nonce)
      expect(carried.length).toBeGreaterThan(0)
      expect(new Set(carried)).toEqual(new Set([nonce]))
      answers.push({ policy, nonce })
    }
    const [one, other] = answers
    expect(one?.policy['script-src']).toHaveLength(2)
    expect(one?.nonce).not.toBe(other?.nonce)
    expect(one?.policy['frame-ancestors']).toEqual(["'none'"])
  })
})

describe('kept files', () => {
  it('act as no page, whatever they hold', async () => {
    const { headers } = await app.app.inject(picture)
    const policy = directives(headers['content-security-policy'])
    expect([policy.sandbox, policy['default-src'], policy['frame-ancestors']]).toEqual([[], ["'none'"], ["'none'"]])
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  })
})

describe('every address', () => {
  it('tells browsers to believe the type that it names, and to come back encrypted where that is how they came', async () => {
    for (const url of everyAddress()) {
      const [plain, encrypted] = [await app.app.inject(url), await secure.app.inject(url)]
      expect([url, plain.headers['x-content-type-options']]).toEqual([url, 'nosniff'])
      expect([url, plain.headers['strict-transport-security']]).toEqual([url, undefined])
      expect([url, encrypted.headers['strict-transport-security']]).toEqual([
        url,
        'max-age=31536000; includeSubDomains',
      ])
    }
    for (const [address, endpoint] of everyCall) {
      const { headers } = await secure.send(endpoint, {}, { token: null })
      expect([address, headers['strict-transport-security']]).toEqual([address, 'max-age=31536000; includeSubDomains'])
    }
  })

  it('lets no other site read its answers', async () => {
    const preflight = {
      ...elsewhere,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'token,x-api-key',
    }
    for (const url of [...everyAddress(), ...everyCall.map(([address]) => address)]) {
      for (const method of ['GET', 'OPTIONS', 'POST'] as const) {
        const { headers } = await app.app.inject({ method, url, headers: method === 'OPTIONS' ? preflight : elsewhere })
        const opening = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
        expect([method, url, opening]).toEqual([method, url, []])
      }
    }
  })

  it('believes no host that the caller names', async () => {
    const host = 'elsewhere.invalid'
    const forged = { host, 'x-forwarded-host': host, forwarded: `host=${host}`, 'x-api-key': app.deps.apiKey }
    for (const url of [...everyAddress(), addressOf(content.sliderImages), addressOf(content.cmsPages)]) {
      const { body, headers } = await app.app.inject({ url, headers: forged })
      expect([url, body.includes(host), JSON.stringify(headers).includes(host)]).toEqual([url, false, false])
    }
  })

  it('names neither what it runs on nor sets a cookie', async () => {
    for (const url of everyAddress()) {
      const { headers } = await app.app.inject(url)
      expect([url, headers.server, headers['x-powered-by'], headers['set-cookie']]).toEqual([
        url,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  it('answers no method but its own', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS'] as const) {
      for (const url of [...everyAddress(), ...everyCall.map(([address]) => address)]) {
        const { statusCode } = await app.app.inject({ method, url, headers: { 'x-api-key': app.deps.apiKey } })
        expect([method, url, statusCode]).toEqual([
          method,
          url,
          expect.toSatisfy((status: number) => status >= 400 && status < 500),
        ])
      }
    }
  })
})

/** The headers that say who may store an answer: Cache-Control and Vary. */
const PUBLISHED = ['public, max-age=0, s-maxage=10, must-revalidate', 'x-api-key, accept-encoding']
const OWN = ['private, no-cache']

describe('answers of calls', () => {
  it('are kept by nobody, refusals included; by shared caches only what is published to all', async () => {
    for (const [address, endpoint] of everyCall) {
      for (const token of [tokenFor(endpoint, app), 'unknown']) {
        const { statusCode, headers } = await app.send(endpoint, {}, { token })
        const may = endpoint.get && endpoint.owner && statusCode === 200
        const isForAll = Object.values<Endpoint>(content).includes(endpoint)
        const [expected, vary] = may ? (isForAll ? PUBLISHED : OWN) : ['no-store']
        expect([address, statusCode, headers['cache-control'], headers.vary]).toEqual([
          address,
          statusCode,
          expected,
          vary,
        ])
      }
    }
  })

  it('are JSON, so that nothing in them is read as a page', async () => {
    for (const [address, endpoint] of everyCall) {
      const { headers } = await app.send(endpoint, { name: '<script>window.ran=1</script>' })
      expect([address, headers['content-type']]).toEqual([address, 'application/json; charset=utf-8'])
    }
    const { headers } = await app.app.inject({
      url: addressOf(content.years),
      headers: { 'x-api-key': app.deps.apiKey, accept: 'text/html' },
    })
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('that refuse show nothing of the inside', async () => {
    const inside = /node_modules|\.ts\b|sqlite|select |stack|at \w+ \(|\/tmp|FST_|Error:/i
    const bodies = [
      '{',
      '[]',
      'null',
      '{"_id": {}}',
      '{"filters": {"a": {"value": 1}}}',
      `{"name": "${'x'.repeat(1000)}"}`,
    ]
    for (const [address, endpoint] of everyCall) {
      for (const body of endpoint.get ? [{}] : bodies) {
        const { statusCode, body: said } = await app.send(endpoint, body)
        if (statusCode !== 200) expect([address, said]).toEqual([address, expect.not.stringMatching(inside)])
      }
    }
    for (const url of [
      '/files/%',
      '/%',
      '/api/v1/%ff',
      `/api/v1/${'x'.repeat(9000)}`,
      '/api/v1/\\..\\',
      '/api/v1/?%',
    ]) {
      expect((await app.app.inject({ url })).body).not.toMatch(inside)
    }
  })
})

describe('the page of the application', () => {
  /** The server with a built application of a few files. */
  async function built(files: Record<string, string>) {
    const folder = await mkdtemp(join(app.dataDir, 'built-'))
    for (const [name, content] of Object.entries({ 'index.html': '<title>The page</title>', ...files })) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
    const { buildApp } = await import('#server/app.ts')
    return buildApp(app.deps, { version: '0', webFolder: folder })
  }

  it('is there for its own addresses, and nothing hidden or unknown is', async () => {
    const hidden = { '.vite/manifest.json': '{"inside":1}', '.built': 'inside', '.well-known/x': 'inside' }
    const page = await built({ ...hidden, 'robots.txt': 'Disallow: /', 'assets/x.js': '1' })
    const statuses = async (urls: string[]) => {
      const answers = await Promise.all(urls.map((url) => page.inject(url)))
      return answers.map(({ statusCode, body }, place) => [urls[place], statusCode, /The page|inside/.exec(body)?.[0]])
    }
    const nothing = [
      '/.vite/manifest.json',
      '/%2evite/manifest.json',
      '/.built',
      '/.well-known/security.txt',
      '/.well-known/x',
      '/.git/config',
      '/.env',
      '/assets/.hidden',
      '/sitemap.xml',
      '/favicon.ico',
      '/wp-login.php?x=1',
    ]
    const shown = (url: string) => (url.startsWith('/assets/') ? undefined : 'The page')
    expect(await statuses(nothing)).toEqual(nothing.map((url) => [url, 404, shown(url)]))
    const pages = [
      '/',
      '/login',
      '/reset-password/ada@example.com',
      '/models?page=1.5',
      '/nothing',
      '/%',
      '/a/%zz',
      '/%ff',
    ]
    expect(await statuses(pages)).toEqual(pages.map((url) => [url, 200, 'The page']))
    expect((await page.inject('/robots.txt')).body).toBe('Disallow: /')
    const heads = await Promise.all(pages.map((url) => page.inject({ method: 'HEAD', url })))
    expect(heads.map(({ statusCode, body }) => [statusCode, body])).toEqual(pages.map(() => [200, '']))
    await page.close()
  })

  it('is found where a slash was doubled, at its own address and no other site', async () => {
    const page = await built({})
    const answers = await Promise.all(
      [
        '//dashboard?a=//b',
        '//evil.example//x',
        '//etc/passwd',
        '/api/v1//ping',
        '/api//v1/nothing',
        '/api/v1/nothing',
      ].map((url) => page.inject(url)),
    )
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
      [308, '/dashboard?a=//b'],
      [308, '/evil.example/x'],
      [308, '/etc/passwd'],
      [204, undefined],
      [404, undefined],
      [404, undefined],
    ])
    await page.close()
  })

  it('uses no camera, no microphone and no place of the device', async () => {
    const { headers } = await app.app.inject('/')
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(headers['permissions-policy']).toContain(`${feature}=()`)
  })

  it('carries settings that no setting can turn into a script', async () => {
    const web = await buildTestApp({
      MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png',
      MAP_TILES_CREDIT: '</script><script>window.ran=1</script>',
    })
    await web.close()
    const folder = join(app.dataDir, 'page')
    await mkdir(folder)
    await writeFile(join(folder, 'index.html'), '<script type="application/json"><!--app-settings--></script>')
    const { buildApp } = await import('#server/app.ts')
    const page = await buildApp(web.deps, { version: '0', webFolder: folder })
    expect((await page.inject('/')).body).not.toContain('</script><script>')
    await page.close()
  })
})
