import type { Settings } from '../../settings/settings.ts'
import type { Note } from '../asked.ts'
import type { Identities } from './identity.ts'
import { oidcIdentity } from './oidc.ts'
import { stubIdentity } from './stub.ts'

/** The configured social networks, and stubs for the others if stubs are allowed. */
export function identitySources({ google, apple, stubIdentities }: Settings, note: Note): Identities {
  const stub = stubIdentities ? { GOOGLE: stubIdentity, APPLE: stubIdentity, FACEBOOK: stubIdentity } : {}
  return {
    ...stub,
    ...(google && { GOOGLE: oidcIdentity(google, note) }),
    ...(apple && { APPLE: oidcIdentity(apple, note) }),
  }
}
