import type { z } from 'zod'
import type { ChangeKind } from './kind.ts'

/** The refusal of a token whose session has ended. */
export const SESSION_ENDED = 'Your session has ended. Please sign in again.'
/** The `data` of that 401, and of the stream's last event, if the session was ended on purpose; else there is none. */
export type EndedSession = { ended: true }

/** The refusal of an Idempotency-Key that was already used with a different input. */
export const KEY_OF_ANOTHER_CALL = 'This Idempotency-Key belongs to another call.'

type OtherTraits = {
  /** Open to visitors: needs only the application key. All other calls need a session token. */
  public?: true
  /** Open to visitors, but says more to callers with a session token. */
  session?: 'optional'
  /** Sent as multipart/form-data, because it can include a file. */
  multipart?: true
  /** How many pictures its form may include, if more than one. */
  files?: number
  /** The largest file in megabytes, if larger than a picture; such a file goes to disk as it arrives. */
  megabytes?: number
  /** Includes rich text, so its body may be larger. */
  richText?: true
  /** Includes lists of up to so many values, so its body may be larger. */
  manyValues?: number
  /** Called by rich-text editors, which also look for the message in `error.message`. */
  forEditor?: true
  /** Belongs to the owners' app: below OWNER_BASE, with an owner's session. */
  owner?: true
  /** Answers a file of one of these media types; the output is the file's text. */
  file?: readonly string[]
  /** A GET whose input is in the query string. */
  get?: true
  /** Requires re-authentication within PROOF_MINUTES, or FRESH_PROOF_MINUTES: see contract/sign-in.ts. */
  proof?: true | 'fresh'
  /** Takes a secret of the signed-in person: attempts are counted per browser. */
  secret?: true
  /** Also answered before the second factor that REQUIRE_SECOND_FACTOR demands is set up. */
  allowedDuringSetup?: true
}

/**
 * Adds, sends, uploads a picture, or is open to visitors: accepts an Idempotency-Key, so that a repeated call acts
 * once. Its answer is kept for eight days, or for a minute if it signs someone in.
 */
type Once = true | 'for_a_minute'
/** Kinds of changes that a repeated call would make twice. */
type MadeTwice = 'add' | 'import' | 'send' | 'undo'
type Repeated =
  /** Changes records, and how; the `change_id` of its answer names that change. */
  { change: MadeTwice; once: Once } | { change?: Exclude<ChangeKind, MadeTwice>; once?: Once }

type Traits = OtherTraits & Repeated

/** One call of the API: its path, input and output. */
export type Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  path: string
  input: Input
  output: Output
} & Traits

/**
 * Declares a call. `path` is relative to the API's base address; `input` and `output` are the schemas of the JSON
 * bodies.
 */
export function endpoint<Input extends z.ZodType, Output extends z.ZodType>(
  path: string,
  input: Input,
  output: Output,
  traits: Traits = {},
): Endpoint<Input, Output> {
  return { path, input, output, ...traits }
}

/** The id of the page's element with the application's settings; see contract/app-settings.ts. */
export const APP_SETTINGS_ID = 'app-settings'

/** The base paths of the back-office and the owners' app, with the version of the wire format. */
export const API_BASE = '/api/v1'
export const OWNER_BASE = '/app/v1'

/** The path of a call on its host. */
export const addressOf = ({ path, owner }: Endpoint) => `${owner ? OWNER_BASE : API_BASE}/${path}`

/** What a caller may send, before the schema has transformed it. */
export type CallInput<E extends Endpoint> = z.input<E['input']>
/** What a handler receives, after the schema has transformed it. */
export type CallFields<E extends Endpoint> = z.output<E['input']>
/** The body of a successful answer. */
export type CallOutput<E extends Endpoint> = z.output<E['output']>
