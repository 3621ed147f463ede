import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { answerWhileUpgrading } from './upgrading.ts'

const host = '127.0.0.1'

/** Asks while this thread is idle, as it is while SQLite changes a large table. */
function ask(port: number, path: string, accept: string) {
  const program = `const ask = (tries) => fetch(process.argv[1], { headers: { accept: process.argv[2] } })
    .then(async (it) => console.log(JSON.stringify([it.status, it.headers.get('retry-after'), await it.text()])))
    .catch((error) => (tries ? setTimeout(ask, 50, tries - 1) : console.error(error)))
  ask(200)`
  const { stdout } = spawnSync(process.execPath, ['-e', program, `http://${host}:${port}${path}`, accept])
  return JSON.parse(String(stdout)) as [number, string, string]
}

it('answers every call with 503 and the step while this thread is busy, and gives the port back', async () => {
  const port = await freePort()
  const upgrading = answerWhileUpgrading({ host, port })
  upgrading.tell({ migration: '0012-release-1.2.0', left: 2 })
  const message = 'The back-office is being updated. Please try again in a moment.'
  const step = '0012-release-1.2.0, 1 more to come'
  const call = ask(port, '/api/v1/admin/models/list', 'application/json')
  expect([...call.slice(0, 2), JSON.parse(call[2])]).toEqual([503, '10', { code: 'being_updated', message, step }])
  expect(ask(port, '/models', 'text/html,*/*')).toEqual([503, '10', `${message}\n\n${step}\n`])
  const [healthy, , alive] = ask(port, '/healthz', '*/*')
  expect([healthy, JSON.parse(alive)]).toEqual([200, { status: 'ok' }])
  upgrading.tell({ migration: '0015-next', left: 1 })
  await expect
    .poll(() => JSON.parse(ask(port, '/readyz', '*/*')[2]))
    .toEqual({ status: 'being updated', step: '0015-next' })
  await upgrading.end()
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
})

it('opens no port where nothing is to be done, and leaves one alone that is taken', async () => {
  const server = createServer((_request, response) => response.end('mine')).listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const upgrading = answerWhileUpgrading({ host, port })
  await upgrading.end()
  upgrading.tell({ migration: '0012-release-1.2.0', left: 1 })
  await upgrading.end()
  expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('mine')
  server.close()
})
