import type { Db } from './db/schema.ts'

/** Who makes a change: an administrator, an owner, or a visitor, of whom it is not known yet who that is. */
export type Actor = { _id: string; kind: 'admin' | 'user' | 'visitor' }

/** The product itself, with the reason why it acts, as people read it. */
export type System = { kind: 'system'; reason: string }

/**
 * Throws when the caller is no longer allowed to make the call: the session, proof of identity or standing that it
 * needs has ended since it began. `db` is the transaction that writes.
 */
export type Authority = (db?: Db) => Promise<void>
