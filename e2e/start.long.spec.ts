import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../server/testing/free-port.ts'
import { ADMIN, type RunningServer, runServer, startServer, until } from './server.ts'

let dataDir: string
test.beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'start-'))
})
test.afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function apiKeyOf({ url }: RunningServer) {
  const page = await (await fetch(url)).text()
  return (JSON.parse(/id="app-settings">(.*?)<\/script>/.exec(page)?.[1] ?? '{}') as { apiKey: string }).apiKey
}

/** Starts a login call; resolves once the server has accepted it. `end` sends the rest and resolves to the status. */
async function beginCall(port: number, apiKey: string) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  const body = '{"email":"nobody@example.com","password":"x"}'
  socket.write(
    `POST /api/v1/admin/users/login HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body.slice(0, 10)}`,
  )
  await until(() => answer.includes('100 Continue'))
  answer = ''
  return {
    async end() {
      socket.write(body.slice(10))
      await once(socket, 'close')
      return Number(answer.split(' ')[1])
    },
  }
}

async function askForCode(server: RunningServer) {
  await fetch(`${server.url}/api/v1/common/users/forgot_password`, {
    method: 'POST',
    headers: { 'x-api-key': await apiKeyOf(server), 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.email }),
  })
}

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

test('a start that believes forged sign-ins of the app says so, and others do not', async () => {
  const quiet = await startServer({ DATA_DIR: dataDir, DEMO_DATA: 'false' })
  await quiet.stop()
  const loud = await startServer({ DATA_DIR: dataDir, DEMO_DATA: 'false', DEMO_SOCIAL_SIGN_IN: 'true' })
  await until(() => loud.output().includes('"level":40'))
  await loud.stop()
  expect(quiet.output()).not.toContain('DEMO_SOCIAL_SIGN_IN')
  expect(loud.output()).toContain('WARNING: DEMO_SOCIAL_SIGN_IN is on')
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
  const { code, output } = await runServer({
    PORT: new URL(server.url).port,
    DATA_DIR: dataDir,
    DEMO_DATA: 'false',
  })
  expect(code).toBe(1)
  expect(output).toContain('PORT')
  expect(output).not.toContain('    at ')
  await server.stop()
})

test('nobody else on the machine can read the data', async () => {
  const settings = { DATA_DIR: dataDir, DEMO_DATA: 'false', API_KEY: '' }
  chmodSync(dataDir, 0o755)
  writeFileSync(join(dataDir, 'left-open'), 'from an older version', { mode: 0o644 })
  const server = await startServer(settings)
  await askForCode(server)
  await until(() => server.newestMail() !== undefined)
  await server.stop()
  const modes = ['', 'back-office.db', 'api-key', 'mail', 'left-open'].map((name) => [
    name,
    (statSync(join(dataDir, name)).mode & 0o777).toString(8),
  ])
  expect(Object.fromEntries(modes)).toEqual({
    '': '700',
    'back-office.db': '600',
    'api-key': '600',
    mail: '700',
    'left-open': '600',
  })
})

for (const whom of ['the launcher', 'all its processes'] as const) {
  test(`a call under way is answered when ${whom} get SIGTERM, and the database is closed`, async () => {
    const port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    const launcher = spawn(process.execPath, ['scripts/launch.cjs', 'start'], {
      env: {
        PATH,
        HOME,
        DATA_DIR: dataDir,
        DEMO_DATA: 'false',
        PORT: String(port),
        DRAIN_SECONDS: '0',
        API_KEY: 'the-key-of-the-journeys',
      },
      detached: true,
    })
    let output = ''
    for (const stream of [launcher.stdout, launcher.stderr]) stream.on('data', (chunk) => (output += chunk))
    await until(() => output.includes('is ready at'), 120_000)
    const call = await beginCall(port, 'the-key-of-the-journeys')
    const ended = once(launcher, 'exit')
    process.kill(whom === 'the launcher' ? (launcher.pid ?? 0) : -(launcher.pid ?? 0), 'SIGTERM')
    // Longer than the launcher takes to check whether npm is still running.
    await new Promise((soon) => setTimeout(soon, 1500))
    const status = await call.end()
    const [code] = await ended
    expect([status, code]).toEqual([422, 0])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('back-office.db'))).toEqual(['back-office.db'])
  })
}

test('the database is filled by nobody else while a server runs on it', async () => {
  const server = await startServer({ DATA_DIR: dataDir, DEMO_DATA: 'false' })
  const { PATH = '', HOME = '' } = process.env
  const seeding = spawn(process.execPath, ['scripts/seed.ts', '--users', '10'], {
    env: { PATH, HOME, DATA_DIR: dataDir },
  })
  let said = ''
  for (const stream of [seeding.stdout, seeding.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(seeding, 'exit')
  await server.stop()
  expect([code, said.trim()]).toEqual([1, `Not filled: DATA_DIR: another process is already using ${dataDir}`])
})

test('a request in flight is answered before the server stops', async () => {
  const server = await startServer({ DEMO_DATA: 'false' })
  const call = await beginCall(Number(new URL(server.url).port), await apiKeyOf(server))
  server.process.kill('SIGTERM')
  await new Promise((soon) => setTimeout(soon, 200))
  expect(await call.end()).toBe(422)
  if (server.process.exitCode === null) await once(server.process, 'exit')
  expect(server.process.exitCode).toBe(0)
  await server.stop()
})
