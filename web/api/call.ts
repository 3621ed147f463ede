import { MINUTE } from '#contract/durations.ts'
import { type CallInput, type CallOutput, type Endpoint, SESSION_ENDED } from '#contract/endpoint.ts'
import type { Failure } from '#contract/records.ts'
import type { Answer } from './answer.ts'
import { isAnswerOf, isFailure } from './answer-shape.ts'
import { ApiError } from './api-error.ts'
import { browserId } from './browser-id.ts'
import { askForProof, proofWantedBy } from './proof.ts'
import { send } from './send.ts'
import { isPageHeld, pageReleased, storedToken, tokenRefused } from './session.ts'
import { sessionEndOf } from './session-end.ts'
import { readSettings } from './settings.ts'
import { unlessAborted } from './unless-aborted.ts'

/** A call that the user stopped before its answer came. The form shows its message; nothing else has to. */
export class StoppedError extends ApiError {
  constructor(
    message = 'You cancelled before the server replied, so it may or may not have been saved. Retrying is safe.',
  ) {
    super(0, { message })
  }
}

const TIME_LIMIT_SECONDS = 30

/** A call that took too long. It may have been carried out all the same: a save has a key so that it acts once. */
export class TimeoutError extends ApiError {
  constructor(seconds: number, actsOnce: boolean) {
    const message = actsOnce
      ? `The server did not answer within ${seconds} seconds, so this may or may not have been saved. Retrying is safe.`
      : `The server did not answer within ${seconds} seconds. Please try again.`
    super(0, { message })
  }
}

export type CallOptions = {
  /** Makes a repeated add or send have one effect; see web/forms/idempotency-key.ts. */
  idempotencyKey?: string
  /** Ends the call; its reason is thrown. */
  signal?: AbortSignal
  /** Sends it to its end even if the page closes meanwhile; for small inputs. */
  keepalive?: boolean
  /** Sends it even while the page waits for somebody to sign in again: signing in needs it. */
  whileHeld?: boolean
  /**
   * For calls whose work takes long by nature, instead of 30. A file may take longer as long as it makes progress;
   * without `onProgress` it has no limit.
   */
  timeLimitSeconds?: number
  /** Called with the progress of an upload, from 0 to 1. */
  onProgress?: (fraction: number) => void
}

/**
 * Calls an endpoint of the contract and returns the body of the answer. Throws ApiError for any status but 200, for an
 * answer of another shape and after 30 seconds without progress; throws the reason when aborted. A call that requires
 * the password or a passkey again is repeated once that is given. One that meets the end of the session on a held page,
 * or is made while it is held, waits: it goes out once the same person has signed in again, and is refused for anybody
 * else. It shows nothing else: web/app/query-client.ts decides what an error means for the page.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallOutput<E>> {
  if (!endpoint.public && !options.whileHeld && isPageHeld()) {
    const goesOn = await unlessAborted(pageReleased(), options.signal)
    if (!goesOn) throw new ApiError(401, { message: SESSION_ENDED })
  }
  try {
    return await attempt(endpoint, input, options)
  } catch (error) {
    if (!(error instanceof ApiError) || !(await mayBeMadeAgain(error, endpoint, options))) throw error
    return attempt(endpoint, input, options)
  }
}

/** Whether a refused call can be repeated: a proof was given, or the same person has signed in again. */
async function mayBeMadeAgain(error: ApiError, endpoint: Endpoint, { signal, whileHeld }: CallOptions) {
  const wanted = proofWantedBy(error)
  if (wanted) return askForProof(wanted, signal)
  return (
    error.status === 401 &&
    !endpoint.public &&
    !whileHeld &&
    unlessAborted(tokenRefused(error.token, sessionEndOf(error.body)), signal)
  )
}

async function attempt<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions) {
  const settings = readSettings()
  const token = endpoint.public ? null : storedToken()
  const headers: Record<string, string> = { accept: 'application/json', 'x-api-key': settings.apiKey }
  if (token) headers.token = token
  const browser = (endpoint.public || endpoint.secret) && browserId()
  if (browser) headers['x-browser-id'] = browser
  // Unused sessions end, however long a window stays open.
  if (isUnattended()) headers['x-unattended'] = 'true'
  if (options.idempotencyKey && endpoint.once) headers['idempotency-key'] = options.idempotencyKey
  if (!endpoint.multipart && !endpoint.get) headers['content-type'] = 'application/json'

  const url = `${settings.api}/${endpoint.path}?${new URLSearchParams({ platform: 'web', ...(endpoint.get && inQuery(input as object)) })}`
  const body = endpoint.get ? null : endpoint.multipart ? toFormData(input as object) : JSON.stringify(input)
  // Without progress nobody knows how long a file takes.
  const isLimited = options.onProgress !== undefined || !sendsFile(body)
  const limit = timeLimit(isLimited ? (options.timeLimitSeconds ?? TIME_LIMIT_SECONDS) : undefined, options)
  const onProgress =
    options.onProgress &&
    ((fraction: number) => {
      limit.restart()
      options.onProgress?.(fraction)
    })
  try {
    const answer = complete(
      endpoint,
      await send(url, headers, body, { ...options, signal: limit.signal, ...(onProgress && { onProgress }) }),
    )
    limit.signal.throwIfAborted()
    if (answer.status !== 200) throw toApiError(answer, token)
    return answer.json as CallOutput<E>
  } finally {
    limit.clear()
  }
}

/**
 * A signal that aborts with that of the options, or with a TimeoutError after some seconds unless it is restarted or
 * cleared before.
 */
function timeLimit(seconds: number | undefined, { signal: other, idempotencyKey }: CallOptions) {
  const controller = new AbortController()
  const follow = () => controller.abort(other?.reason)
  if (other?.aborted) follow()
  other?.addEventListener('abort', follow)
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    if (seconds === undefined) return
    timer = setTimeout(() => controller.abort(new TimeoutError(seconds, idempotencyKey !== undefined)), seconds * 1000)
  }
  restart()
  return {
    signal: controller.signal,
    restart,
    clear() {
      clearTimeout(timer)
      other?.removeEventListener('abort', follow)
    },
  }
}

const sendsFile = (body: string | FormData | null) =>
  body instanceof FormData && [...body.values()].some((value) => value instanceof Blob)

// Success without the promised body, after a cut connection or from something in between, counts as no answer.
const complete = (endpoint: Endpoint, answer: Answer): Answer =>
  answer.status === 200 && !isAnswerOf(endpoint, answer.json) ? { status: 0, json: undefined } : answer

function toApiError({ status, json, retryAfter }: Answer, token: string | null) {
  if (status === 0) return new ApiError(0, { message: 'Network Problem' })
  const body: Failure = isFailure(json) ? json : { message: 'Something went wrong. Please try again.' }
  return new ApiError(status, body, { ...(retryAfter && { retryAfter }), token })
}

const inQuery = (input: object) =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

function toFormData(input: object) {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

/** For how long a page that nobody touches still counts as attended, in milliseconds. */
const ATTENDED_MS = MINUTE

let touchedAt = Date.now()
const touch = () => {
  touchedAt = Date.now()
}
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])
  window.addEventListener(event, touch, { capture: true, passive: true })

/** Whether nobody has touched this page for a minute: the calls it makes then are not its user's. */
const isUnattended = () => Date.now() - touchedAt > ATTENDED_MS
