import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitBodyTime } from './body-time.ts'

const app = Fastify()
beforeAll(async () => {
  limitBodyTime(app, { visitors: 0.3, others: 1.5 })
  const answerLater = async () => {
    await new Promise((later) => setTimeout(later, 600))
    return 'done'
  }
  app.post('/', answerLater)
  app.post('/signed-in', { config: { public: false } }, answerLater)
  app.post('/large', { config: { largeFile: true } }, answerLater)
  app.post('/refused', { onRequest: async (_request, reply) => reply.status(403).send() }, answerLater)
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

/**
 * Sends part of a body announced as ten bytes; resolves to the answer's status and whether the connection was closed
 * within a second.
 */
async function send(path: string, body: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let heard = ''
  let closed = false
  socket.on('data', (data) => (heard += data)).on('close', () => (closed = true))
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n${body}`)
  await Promise.race([once(socket, 'close'), new Promise((later) => setTimeout(later, 1_000))])
  socket.destroy()
  return { status: heard.split(' ')[1], closed }
}

describe('the time for a body', () => {
  it('runs out for a caller who dawdles, and closes the connection', async () => {
    expect(await send('/', '123')).toEqual({ status: undefined, closed: true })
  })

  it('runs out as well for a caller who was refused before', async () => {
    expect(await send('/refused', '123')).toEqual({ status: '403', closed: true })
  })

  it('is longer for calls that take large files', async () => {
    expect((await send('/large', '123')).closed).toBe(false)
  })

  it('is longer for callers who are signed in', async () => {
    expect((await send('/signed-in', '123')).closed).toBe(false)
  })

  it('does not count how long the answer takes', async () => {
    expect(await send('/', '1234567890')).toEqual({ status: '200', closed: false })
  })
})
