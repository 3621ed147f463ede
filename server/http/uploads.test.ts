import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskFiles } from '../integrations/files/disk.ts'
import { s3Files } from '../integrations/files/s3.ts'
import { startFakeS3 } from '../testing/fake-s3.ts'
import { answerError } from './error-handler.ts'
import { serveUploads } from './uploads.ts'

let s3: Awaited<ReturnType<typeof startFakeS3>>
let folder: string
beforeAll(async () => {
  s3 = await startFakeS3('pictures')
  folder = await mkdtemp(join(tmpdir(), 'uploads-'))
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

const stores = {
  'on disk': () => diskFiles(join(folder, 'files')),
  'in S3-compatible storage': () => s3Files(s3.settings),
}

async function serving(files: ReturnType<typeof diskFiles>) {
  const app = Fastify()
  app.setErrorHandler(answerError)
  serveUploads(app, files)
  await app.ready()
  return app
}

describe.each(Object.entries(stores))('a file %s', (_where, open) => {
  it('is described to HEAD as to GET, and a part that it has not or a known file by no headers of its content', async () => {
    const files = open()
    await files.put('manuals/a.pdf', new Blob(['0123456789']))
    const app = await serving(files)
    const ask = (method: 'GET' | 'HEAD', headers: Record<string, string> = {}) =>
      app.inject({ method, url: '/files/manuals/a.pdf', headers })
    const whole = await ask('GET')
    expect([whole.statusCode, whole.body]).toEqual([200, '0123456789'])
    const head = await ask('HEAD')
    const described = ['content-length', 'content-type', 'etag', 'cache-control', 'content-disposition']
    expect(described.map((name) => head.headers[name])).toEqual(described.map((name) => whole.headers[name]))
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '10'])

    const none = await ask('GET', { range: 'bytes=99-' })
    expect([none.statusCode, none.json()]).toEqual([
      416,
      { code: 'wrong_range', message: 'The file has no such part.' },
    ])
    expect(none.headers).toMatchObject({ 'content-range': 'bytes */10', 'cache-control': 'no-store' })
    expect(none.headers).not.toHaveProperty('content-disposition')
    const rest = { range: 'bytes=5-' }
    const resumed = await ask('GET', { ...rest, 'if-range': String(whole.headers.etag) })
    expect([resumed.statusCode, resumed.body]).toEqual([206, '56789'])
    for (const other of ['"another"', 'Sat, 28 Nov 2026 08:00:00 GMT', `W/${whole.headers.etag}`]) {
      const anew = await ask('GET', { ...rest, 'if-range': other })
      expect([anew.statusCode, anew.body]).toEqual([200, '0123456789'])
    }
    const known = await ask('GET', { 'if-none-match': String(whole.headers.etag) })
    expect([known.statusCode, known.headers.etag]).toEqual([304, whole.headers.etag])
    expect(known.headers['cache-control']).toContain('immutable')
    for (const name of ['content-type', 'content-disposition', 'content-security-policy']) {
      expect(known.headers).not.toHaveProperty(name)
    }
    await app.close()
  })
})

it('HEADs keep no connection to the storage, so that other files are served', async () => {
  const files = s3Files(s3.settings)
  for (const name of ['large', 'other']) await files.put(`logos/${name}.png`, new Blob(['x'.repeat(100_000)]))
  s3.held.add('logos/large.png')
  const app = await serving(files)
  const heads = Array.from({ length: 120 }, () => app.inject({ method: 'HEAD', url: '/files/logos/large.png' }))
  const other = await app.inject('/files/logos/other.png')
  expect([other.statusCode, other.body.length]).toEqual([200, 100_000])
  for (const head of heads) expect((await head).headers['content-length']).toBe('100000')
  s3.held.clear()
  await app.close()
})
