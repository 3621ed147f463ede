import type { Db } from './db/schema.ts'

/** Who makes a change: an administrator, an owner, or a visitor who is not identified yet. */
export type Actor = { _id: string; kind: 'admin' | 'user' | 'visitor' }

/** The product itself, with the reason it acts, as people read it. */
export type System = { kind: 'system'; reason: string }

/**
 * Throws if the caller may no longer make the call: its session, proof of identity or status has ended since it began.
 * `db` is the transaction that writes.
 */
export type Authority = (db?: Db) => Promise<void>
