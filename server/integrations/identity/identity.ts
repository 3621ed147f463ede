import type { SocialProvider } from '#contract/owner/account.ts'
import { wrongCredentials } from '../../errors.ts'

/**
 * The person that a social network confirms. `name` is empty where it tells none. `token` is what the token is known by
 * for as long as it is valid; missing where anybody can make as many as they like.
 */
export type Identity = {
  subject: string
  email: string
  name: string
  nonce?: string | undefined
  token?: { key: string; expiresAt: string }
}

/** Checks a token of a social network. Throws 422 for an invalid one, 503 when the network cannot be asked. */
export type IdentityCheck = (token: string) => Promise<Identity>

export type Identities = Partial<Record<SocialProvider, IdentityCheck>>

/** 422 with the same message for everything that can be wrong with a token. */
export const identityRejected = () => wrongCredentials('The sign-in could not be verified. Please try again.')
