import type { FastifyRequest } from 'fastify'
import { KIND } from '../log.ts'
import type { App } from './app-type.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it could not be answered. */
    failure?: string
  }
}

const SLOW_MS = 1000
const PROBES = ['/healthz', '/readyz']

/**
 * Logs a line for each call that failed or took longer than a second, and with `all` for every request: what was asked
 * for and by whom, but nothing that was sent. Without `all`, calls that fail alike are logged once and then counted.
 */
export function logCalls(app: App, { all }: { all: boolean }) {
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    // For a probe, that is the intended answer.
    const failed = status >= 500 && !PROBES.includes(request.routeOptions.url ?? '')
    const slow = elapsedTime > SLOW_MS && !request.routeOptions.config.stream
    if (failed || slow || all) {
      const { method, id: request_id, session, failure } = request
      const by = session?.actor._id
      const line = {
        method,
        path: pathOf(request),
        status,
        ms: Math.round(elapsedTime),
        request_id,
        ...(by && { by }),
        ...(failure && { failure }),
      }
      const { path } = line
      // ACCESS_LOG asks for a line for every request.
      if (failed) request.log.warn(all ? line : { ...line, [KIND]: { method, path, status } }, 'a call failed')
      else if (slow) request.log.warn(line, 'a call was slow')
      else request.log.info(line, 'a request')
    }
    done()
  })
}

/** A route's path; otherwise only the first part: a page's address can hold an email address or a token. */
const pathOf = ({ routeOptions, url }: FastifyRequest) => routeOptions.url ?? /^\/[^/?]*/.exec(url)?.[0] ?? '/'
