import { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import type { App } from './app-type.ts'

type ServedFile = { status: number; headers: Record<string, string>; body: Readable | null }
type Serve = (
  name: string,
  wanted: { range?: string | undefined; 'if-none-match'?: string | undefined },
) => Promise<ServedFile | null>

// Longer names do not exist, and a disk would throw on them.
const NAME = /^[a-z-]{1,50}\/[a-z0-9-]{1,100}\.[a-z]{3}$/

/**
 * Serves the stored files below /files/, whole or in ranges. A name never gets other content, so answers may be cached
 * forever. The headers keep a file from acting as a page of this site.
 */
export function serveUploads(app: App, { serve }: { serve: Serve }) {
  app.get('/files/*', async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const { range, 'if-none-match': known, 'if-range': ifRange } = request.headers
    const isPart = range !== undefined && (ifRange === undefined || (await hasTag(serve, name, String(ifRange))))
    const wanted = { ...(isPart && { range }), 'if-none-match': known }
    const file = NAME.test(name) ? await serve(name, wanted) : null
    if (!file) throw new AppError(404, 'There is no such file.')
    if (file.status === 416) {
      const { 'Content-Range': size } = file.headers
      reply.headers({ 'cache-control': 'no-store', ...(size && { 'content-range': size }) })
      throw new AppError(416, 'The file has no such part.')
    }
    reply.status(file.status).header('cache-control', 'public, max-age=31536000, immutable')
    if (file.status === 304) {
      return reply.headers(tagOf(file)).send()
    }
    reply.headers({
      ...file.headers,
      ...tagOf(file),
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    })
    // Browsers show no PDF in a sandbox, so it is downloaded.
    if (name.endsWith('.pdf')) reply.header('content-disposition', 'attachment')
    if (request.method !== 'HEAD') return reply.send(file.body ?? '')
    // Otherwise it would be read to its end, and occupy a connection to the storage.
    file.body?.destroy()
    return reply.send(Readable.from([]))
  })
}

/** A name never gets other content, so a file's tag is a strong one, whatever its storage says. */
const tagOf = ({ headers: { ETag: tag } }: ServedFile): Record<string, string> =>
  tag ? { etag: tag.replace(/^W\//, '') } : {}

const STRONG_TAG = /^"[^"]*"$/

/** Whether a file has this tag, so that the rest of it belongs to what the caller already has (RFC 9110, 13.1.5). */
async function hasTag(serve: Serve, name: string, tag: string) {
  if (!NAME.test(name) || !STRONG_TAG.test(tag)) return false
  const file = await serve(name, { 'if-none-match': tag })
  file?.body?.destroy()
  return file?.status === 304
}
