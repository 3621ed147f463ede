import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { randomToken } from '../auth/tokens.ts'
import type { Db } from '../db/schema.ts'
import { AppError, refused } from '../errors.ts'
import type { OpenChange } from '../records/open-change.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The rehearsals under way, by the name that their calls are sent with. */
    rehearsals: Map<string, Rehearsal>
  }
}

/** Sees the change of a rehearsed call in its transaction; called again where that is repeated after a conflict. */
export type Rehearsal = (db: Db, change: OpenChange) => Promise<void>

/** Names the rehearsal that a call is made for. Only this process knows the names. */
const HEADER = 'x-rehearsal'

/** The answer to a call that was rehearsed to its end. */
export class Rehearsed extends AppError {
  constructor() {
    super(409, 'This was only rehearsed.')
  }
}

/**
 * Makes a call of this server with the `headers` that have it rehearsed: it does all that it would do in a transaction of its
 * own, `rehearsal` sees the change there, and everything is taken back. Nothing is written, mailed or sent.
 */
export async function rehearsing<Result>(
  { rehearsals }: FastifyInstance,
  rehearsal: Rehearsal,
  call: (headers: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const name = randomToken()
  rehearsals.set(name, rehearsal)
  try {
    return await call({ [HEADER]: name })
  } finally {
    rehearsals.delete(name)
  }
}

/** The rehearsal that a call is made for, if any. Throws 422 for an unknown one, and for a call that changes no records. */
export function rehearsalOf({ headers, server }: FastifyRequest, { change }: Endpoint): Rehearsal | undefined {
  const name = headers[HEADER]
  if (name === undefined) return undefined
  const rehearsal = change && typeof name === 'string' ? server.rehearsals.get(name) : undefined
  if (!rehearsal) throw refused('general', 'There is no such rehearsal.')
  return rehearsal
}
