import type { Db } from '../db/schema.ts'
import { keepSecret, takeSecret } from './one-time.ts'

/** Keeps what a passkey has to sign, in place of what it had to sign before for the same `key`. */
export const keepChallenge = (db: Db, key: string, challenge: string) =>
  keepSecret(db, { purpose: 'challenge', subject: key, about: challenge })

/** Takes away what was kept, so that it is signed once; undefined when there is nothing or it has expired. */
export const takeChallenge = async (db: Db, key: string) => (await takeSecret(db, 'challenge', { subject: key }))?.about
