import { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import type { App } from './serve.ts'

type ServedFile = { status: number; headers: Record<string, string>; body: Readable | null }
type Serve = (
  name: string,
  wanted: { range?: string | undefined; 'if-none-match'?: string | undefined },
) => Promise<ServedFile | null>

// Names longer than this do not exist, and a disk would throw on them.
const NAME = /^[a-z-]{1,50}\/[a-z0-9-]{1,100}\.[a-z]{3}$/

/**
 * Serves the stored files below /files/, whole or in ranges. A name never gets other content, so answers may be cached
 * for good. The headers keep a file from acting as a page of this site.
 */
export function serveUploads(app: App, { serve }: { serve: Serve }) {
  app.get('/files/*', async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const { range, 'if-none-match': known } = request.headers
    const file = NAME.test(name) ? await serve(name, { range, 'if-none-match': known }) : null
    if (!file) throw new AppError(404, 'There is no such file.')
    if (file.status === 416) {
      const { 'Content-Range': size } = file.headers
      reply.headers({ 'cache-control': 'no-store', ...(size && { 'content-range': size }) })
      throw new AppError(416, 'The file has no such part.')
    }
    reply.status(file.status).header('cache-control', 'public, max-age=31536000, immutable')
    if (file.status === 304) {
      const { ETag: tag } = file.headers
      return reply.headers(tag ? { etag: tag } : {}).send()
    }
    reply.headers({
      ...file.headers,
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    })
    // Browsers show no PDF in a sandbox, so it is downloaded.
    if (name.endsWith('.pdf')) reply.header('content-disposition', 'attachment')
    if (request.method !== 'HEAD') return reply.send(file.body ?? '')
    // Else it would be read to its end, and keep a connection to the storage from others.
    file.body?.destroy()
    return reply.send(Readable.from([]))
  })
}
