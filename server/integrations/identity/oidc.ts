import { hash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, jwtVerify } from 'jose'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { Note } from '../asked.ts'
import { aboutOfFault, aboutOfStatus } from '../refusals/calls.ts'
import { type IdentityCheck, identityRejected } from './identity.ts'

/** A network's OpenID Connect issuer, the address of its keys, and the apps' client ids: one per system. */
export type OidcSource = { issuer: string; keysUrl: string; clientIds: string[] }

const TIMEOUT = 4_000
/** In seconds: the network's clock and this machine's differ a little. */
const CLOCK_TOLERANCE = 30

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254),
  // Apple sends it as a string.
  email_verified: z.union([z.literal(true), z.literal('true')]),
  name: z.string().optional(),
  nonce: z.string().max(1024).optional(),
  // In seconds, up to the year 9999.
  exp: z.number().max(253_402_300_799),
})

const faultsOfTheToken = [
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
]

/** Fetches a network's keys, and records how that went. */
const noting =
  (note: Note) =>
  async (...request: Parameters<FetchImplementation>) => {
    const response = await fetch(...request).catch((error: Error) => {
      note('sign-in', { about: aboutOfFault(error), reason: `${request[0]}: ${error.message}` })
      throw error
    })
    const reason = `${request[0]} answered ${response.status}`
    note('sign-in', response.ok ? undefined : { about: aboutOfStatus(response.status), reason })
    return response
  }

/** Checks OpenID Connect ID tokens against the network's published keys, which are fetched when needed and cached. */
export function oidcIdentity({ issuer, keysUrl, clientIds }: OidcSource, note: Note = () => {}): IdentityCheck {
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: TIMEOUT, [customFetch]: noting(note) })
  return async (token) => {
    const { payload } = await jwtVerify(token, keys, {
      // Google uses its issuer with and without the protocol.
      issuer: [issuer, issuer.replace('https://', '')],
      audience: clientIds,
      clockTolerance: CLOCK_TOLERANCE,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['sub', 'exp'],
    }).catch((error: unknown) => {
      if (faultsOfTheToken.some((fault) => error instanceof fault)) throw identityRejected()
      throw new AppError(503, 'The sign-in cannot be verified right now. Please try again.')
    })
    const parsed = claims.safeParse(payload)
    if (!parsed.success) throw identityRejected()
    const { sub, email, name, nonce, exp } = parsed.data
    const known = { key: keyOf(token), expiresAt: new Date((exp + CLOCK_TOLERANCE) * 1000).toISOString() }
    return { subject: sub, email, name: name ?? '', nonce, token: known }
  }
}

// Based on what is signed, because a signature can be written in several ways.
const keyOf = (token: string) => hash('sha256', token.slice(0, token.lastIndexOf('.')))
