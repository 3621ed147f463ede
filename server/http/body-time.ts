import type { App } from './serve.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files that are long on their way over a slow line. */
    largeFile?: boolean
  }
}

/**
 * Closes the connection of who has not sent the whole body after so many seconds; calls that take large files have the
 * time of the server's own limit.
 */
export function limitBodyTime(app: App, seconds: number) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (hasBody && !request.routeOptions.config.largeFile) {
      const timer = setTimeout(() => raw.destroy(), seconds * 1000).unref()
      // Said once the whole body has come, or nobody waits for it any more.
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
