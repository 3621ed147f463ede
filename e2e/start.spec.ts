import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort, runServer, startServer } from './server.ts'

let dataDir: string
test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'start-'))
})
test.afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('the first start says where it is and how to sign in, the second keeps everything', async ({ request }) => {
  const first = await startServer({ DATA_DIR: dataDir, DEMO_DATA: 'false', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
  expect(first.output()).toContain(`ready at ${first.url}`)
  expect(first.output()).toContain('Sign in as admin@example.com')
  const password = /with the password (\S+)/.exec(first.output())?.[1] ?? ''
  expect(password).toHaveLength(16)
  await first.stop()
  expect(first.process.exitCode).toBe(0)

  const second = await startServer({ DATA_DIR: dataDir, DEMO_DATA: 'false', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
  expect(second.output()).not.toContain('with the password')
  const page = await (await request.get(second.url)).text()
  const { apiKey } = JSON.parse(/id="app-settings">(.*?)<\/script>/.exec(page)?.[1] ?? '{}') as { apiKey: string }
  const answer = await request.post(`${second.url}/api/v1/admin/users/login`, {
    headers: { 'x-api-key': apiKey },
    data: { email: 'admin@example.com', password },
  })
  expect(answer.status()).toBe(200)
  await second.stop()
})

test('a wrong setting stops the start with one line that names it', async () => {
  const { code, output } = await runServer({ PORT: 'eighty', DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([
    'The settings cannot be used. PORT: must be a whole number from 1 to 65535',
  ])
})

test('a port that is taken stops the start with one line', async () => {
  const server = await startServer({ DEMO_DATA: 'false' })
  const { code, output } = await runServer({ PORT: new URL(server.url).port, DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(output).toContain('PORT')
  expect(output).not.toContain('    at ')
  await server.stop()
})

test('a request in flight is answered before the server stops', async () => {
  const server = await startServer({ DEMO_DATA: 'false' })
  const port = Number(new URL(server.url).port)
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  const body = '{"email":"nobody@example.com","password":"x"}'
  const page = await (await fetch(server.url)).text()
  const { apiKey } = JSON.parse(/id="app-settings">(.*?)<\/script>/.exec(page)?.[1] ?? '{}') as { apiKey: string }
  const headers = `POST /api/v1/admin/users/login HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  socket.write(headers + body.slice(0, 10))
  await new Promise((soon) => setTimeout(soon, 200))
  server.process.kill('SIGTERM')
  await new Promise((soon) => setTimeout(soon, 200))
  socket.write(body.slice(10))
  await once(socket, 'close')
  expect(answer).toContain('422')
  if (server.process.exitCode === null) await once(server.process, 'exit')
  expect(server.process.exitCode).toBe(0)
  expect(await freePort()).toBeGreaterThan(0)
  await server.stop()
})
