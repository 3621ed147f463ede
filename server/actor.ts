import type { Db } from './db/schema.ts'

/** Who makes a change: an administrator, an owner, or a visitor, of whom it is not known yet who that is. */
export type Actor = { _id: string; kind: 'admin' | 'user' | 'visitor' }

/** The product itself, with the reason why it acts, as people read it. */
export type System = { kind: 'system'; reason: string }

/**
 * Throws when whoever makes a call may not any more: the session, the proof of identity or the standing that it needs
 * has ended since the call began. `db` is the transaction that writes.
 */
export type Authority = (db?: Db) => Promise<void>
