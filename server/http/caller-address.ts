import { isIP } from 'node:net'
import type { App } from './serve.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a proxy forwards calls that TRUST_PROXY does not count. */
    forwardedIgnored: () => boolean
  }
}

/** What proxies say of whom they call for. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** The caller's IP address, as it is counted: without the port that some proxies write behind it. */
export function callerAddress({ ip }: { ip: string }) {
  if (isIP(ip)) return ip
  const [, bare = ''] = /^\[([^\]]+)\](?::\d+)?$/.exec(ip) ?? /^([^:]+):\d+$/.exec(ip) ?? []
  return isIP(bare) ? bare : ip
}

/**
 * Says once in the log when a proxy forwards calls that `trustProxy` does not count: then all callers have the address of
 * the proxy, and one of them uses up the tries of all. Returns whether that has happened.
 */
export function watchForwarded(app: App, { trustProxy }: { trustProxy: number }) {
  let isIgnored = false
  if (trustProxy > 0) return () => false
  app.addHook('onRequest', ({ headers, ip, log }, _reply, done) => {
    if (!isIgnored && FORWARDED.some((name) => headers[name] !== undefined)) {
      isIgnored = true
      log.warn(
        { address: ip },
        'a proxy forwards calls, but TRUST_PROXY is 0: limits by address count all its callers as one; set how many proxies there are',
      )
    }
    done()
  })
  return () => isIgnored
}
