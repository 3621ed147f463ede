import type { Settings } from '../../settings/settings.ts'
import type { Note } from '../asked.ts'
import type { Identities } from './identity.ts'
import { oidcIdentity } from './oidc.ts'
import { stubIdentity } from './stub.ts'

/** The social networks that are set up, and stubs for the others where stubs are allowed. */
export function identitySources({ google, apple, stubIdentities }: Settings, note: Note): Identities {
  const stub = stubIdentities ? { GOOGLE: stubIdentity, APPLE: stubIdentity, FACEBOOK: stubIdentity } : {}
  return {
    ...stub,
    ...(google && { GOOGLE: oidcIdentity(google, note) }),
    ...(apple && { APPLE: oidcIdentity(apple, note) }),
  }
}
