import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Endpoint, SESSION_ENDED } from '#contract/endpoint.ts'
import {
  FRESH_PROOF_MINUTES,
  PROOF_MINUTES,
  PROOF_REQUIRED,
  type proofRequired,
  SET_UP_REQUIRED,
  type setUpRequired,
} from '#contract/sign-in.ts'
import type { Authority } from '../actor.ts'
import { appSessionNow, sessionEndReason } from '../auth/app-sessions.ts'
import { wasEnded } from '../auth/ended-sessions.ts'
import { countCalls } from '../auth/program-keys/call-limit.ts'
import { permits } from '../auth/program-keys/grants.ts'
import { programNow } from '../auth/program-keys/keys.repository.ts'
import { isSecret } from '../auth/program-keys/secrets.ts'
import { type Assurance, type Session, sessionIdOf } from '../auth/sessions.ts'
import { sameSecret, sha256 } from '../auth/tokens.ts'
import { MINUTE, now } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { AppError, BEYOND_KEY, forbidden, signedOut, wrongSide } from '../errors.ts'
import type { App } from './app-type.ts'
import { callerAddress } from './caller-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    /** The name of the application key sent with it. */
    appKey: string | undefined
    /**
     * Checks again whether the caller may still do this: in the transaction that writes, or after a slow body. Throws
     * 401 and 403 as the first check does. Undefined in calls open to visitors.
     */
    authority: Authority | undefined
    /** When the call was admitted and its body began to be read, in milliseconds of the monotonic clock. */
    authenticatedAt: number
  }
  interface FastifyContextConfig {
    /** Needs no session; all other routes do. */
    public?: boolean
    /** Public, but recognizes callers who send a token. */
    optionalSession?: boolean
    /** Refusals also include `error.message`, where the rich-text editor looks. */
    forEditor?: boolean
    /** Requires re-authentication; open while a second factor is being set up: see contract/endpoint.ts. */
    proof?: boolean | 'fresh'
    allowedDuringSetup?: boolean
    /** Admitted by a ticket in its address instead of key and token: its handler checks it. */
    ticket?: boolean
    /** Stays open, which does not count as use of the session. */
    stream?: boolean
    /** The contract's call that it answers. */
    endpoint?: Endpoint
  }
}

const WRONG_ADDRESS = 'This key cannot be used from this address.'

/** An application key, and its name in the metrics. */
export type AppKey = { name: string; key: string }

/** How sessions are looked up; `counts` says whether the call is a use of the session. */
type Sessions = {
  db: Db
  find: (token: string, counts: boolean) => Promise<Session | null>
  /** The current session of someone signed in with it; null if it has ended. */
  still: (db: Db, tokenHash: string) => Promise<Session | null>
  /** The refusal of a token without a session, or of no token: 401, or 403 for a token of the other side. */
  over: (db: Db, tokenHash?: string, isKey?: boolean) => Promise<AppError>
}

/**
 * Checks every call of this part of the server before reading its body: first the application key (403), which programs
 * need not send, then the session token (401); then whether an administrator must prove or set up something first
 * (403).
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
    // A program's own key says more than an application key that every browser gets.
    const isProgram = key === undefined && typeof token === 'string' && isSecret(token)
    if (!known && !(isProgram && !config.public && !request.is404))
      throw forbidden('The application key is missing or wrong.')
    request.appKey = known?.name
    // Which calls exist is no secret.
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

/** Throws 403, naming acceptable proofs, if the last proof is too old; sooner if a `fresh` one is needed. */
function refuseUnproved({ provedAt, hasPasskey }: Assurance, fresh = false) {
  const counts = (fresh ? FRESH_PROOF_MINUTES : PROOF_MINUTES) * MINUTE
  const age = now() - Date.parse(provedAt)
  // One from the future was given while the clock was ahead, and would count for too long.
  if (age <= counts && age > -counts) return
  const data: z.output<typeof proofRequired> = { proof_required: hasPasskey ? ['password', 'passkey'] : ['password'] }
  throw new AppError(403, PROOF_REQUIRED, { code: 'proof_required', data })
}

/** Throws 403 for an administrator without a second factor. */
function refuseNotSetUp({ hasSecondFactor }: Assurance) {
  if (hasSecondFactor) return
  const data: z.output<typeof setUpRequired> = { second_factor_required: true }
  throw new AppError(403, SET_UP_REQUIRED, { code: 'setup_required', data })
}

const words = {
  expired: 'Your session has expired. Please sign in again.',
  ended: SESSION_ENDED,
  deactivated: 'Your session has ended, because your account was deactivated. Please contact support.',
  unknown: 'Please sign in.',
}

const KEY_OVER = 'This key is unknown or has ended.'

/** Why the back-office refuses a token, a program's key, or none: 401, or 403 for a token of the owners' app. */
export async function sessionEndedInBackOffice(db: Db, tokenHash?: string, isKey = false): Promise<AppError> {
  if (tokenHash === undefined) return signedOut()
  if (isKey) return new AppError(401, KEY_OVER)
  if (await wasEnded(db, tokenHash)) return signedOut(true)
  const isOfApp = (await appSessionNow(db, tokenHash)) || (await sessionEndReason(db, tokenHash))
  return isOfApp ? wrongSide('This token belongs to the owners’ app. Please sign in to the back-office.') : signedOut()
}

/** Why the owners' app refuses a token, or none: 401 with the reason as its code, or 403 for a back-office token. */
export async function sessionEndedInApp(db: Db, tokenHash?: string): Promise<AppError> {
  const why = tokenHash === undefined ? 'unknown' : await sessionEndReason(db, tokenHash)
  if (why) return new AppError(401, words[why], { code: why })
  const hash = tokenHash ?? ''
  const isOfBackOffice = (await sessionIdOf(db, hash)) || (await programNow(db, hash)) || (await wasEnded(db, hash))
  return isOfBackOffice
    ? wrongSide('This token belongs to the back-office. Please sign in to the app.')
    : new AppError(401, words.unknown, { code: 'unknown' })
}
