import type { Db } from '../db/schema.ts'
import { keepSecret, takeSecret } from './one-time.ts'

/** Stores the challenge for a passkey to sign, replacing any earlier one for the same `key`. */
export const keepChallenge = (db: Db, key: string, challenge: string) =>
  keepSecret(db, { purpose: 'challenge', subject: key, about: challenge })

/** Takes the stored challenge, so that it is signed only once; undefined if there is none or it has expired. */
export const takeChallenge = async (db: Db, key: string) => (await takeSecret(db, 'challenge', { subject: key }))?.about
