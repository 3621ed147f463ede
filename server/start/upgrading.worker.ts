import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { beingUpdated } from '../errors.ts'
import type { Upgrading } from './upgrading.ts'

const { host, port } = workerData as Upgrading
const { status, code, message, retryAfter } = beingUpdated()
let step = ''

/** Answers in place of the coming server, which cannot work yet: every call with 503, and what is being done. */
const server = createServer((request, response) => {
  const asks = (path: string) => request.url === path
  const answer = asks('/healthz') ? { status: 'ok' } : asks('/readyz') ? { status: 'being updated', step } : undefined
  const isPage = !answer && request.headers.accept?.includes('text/html')
  response.writeHead(asks('/healthz') ? 200 : status, {
    'content-type': `${isPage ? 'text/plain' : 'application/json'}; charset=utf-8`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'retry-after': String(retryAfter),
    connection: 'close',
  })
  response.end(isPage ? `${message}\n\n${step}\n` : JSON.stringify(answer ?? { code, message, step }))
})

parentPort?.on('message', (said: string | null) => {
  if (said !== null) step = said
  else server.close(() => parentPort?.close()).closeAllConnections()
})
// The coming server says why it cannot listen.
server.on('error', () => parentPort?.close())
server.listen(port, host)
