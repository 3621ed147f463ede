import { isIP } from 'node:net'
import type { App } from './app-type.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a proxy forwards calls that TRUST_PROXY does not account for. */
    forwardedIgnored: () => boolean
  }
}

/** The headers in which proxies name their callers. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** The caller's IP address as it is counted: without the port that some proxies append. */
export function callerAddress({ ip }: { ip: string }) {
  if (isIP(ip)) return ip
  const [, bare = ''] = /^\[([^\]]+)\](?::\d+)?$/.exec(ip) ?? /^([^:]+):\d+$/.exec(ip) ?? []
  return isIP(bare) ? bare : ip
}

/**
 * Logs once if a proxy forwards calls that `trustProxy` does not account for: then all callers seem to have the proxy's
 * address, and one of them uses up everyone's tries. Returns whether that has happened.
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
