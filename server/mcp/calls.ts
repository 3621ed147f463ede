import type { FastifyInstance } from 'fastify'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { type Rehearsal, rehearsing } from '../http/rehearsed.ts'

/** An API answer's body and status. */
export type Answer = { status: number; body: Record<string, unknown> & { message?: string } }

/**
 * Makes an API call as a program, with all of the API's checks. With a `rehearsal` it is only rehearsed, and answers
 * 409 at its end.
 */
export type MakeCall = (endpoint: Endpoint, input: object, rehearsal?: Rehearsal) => Promise<Answer>

/** API calls within this server, for the program whose key is `token`, at its `address`. */
export const callsAs =
  (app: FastifyInstance, apiKey: string, { token, address }: { token: string; address: string }): MakeCall =>
  async (endpoint, input, rehearsal) => {
    const send = (headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: addressOf(endpoint),
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey, token, ...headers },
        payload: JSON.stringify(input),
        remoteAddress: address,
      })
    const response = await (rehearsal ? rehearsing(app, rehearsal, send) : send())
    return { status: response.statusCode, body: response.json<Answer['body']>() }
  }

/** An API refusal, in words for the assistant. */
export class Refused extends Error {}

/** The body of an answer. Throws Refused with its message and those on its fields. */
export function bodyOf({ status, body }: Answer) {
  if (status === 200) return body
  const { message = 'This was refused.', errors } = body as { message?: string; errors?: Record<string, string[]> }
  const fields = Object.entries(errors ?? {}).map(([field, messages]) => `${field}: ${messages.join(' ')}`)
  throw new Refused([message, ...fields].join('\n'))
}
