import type { Db } from '../db/schema.ts'
import { keepChallenge, takeChallenge } from './challenges.ts'
import { keepFirst } from './one-time.ts'
import { randomToken, sha256 } from './tokens.ts'

const keyOfNonce = (nonce: string) => `social ${sha256(nonce)}`

/** Makes a random text that a token of a social network is to carry, for five minutes. */
export async function makeNonce(db: Db) {
  const nonce = randomToken()
  await keepChallenge(db, keyOfNonce(nonce), sha256(nonce))
  return nonce
}

/** What a token is known by, which may be nothing where it is a stub, and the nonce that it carries. */
type Token = { token?: { key: string; expiresAt: string }; nonce?: string | undefined }

/**
 * Takes a checked token, once, with the `nonce` that the caller was given for it; resolves to whether it is good. The
 * token carries that nonce, or its SHA-256 in hex, and carries none where the caller sends none. Call it in a
 * transaction that ends where it is not.
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
