import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Authority } from '../actor.ts'
import { countCalls } from '../auth/program-keys/call-limit.ts'
import { permits } from '../auth/program-keys/grants.ts'
import type { Session } from '../auth/sessions.ts'
import { sameSecret, sha256 } from '../auth/tokens.ts'
import type { Db } from '../db/schema.ts'
import { BEYOND_KEY, forbidden, signedOut } from '../errors.ts'
import { callerAddress } from './caller-address.ts'
import { refuseNotSetUp, refuseUnproved } from './proof.ts'
import type { App } from './serve.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    /**
     * Looks up again whether the caller may still do this: in the transaction that writes, or once a body has taken its
     * time. Throws 401 and 403 as at first. Undefined in calls that are open to visitors.
     */
    authority: Authority | undefined
    /** When the call was let in, and its body began to be read, in milliseconds of the monotonic clock. */
    authenticatedAt: number
  }
  interface FastifyContextConfig {
    /** Needs no session. All other routes do. */
    public?: boolean
    /** Refusals also carry `error.message`, where the rich-text editor looks. */
    forEditor?: boolean
    /** Requires re-authentication; is open while a second factor is being set up: see contract/endpoint.ts. */
    proof?: boolean | 'fresh'
    allowedDuringSetup?: boolean
    /** Let in by a ticket in its address instead of key and token: its handler looks at it. */
    ticket?: boolean
    /** Stays open: being open does not count as use of the session. */
    stream?: boolean
    /** The call of the contract that it answers. */
    endpoint?: Endpoint
  }
}

const WRONG_ADDRESS = 'This key cannot be used from this address.'

/** How sessions are looked up; `counts` says whether the call is a use of the session. */
type Sessions = {
  db: Db
  find: (token: string, counts: boolean) => Promise<Session | null>
  /** The session as it is now, for somebody who is signed in with it; null if it has ended. */
  still: (db: Db, tokenHash: string) => Promise<Session | null>
  /** Whether a session that was not found was ended on purpose. */
  wasEnded?: (db: Db, tokenHash: string) => Promise<boolean>
}

/**
 * Checks every call of this part of the server before its body is read: first the application key (403), then the
 * session token (401); then whether an administrator has to prove or set up something first (403).
 */
export function authenticate(
  app: App,
  apiKey: string,
  { db: outer, find, still, wasEnded = async () => false }: Sessions,
  { requireSecondFactor }: { requireSecondFactor: boolean } = { requireSecondFactor: false },
) {
  const count = countCalls()
  const refuse = (session: Session, request: FastifyRequest) => {
    const { config } = request.routeOptions
    const { assurance, program } = session
    if (program && !program.isAllowedAt(callerAddress(request))) throw forbidden(WRONG_ADDRESS)
    if (program && !(config.endpoint && permits(program.grant, config.endpoint))) throw forbidden(BEYOND_KEY)
    if (assurance && requireSecondFactor && !config.allowedDuringSetup) refuseNotSetUp(assurance)
    if (assurance && config.proof) refuseUnproved(assurance, config.proof === 'fresh')
  }
  const over = async (db: Db, tokenHash: string) => signedOut(await wasEnded(db, tokenHash))
  app.decorateRequest('session', null)
  app.decorateRequest('authority', undefined)
  app.decorateRequest('authenticatedAt', 0)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.ticket) return
    const key = request.headers['x-api-key']
    if (typeof key !== 'string' || !sameSecret(key, apiKey)) {
      throw forbidden('The application key is missing or wrong.')
    }
    if (request.routeOptions.config.public) return
    const { token, 'x-unattended': unattended } = request.headers
    const { config } = request.routeOptions
    const counts = !config.stream && unattended === undefined
    if (typeof token !== 'string') throw signedOut()
    const session = await find(token, counts)
    if (!session) throw await over(outer, sha256(token))
    if (session.program) count(session.program.id)
    refuse(session, request)
    request.session = session
    request.authenticatedAt = performance.now()
    request.authority = async (db = outer) => {
      const { tokenHash } = session
      const current = await still(db, tokenHash)
      if (!current) throw await over(db, tokenHash)
      refuse(current, request)
    }
  })
}
