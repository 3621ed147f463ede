import type { SocialProvider } from '#contract/owner/account.ts'
import { wrongCredentials } from '../../errors.ts'

/**
 * The person confirmed by a social network. `name` is empty if it gives none. `token` is the token's key for as long as
 * it is valid; missing if anyone can make as many as they like.
 */
export type Identity = {
  subject: string
  email: string
  name: string
  nonce?: string | undefined
  token?: { key: string; expiresAt: string }
}

/** Checks a social network's token. Throws 422 for an invalid one, 503 if the network cannot be reached. */
export type IdentityCheck = (token: string) => Promise<Identity>

export type Identities = Partial<Record<SocialProvider, IdentityCheck>>

/** 422 with the same message for anything that can be wrong with a token. */
export const identityRejected = () => wrongCredentials('The sign-in could not be verified. Please try again.')
