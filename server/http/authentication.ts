import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Authority } from '../actor.ts'
import { countCalls } from '../auth/program-keys/call-limit.ts'
import { permits } from '../auth/program-keys/grants.ts'
import { isSecret } from '../auth/program-keys/secrets.ts'
import type { Session } from '../auth/sessions.ts'
import { sameSecret, sha256 } from '../auth/tokens.ts'
import type { Db } from '../db/schema.ts'
import { type AppError, BEYOND_KEY, forbidden } from '../errors.ts'
import { callerAddress } from './caller-address.ts'
import { refuseNotSetUp, refuseUnproved } from './proof.ts'
import type { App } from './serve.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    /** The name of the application key that it was sent with. */
    appKey: string | undefined
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
    /** Knows whoever sends a token although it is public. */
    optionalSession?: boolean
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

/** An application key, and what it is called in the metrics. */
export type AppKey = { name: string; key: string }

/** How sessions are looked up; `counts` says whether the call is a use of the session. */
type Sessions = {
  db: Db
  find: (token: string, counts: boolean) => Promise<Session | null>
  /** The session as it is now, for somebody who is signed in with it; null if it has ended. */
  still: (db: Db, tokenHash: string) => Promise<Session | null>
  /** The refusal of a token without a session, or of none: 401, or 403 for a token of the other side. */
  over: (db: Db, tokenHash?: string, isKey?: boolean) => Promise<AppError>
}

/**
 * Checks every call of this part of the server before its body is read: first the application key (403), which programs
 * need not send, then the session token (401); then whether an administrator has to prove or set up something first (403).
 */
export function authenticate(
  app: App,
  keys: readonly AppKey[],
  { db: outer, find, still, over }: Sessions,
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
  app.decorateRequest('session', null)
  app.decorateRequest('appKey', undefined)
  app.decorateRequest('authority', undefined)
  app.decorateRequest('authenticatedAt', 0)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.ticket) return
    // A browser asks without a key whether a page may send one.
    if (request.method === 'OPTIONS') return
    const { token, 'x-unattended': unattended, 'x-api-key': key } = request.headers
    const { config } = request.routeOptions
    const known = typeof key === 'string' ? keys.filter((one) => sameSecret(key, one.key))[0] : undefined
    // A program says more by its own key than an application does by one that every browser gets.
    const isProgram = key === undefined && typeof token === 'string' && isSecret(token)
    if (!known && !(isProgram && !config.public && !request.is404))
      throw forbidden('The application key is missing or wrong.')
    request.appKey = known?.name
    // Which calls there are is no secret.
    if (request.is404) return
    if (config.public && !(config.optionalSession && token !== undefined)) return
    const counts = !config.stream && unattended === undefined
    if (typeof token !== 'string') throw await over(outer)
    const session = await find(token, counts)
    if (!session) throw await over(outer, sha256(token), isSecret(token))
    if (session.program) count(session.program.id)
    refuse(session, request)
    request.session = session
    request.authenticatedAt = performance.now()
    request.authority = async (db = outer) => {
      const { tokenHash } = session
      const current = await still(db, tokenHash)
      if (!current) throw await over(db, tokenHash, Boolean(session.program))
      refuse(current, request)
    }
  })
}
