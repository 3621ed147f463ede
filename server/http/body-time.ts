import type { App } from './app-type.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes large files, which may be slow to arrive. */
    largeFile?: boolean
  }
}

/**
 * Closes the connection of a caller who has not sent the whole body in so many seconds, `visitors` if no session is
 * needed. Calls that take large files have the server's own limit instead.
 */
export function limitBodyTime(app: App, { visitors, others }: { visitors: number; others: number }) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    const { largeFile, public: open } = request.routeOptions.config
    if (hasBody && !largeFile) {
      // An unknown call needs no session either.
      const seconds = open === false ? others : visitors
      const timer = setTimeout(() => raw.destroy(), seconds * 1000).unref()
      // Emitted when the whole body has arrived or the connection is closed.
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
