import type { Db } from '../db/schema.ts'
import { keepChallenge, takeChallenge } from './challenges.ts'
import { keepFirst } from './one-time.ts'
import { randomToken, sha256 } from './tokens.ts'

const keyOfNonce = (nonce: string) => `social ${sha256(nonce)}`

/** How attempts to sign in as someone at a social network are counted. */
export const socialAccount = (provider: string, subject: string) => `${provider} ${sha256(subject)}`

/** Makes a random text for a token of a social network to carry, for five minutes. */
export async function makeNonce(db: Db) {
  const nonce = randomToken()
  await keepChallenge(db, keyOfNonce(nonce), sha256(nonce))
  return nonce
}

/** A token's key, absent for a stub, and the nonce it carries. */
type Token = { token?: { key: string; expiresAt: string }; nonce?: string | undefined }

/**
 * Uses a checked token, once, with the `nonce` the caller was given for it; resolves to whether it is good. The token
 * must carry that nonce or its SHA-256 in hex, or none if the caller sends none. Call it in a transaction that is
 * rolled back if it is not good.
 */
export async function useToken(db: Db, { token, nonce: carried }: Token, nonce: string | undefined) {
  if (nonce === undefined ? carried !== undefined : !(await isFor(db, nonce, carried))) return false
  if (!token) return true
  return keepFirst(db, { purpose: 'used_token', subject: token.key, expires_at: token.expiresAt })
}

async function isFor(db: Db, nonce: string, carried: string | undefined) {
  const digest = await takeChallenge(db, keyOfNonce(nonce))
  return digest !== undefined && (carried === nonce || carried === digest)
}
