import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { randomToken } from '../auth/tokens.ts'
import type { Db } from '../db/schema.ts'
import { AppError, refused } from '../errors.ts'
import type { OpenChange } from '../records/open-change.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The running rehearsals, by the name sent with their calls. */
    rehearsals: Map<string, Rehearsal>
  }
}

/** Inspects the change of a rehearsed call in its transaction; called again if that is repeated after a conflict. */
export type Rehearsal = (db: Db, change: OpenChange) => Promise<void>

/** Names the rehearsal a call belongs to. Only this process knows the names. */
const HEADER = 'x-rehearsal'

/** The answer to a call that was rehearsed to its end. */
export class Rehearsed extends AppError {
  constructor() {
    super(409, 'This was only rehearsed.')
  }
}

/**
 * Makes a rehearsed call to this server with these `headers`: everything happens as usual in its own transaction,
 * `rehearsal` inspects the change there, and it is all rolled back. Nothing is written, mailed or sent.
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

/** The rehearsal a call belongs to, if any. Throws 422 for an unknown one, and for a call that changes no records. */
export function rehearsalOf({ headers, server }: FastifyRequest, { change }: Endpoint): Rehearsal | undefined {
  const name = headers[HEADER]
  if (name === undefined) return undefined
  const rehearsal = change && typeof name === 'string' ? server.rehearsals.get(name) : undefined
  if (!rehearsal) throw refused('general', 'There is no such rehearsal.')
  return rehearsal
}
