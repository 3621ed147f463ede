import type { z } from 'zod'

type Traits = {
  /** Open to visitors: needs the API key only. Everything else needs a session token too. */
  public?: true
  /** Travels as multipart/form-data, because a file may come along. */
  multipart?: true
  /** How large its file may be, where that is more than a picture: such a file goes to disk while it comes in. */
  megabytes?: number
  /** Called by rich-text editors, which look for what went wrong under `error.message` as well. */
  forEditor?: true
  /** Belongs to the owners' app: it stands below APP_BASE, and its session is one of an app user. */
  app?: true
  /** Only reads: a GET whose input travels in the query part of the address. */
  get?: true
  /** Adds or sends something: takes an Idempotency-Key, so that a repeated call acts once. */
  once?: true
}

/** One call of the API: where it is, what goes in, what comes out. */
export type Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  path: string
  input: Input
  output: Output
} & Traits

/** Declares a call. `path` is relative to the API's base address; `input` and `output` describe the JSON bodies. */
export function endpoint<Input extends z.ZodType, Output extends z.ZodType>(
  path: string,
  input: Input,
  output: Output,
  traits: Traits = {},
): Endpoint<Input, Output> {
  return { path, input, output, ...traits }
}

/** The version of the wire format, as it stands in the address: of the back-office, and of the owners' app. */
export const API_BASE = '/api/v1'
export const APP_BASE = '/app/v1'

/** Where a call is, on the host that answers it. */
export const addressOf = ({ path, app }: Endpoint) => `${app ? APP_BASE : API_BASE}/${path}`

/** What a caller may send, before the schema has tidied it. */
export type CallInput<E extends Endpoint> = z.input<E['input']>
/** What a handler gets: the input as the schema leaves it. */
export type CallFields<E extends Endpoint> = z.output<E['input']>
/** The whole body of a successful answer. */
export type CallOutput<E extends Endpoint> = z.output<E['output']>
