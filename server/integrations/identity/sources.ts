import { z } from 'zod'
import type { Settings } from '../../settings/settings.ts'
import type { Note } from '../asked.ts'
import type { Identities } from './identity.ts'
import { type IdentityCheck, identityRejected } from './identity.ts'
import { oidcIdentity } from './oidc.ts'

/** The configured social networks, and stubs for the others if stubs are allowed. */
export function identitySources({ google, apple, stubIdentities }: Settings, note: Note): Identities {
  const stub = stubIdentities ? { GOOGLE: stubIdentity, APPLE: stubIdentity, FACEBOOK: stubIdentity } : {}
  return {
    ...stub,
    ...(google && { GOOGLE: oidcIdentity(google, note) }),
    ...(apple && { APPLE: oidcIdentity(apple, note) }),
  }
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254),
  name: z.string().default(''),
  nonce: z.string().optional(),
})

/**
 * Accepts any token: the claims as JSON. For demos, to try signing in without an account; only with
 * DEMO_SOCIAL_SIGN_IN, and never when NODE_ENV is production.
 */
const stubIdentity: IdentityCheck = async (token) => {
  const parsed = z
    .string()
    .transform((text, ctx) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        ctx.addIssue('no JSON')
        return z.NEVER
      }
    })
    .pipe(claims)
    .safeParse(token)
  if (!parsed.success) throw identityRejected()
  const { sub, ...told } = parsed.data
  return { subject: sub, ...told }
}
