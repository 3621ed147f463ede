import type { EndedSession } from '#contract/endpoint.ts'
import type { Failure } from '#contract/records.ts'
import type { SessionEnd } from './session.ts'

/** What the body of a 401, or of the event that ends the stream, says of the session. */
export const sessionEndOf = ({ data }: Pick<Failure, 'data'>): SessionEnd =>
  (data as Partial<EndedSession> | undefined)?.ended === true ? 'ended' : 'refused'
