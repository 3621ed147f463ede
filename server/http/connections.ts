import type { IncomingMessage, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, stopping } from '../errors.ts'
import type { App } from './serve.ts'

declare module 'fastify' {
  interface FastifyInstance {
    leaving: Leaving
  }
}

/** How far the server is with stopping. */
type Leaving = {
  /** Whether it will stop soon: it still answers, but is no longer ready. */
  begun: boolean
  /** Makes each connection end with its next answer. */
  begin: () => void
}

/**
 * Knows every connection: what is malformed is refused in the form of all refusals, and a server that stops waits only
 * for requests that it has taken up.
 */
export function watchConnections(app: App, headers: Record<string, string>) {
  const answers = new Map<Socket, Set<ServerResponse>>()
  let closing = false
  const isLast = (answer: ServerResponse) => answer.headersSent || answer.setHeader('connection', 'close')
  const leaving: Leaving = {
    begun: false,
    begin() {
      leaving.begun = true
      for (const underWay of answers.values()) underWay.forEach(isLast)
    },
  }
  app.decorate('leaving', leaving)

  app.server.on('connection', (socket) => {
    if (closing) return socket.destroy()
    answers.set(socket, new Set())
    return socket.once('close', () => answers.delete(socket))
  })
  app.server.prependListener('request', ({ socket }, answer) => {
    const underWay = answers.get(socket)
    underWay?.add(answer)
    if (leaving.begun) isLast(answer)
    answer.once('close', () => {
      underWay?.delete(answer)
      if (closing && !underWay?.size) socket.destroySoon()
    })
  })
  // Node would refuse in a form of its own what a caller expects besides being told to go on.
  app.server.on('checkExpectation', (request, answer) => app.server.emit('request', request, answer))
  // Without a listener Node hangs up without a word.
  app.server.on('connect', (_request, stream) => {
    stream.on('error', () => {}).end(refusal('CONNECT', headers))
  })
  app.addHook('preClose', (done) => {
    leaving.begin()
    closing = true
    for (const [socket, underWay] of answers) if (!underWay.size) socket.destroy()
    endStalled(answers)
    done()
  })
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (closing) return done(stopping())
    if (isMalformed(raw)) return done(new AppError(400, MALFORMED))
    return done()
  })

  return {
    /** Answers what is no HTTP, or came too slowly; Fastify's `clientErrorHandler`. */
    refuse({ code }: { code?: string }, socket: Socket) {
      const begun = [...(answers.get(socket) ?? [])].some(({ headersSent }) => headersSent)
      if (code !== 'ECONNRESET' && socket.writable && !begun) socket.write(refusal(code, headers))
      socket.destroySoon()
    },
  }
}

/** In milliseconds: how long a body under way may bring nothing while the server stops. */
const STALLED_MS = 1_000

/** Ends connections whose request has begun and brings nothing more, until there is none left. */
function endStalled(answers: Map<Socket, Set<ServerResponse>>) {
  const received = new Map<Socket, number>()
  const timer = setInterval(() => {
    for (const [socket, underWay] of answers) {
      const isWhole = [...underWay].every(({ req }) => req.complete)
      if (!isWhole && received.get(socket) === socket.bytesRead) socket.destroy()
      received.set(socket, socket.bytesRead)
    }
    if (!answers.size) clearInterval(timer)
  }, STALLED_MS).unref()
}

const MALFORMED = 'The request is not valid HTTP.'

/** A name or an address, perhaps with a port. */
const HOST = /^([\w.~%!$&'()*+;=-]+|\[[\w:.%]+\])(:\d*)?$/

/** Proxies and servers disagree on which of two hosts counts, and on where a body ends. */
function isMalformed({ rawHeaders, httpVersion, method, url = '' }: IncomingMessage) {
  const valuesOf = (name: string) =>
    rawHeaders.filter((_value, place) => place % 2 && rawHeaders[place - 1]?.toLowerCase() === name)
  const [host = '', ...more] = valuesOf('host')
  return (
    more.length > 0 ||
    !/^1\.[01]$/.test(httpVersion) ||
    // HTTP/1.0 may leave it out.
    !(HOST.test(host) || (httpVersion === '1.0' && !host)) ||
    !(url.startsWith('/') || (url === '*' && method === 'OPTIONS')) ||
    valuesOf('transfer-encoding').some((encoding) => encoding.trim().toLowerCase() !== 'chunked')
  )
}

const refusals: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  CONNECT: [501, 'This server is no proxy.'],
}

function refusal(code = '', headers: Record<string, string>) {
  const [status, message] = refusals[code] ?? [400, MALFORMED]
  const body = JSON.stringify({ message })
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
