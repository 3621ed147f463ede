import { randomUUID } from 'node:crypto'
import { API_BASE } from '#contract/calls.ts'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'

/** What came of a call: its answer, or that nobody can know whether it was carried out (no answer, or a fault). */
export type Outcome<Output> = { known: true; output: Output } | { known: false }

/** Calls to a server that may die at any moment. */
export function callerOf(url: string, apiKey: string, token?: string) {
  /** Makes a call once. Throws for a refusal: what is called here must be allowed. */
  return async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Outcome<CallOutput<E>>> {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const answer = await fetch(`${url}${API_BASE}/${endpoint.path}`, {
      method: 'POST',
      headers: { ...headers, ...(token && { token }) },
      body: JSON.stringify(input),
    }).then(
      async (response) => ({ status: response.status, body: await response.json() }),
      () => ({ status: 0, body: null }),
    )
    if (answer.status === 200) return { known: true, output: answer.body as CallOutput<E> }
    if (answer.status === 0 || answer.status >= 500) return { known: false }
    throw new Error(`${endpoint.path} was refused with ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
}

/** The value that one thing may have by now: what was last acknowledged, or what was asked for and never answered. */
export class Register<Value> {
  #possible: Value[]
  constructor(value: Value) {
    this.#possible = [value]
  }

  async write(value: Value, write: (value: Value) => Promise<Outcome<unknown>>) {
    const { known } = await write(value)
    // A call that was never answered may have been carried out or not.
    this.#possible = known ? [value] : [...this.#possible, value]
    return known
  }

  /** Takes what was read after a restart as the truth, and says whether it can be. */
  settle(found: Value) {
    const possible = this.#possible.includes(found)
    this.#possible = [found]
    return possible
  }

  /** What was last taken as the truth. */
  get settled() {
    return this.#possible[0] as Value
  }

  toString() {
    return this.#possible.join(' or ')
  }
}
