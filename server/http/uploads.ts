import type { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import type { App } from './serve.ts'

type ServedFile = { status: number; headers: Record<string, string>; body: Readable | null }
type Serve = (
  name: string,
  wish: { range?: string | undefined; 'if-none-match'?: string | undefined },
) => Promise<ServedFile | null>

// Longer names are kept nowhere, and a disk would refuse to look for them.
const NAME = /^[a-z-]{1,50}\/[a-z0-9-]{1,100}\.[a-z]{3}$/

/**
 * Serves the kept files under /files/, whole or in parts, wherever they are stored. A file's name never gets another
 * content, so it may be cached for good; and whatever a file holds, it cannot act as a page of this site.
 */
export function serveUploads(app: App, { serve }: { serve: Serve }) {
  app.get('/files/*', async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const { range, 'if-none-match': known } = request.headers
    const file = NAME.test(name) ? await serve(name, { range, 'if-none-match': known }) : null
    if (!file) throw new AppError(404, 'There is no such file.')
    reply.status(file.status).headers({
      ...file.headers,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    })
    // Browsers show no document in a sandbox, so it is handed over to be kept.
    if (name.endsWith('.pdf')) reply.header('content-disposition', 'attachment')
    return reply.send(file.body ?? '')
  })
}
