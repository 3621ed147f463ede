/** Who makes a change: an administrator, or an owner where `kind` is `user`. */
export type Actor = { _id: string; kind?: 'user' }

/** The product itself, with the reason why it acts, as people read it. */
export type System = { kind: 'system'; reason: string }
