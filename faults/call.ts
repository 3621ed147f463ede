import { randomUUID } from 'node:crypto'
import { addressOf, type CallInput, type CallOutput, type Endpoint } from '#contract/endpoint.ts'
import { formOf } from '../server/testing/pictures.ts'

/** The outcome of a call: its answer, or that it is unknown whether it was carried out (no answer, or a fault). */
export type Outcome<Output> = { known: true; output: Output } | { known: false; status: number; body: unknown }

export type Call = ReturnType<typeof callerOf>

/** Calls to a server that may die, or be out of order, at any moment. */
export function callerOf(url: string, apiKey: string, token?: string) {
  /** Makes a call once. Throws for a refusal: what is called here must be allowed. */
  return async function call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    idempotencyKey: string = randomUUID(),
  ): Promise<Outcome<CallOutput<E>>> {
    const form = endpoint.multipart && formOf(input as Record<string, string | number | File>)
    const answer = await fetch(url + addressOf(endpoint), {
      method: 'POST',
      headers: {
        'x-api-key': apiKey,
        'idempotency-key': idempotencyKey,
        ...(token && { token }),
        ...(!form && { 'content-type': 'application/json' }),
      },
      body: form || JSON.stringify(input),
    }).then(
      async (response) => ({ status: response.status, body: await response.json() }),
      () => ({ status: 0, body: null }),
    )
    if (answer.status === 200) return { known: true, output: answer.body as CallOutput<E> }
    if (answer.status === 0 || answer.status >= 500) return { known: false, ...answer }
    throw new Error(`${endpoint.path} was refused with ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
}

/** The answer of a call that must have one. */
export function answered<Output>(outcome: Outcome<Output>): Output {
  if (!outcome.known)
    throw new Error(`a server that is in order answered ${outcome.status}: ${JSON.stringify(outcome.body)}`)
  return outcome.output
}
