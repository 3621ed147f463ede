import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { AppError, codeOf } from '../errors.ts'
import type { App } from './app-type.ts'

declare module 'fastify' {
  interface FastifyInstance {
    leaving: Leaving
  }
}

/** How far stopping the server has got. */
type Leaving = {
  /** Whether it will stop soon: it still answers, but is no longer ready. */
  begun: boolean
  begin: () => void
  /** Aborts when longer work must be left to the next start, while there is still time to answer and record that. */
  handsOver: AbortSignal
  handOver: () => void
  /**
   * Closes the port while a proxy still uses its kept connections, so that it opens no new ones. Then each connection's
   * next answer says that it ends, and this resolves once no caller can believe that one is still open: each has had
   * such an answer, or has been idle for longer than a proxy keeps it.
   */
  told: () => Promise<void>
}

/**
 * In milliseconds: how long a connection may be idle before it is closed unannounced; deploy/nginx.conf keeps it for
 * less.
 */
const KEPT_MS = 5_000

/**
 * Tracks every connection: malformed requests are refused in the form of all refusals. While it stops, a server still
 * answers every request that arrives, but waits for no connection that sends none.
 */
export function watchConnections(app: App, headers: Record<string, string>) {
  const answers = new Map<Socket, Set<ServerResponse>>()
  /** Connections whose answers have all been sent, and when the last one was. */
  const idle = new Map<Socket, number>()
  let closed: Promise<unknown> | undefined
  let isTelling = false
  let keptMs = 0
  const isLast = (answer: ServerResponse) => answer.headersSent || answer.setHeader('connection', 'close')
  function closeIdle() {
    for (const [socket, since] of idle) if (performance.now() - since >= keptMs) socket.destroy()
  }
  const handing = new AbortController()
  const leaving: Leaving = {
    begun: false,
    handsOver: handing.signal,
    handOver: () => handing.abort(),
    begin() {
      leaving.begun = true
    },
    async told() {
      keptMs = KEPT_MS
      await closePort()
      for (closeIdle(); idle.size; closeIdle()) await setTimeout(LOOK_MS)
    },
  }
  app.decorate('leaving', leaving)

  async function closePort() {
    await noPendingConnection(app)
    if (app.server.listening) {
      closed = once(app.server, 'close')
      // The HTTP server's own method would also cut idle connections.
      Server.prototype.close.call(app.server)
    }
    isTelling = true
    for (const underWay of answers.values()) underWay.forEach(isLast)
  }

  app.server.on('connection', (socket) => {
    answers.set(socket, new Set())
    socket.once('close', () => {
      answers.delete(socket)
      idle.delete(socket)
    })
  })
  app.server.prependListener('request', ({ socket }, answer) => {
    const underWay = answers.get(socket)
    underWay?.add(answer)
    idle.delete(socket)
    if (isTelling) isLast(answer)
    answer.once('close', () => {
      underWay?.delete(answer)
      if (!underWay?.size && answers.has(socket)) idle.set(socket, performance.now())
    })
  })
  // Node would refuse any other expectation than 100-continue in its own form.
  app.server.on('checkExpectation', (request, answer) => app.server.emit('request', request, answer))
  // Without a listener Node hangs up without an answer.
  app.server.on('connect', (_request, stream) => {
    stream.on('error', () => {}).end(refusal('CONNECT', headers))
  })
  app.addHook('preClose', async () => {
    leaving.begin()
    await closePort()
    endIdle()
  })
  // Fastify itself does not wait for a server that is already closed.
  app.addHook('onClose', async () => void (await closed))
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (isMalformed(raw)) return done(new AppError(400, MALFORMED))
    return done()
  })

  /** Ends idle connections, and soon those that send nothing more of a request, until none is left. */
  function endIdle() {
    const silent = [...answers].filter(([, underWay]) => !underWay.size)
    const received = new Map(silent.map(([socket]) => [socket, socket.bytesRead]))
    let ticks = 0
    const timer = setInterval(() => {
      closeIdle()
      if (++ticks % (SILENT_MS / LOOK_MS) === 0) {
        for (const [socket, underWay] of answers) {
          const isWhole = idle.has(socket) || (underWay.size > 0 && [...underWay].every(({ req }) => req.complete))
          if (!isWhole && received.get(socket) === socket.bytesRead) socket.destroy()
          received.set(socket, socket.bytesRead)
        }
      }
      if (!answers.size) clearInterval(timer)
    }, LOOK_MS).unref()
    closeIdle()
  }

  return {
    /** Answers anything that is not HTTP, or came too slowly; Fastify's `clientErrorHandler`. */
    refuse({ code }: { code?: string }, socket: Socket) {
      const begun = [...(answers.get(socket) ?? [])].some(({ headersSent }) => headersSent)
      if (code !== 'ECONNRESET' && socket.writable && !begun) socket.write(refusal(code, headers))
      socket.destroySoon()
    },
  }
}

/** In milliseconds: how often connections are checked while the server stops. */
const LOOK_MS = 50
/** In milliseconds: how long a request may stay silent while the server stops. */
const SILENT_MS = 1_000
/** In milliseconds: how long a stop waits at most for a moment without new connections. */
const BUSY_MS = 2_000
/** In milliseconds: a turn of the event loop that takes less had nothing to do. */
const NOTHING_MS = 0.04

/**
 * Resolves at a moment when no new connection waits to be accepted: closing the port would reset it, and a proxy does
 * not resend.
 */
async function noPendingConnection({ server }: App) {
  let knocks = 0
  const count = () => void knocks++
  server.on('connection', count)
  const end = performance.now() + BUSY_MS
  for (let turn = Number.POSITIVE_INFINITY; (turn > NOTHING_MS || knocks) && performance.now() < end; ) {
    knocks = 0
    const start = performance.now()
    await setImmediate()
    turn = performance.now() - start
  }
  server.off('connection', count)
}

const MALFORMED = 'The request is not valid HTTP.'

/** A name or an address, perhaps with a port. */
const HOST = /^([\w.~%!$&'()*+;=-]+|\[[\w:.%]+\])(:\d*)?$/

/** Proxies and servers disagree on which of two hosts counts, and where a body ends. */
function isMalformed({ rawHeaders, httpVersion, method, url = '' }: IncomingMessage) {
  const valuesOf = (name: string) =>
    rawHeaders.filter((_value, place) => place % 2 && rawHeaders[place - 1]?.toLowerCase() === name)
  const [host = '', ...more] = valuesOf('host')
  return (
    more.length > 0 ||
    !/^1\.[01]$/.test(httpVersion) ||
    // HTTP/1.0 may omit it.
    !(HOST.test(host) || (httpVersion === '1.0' && !host)) ||
    !(url.startsWith('/') || (url === '*' && method === 'OPTIONS')) ||
    valuesOf('transfer-encoding').some((encoding) => encoding.trim().toLowerCase() !== 'chunked')
  )
}

const refusals: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  CONNECT: [501, 'This server is not a proxy.'],
}

function refusal(code = '', headers: Record<string, string>) {
  const [status, message] = refusals[code] ?? [400, MALFORMED]
  // Here such a request is the caller's fault, though HTTP counts 501 among the server's.
  const body = JSON.stringify({ code: code === 'CONNECT' ? 'bad_request' : codeOf(status), message })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}
