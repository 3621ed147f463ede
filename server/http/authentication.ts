import { forbidden, signedOut } from '../errors.ts'
import type { Session } from '../secrets/sessions.ts'
import { sameSecret } from '../secrets/tokens.ts'
import { refuseNotSetUp, refuseUnproved } from './proof.ts'
import type { App } from './serve.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
  }
  interface FastifyContextConfig {
    /** Needs no session. All other routes do. */
    public?: boolean
    /** Refusals also carry `error.message`, where the rich-text editor looks. */
    forEditor?: boolean
    /** Requires re-authentication; is open to whoever sets up a second factor: see contract/endpoint.ts. */
    proof?: boolean
    settingUp?: boolean
    /** Stays open: being open does not count as use of the session. */
    stream?: boolean
  }
}

/**
 * Checks every call of this part of the server before its body is read: first the application key (403), then the
 * session token (401), which `findSession` looks up; `counts` says whether the call is a use of the session; then
 * whether an administrator has to prove or set up something first (403).
 */
export function authenticate(
  app: App,
  apiKey: string,
  findSession: (token: string, counts: boolean) => Promise<Session | null>,
  { requireSecondFactor }: { requireSecondFactor: boolean } = { requireSecondFactor: false },
) {
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    const key = request.headers['x-api-key']
    if (typeof key !== 'string' || !sameSecret(key, apiKey)) {
      throw forbidden('The application key is missing or wrong.')
    }
    if (request.routeOptions.config.public) return
    const { token } = request.headers
    request.session = typeof token === 'string' ? await findSession(token, !request.routeOptions.config.stream) : null
    if (!request.session) throw signedOut()
    const { standing } = request.session
    if (!standing) return
    const { config } = request.routeOptions
    if (requireSecondFactor && !config.settingUp) refuseNotSetUp(standing)
    if (config.proof) refuseUnproved(standing)
  })
}
