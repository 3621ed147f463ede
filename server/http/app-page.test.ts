import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { serveAppPage } from './app-page.ts'
import type { App } from './app-type.ts'

const SCRIPT = 'export const one = 1\n'.repeat(100)
let folder: string
let app: App

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'app-page-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'base.js'), SCRIPT)
  writeFileSync(join(folder, 'assets', 'base.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(folder, 'assets', 'base.js.br'), 'brotli')
  app = fastify()
  await serveAppPage(app, folder, { api: '/api/v1', apiKey: 'a-key-of-16-letters' })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const read = async (encodings: string) => {
  const answer = await app.inject({ url: '/assets/base.js', headers: { 'accept-encoding': encodings } })
  return {
    encoding: answer.headers['content-encoding'],
    bytes: answer.rawPayload,
    type: answer.headers['content-type'],
  }
}

it('sends assets as the browser takes them, as gzip where it does not ask for brotli', async () => {
  const script = expect.stringContaining('javascript')
  expect(await read('gzip, deflate, br')).toMatchObject({ encoding: 'br', type: script })
  const { bytes, ...gzip } = await read('gzip, deflate')
  expect([gzip, gunzipSync(bytes).toString()]).toEqual([{ encoding: 'gzip', type: script }, SCRIPT])
  expect((await read('identity')).bytes.toString()).toBe(SCRIPT)
})
