import { calls } from '#contract/calls.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import type { App } from './app-type.ts'

const METHODS = 'GET'
const HEADERS = 'x-api-key, if-none-match'
const DAY_SECONDS = '86400'

/**
 * Lets pages of these origins read published content, and nothing else: browsers first ask whether a page may send the
 * application key.
 */
export function allowWebsites(app: App, origins: readonly string[]) {
  if (!origins.length) return
  const allowed = (origin: string | undefined) =>
    origin !== undefined && origins.includes(origin) ? origin : undefined
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions
    if (config.endpoint?.get && config.public) {
      reply.header('vary', 'Origin')
      const origin = allowed(request.headers.origin)
      if (origin) reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': 'ETag' })
    }
    done()
  })
}

const published = new Set(
  Object.values(calls)
    .flatMap((endpoints) => Object.values<Endpoint>(endpoints))
    .filter((endpoint) => endpoint.owner && endpoint.get && endpoint.public)
    .map(addressOf),
)
/** Whether pages of websites may read this path. */
export const isForWebsites = (path: string) => published.has(path)

/** The answer to a browser asking whether a page may make a call; undefined if it may not. */
export function preflight(origins: readonly string[], origin: string | undefined) {
  if (origin === undefined || !origins.includes(origin)) return undefined
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': HEADERS,
    'access-control-max-age': DAY_SECONDS,
    vary: 'Origin',
  }
}
