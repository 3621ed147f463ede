import { type EndedSession, SESSION_ENDED } from '#contract/endpoint.ts'
import { plural } from '#contract/plural.ts'
import type { FieldCode, RefusalCode } from '#contract/refusal-codes.ts'

/** A refusal or a known fault: `status` and the parts of the body. Anything else thrown is answered with 500. */
export class AppError extends Error {
  readonly status: number
  readonly code: RefusalCode
  readonly errors: Record<string, string[]> | undefined
  /** Why each field is refused, as its messages say. */
  readonly fieldCodes: Record<string, FieldCode[]> | undefined
  /** Other parts of the body, such as the current record of a 409. */
  readonly more: Record<string, unknown>
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    {
      code = codeOf(status),
      errors,
      fieldCodes = errors && invalid(errors),
      retryAfter,
      ...more
    }: {
      code?: RefusalCode
      errors?: Record<string, string[]>
      fieldCodes?: Record<string, FieldCode[]> | undefined
      retryAfter?: number
      [part: string]: unknown
    } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.errors = errors
    this.fieldCodes = fieldCodes
    this.retryAfter = retryAfter
    this.more = more
  }
}

const codes: Record<number, RefusalCode> = {
  400: 'bad_request',
  401: 'session_ended',
  403: 'forbidden',
  404: 'not_found',
  405: 'wrong_method',
  409: 'conflict',
  413: 'too_large',
  415: 'wrong_type',
  416: 'wrong_range',
  422: 'invalid',
  429: 'too_many_tries',
  503: 'unavailable',
}
/** The code of a refusal known only by its HTTP status. */
export const codeOf = (status: number): RefusalCode =>
  codes[status] ?? (status < 500 ? 'bad_request' : 'internal_error')

const invalid = (errors: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages.map(() => 'invalid' as const)]))

/** 422 with a message for one field, which is also the message of the whole refusal, and the field's code. */
export const refused = (field: string, message: string, why: FieldCode = 'invalid', code: RefusalCode = 'invalid') =>
  new AppError(422, message, { code, errors: { [field]: [message] }, fieldCodes: { [field]: [why] } })

/** The message of an edit's 409. `by` is a name. */
export const changedMeanwhile = (by = 'someone else') => `This record was changed by ${by} in the meantime.`

export const WRONG_LOGIN = 'Incorrect email or password.'

/** 422 for wrong sign-in data. */
export const wrongCredentials = (message: string) => new AppError(422, message, { code: 'wrong_credentials' })

/** 404 for a record that does not exist; `thing` is its kind, such as `This RV type`. */
export const notFound = (thing: string) => new AppError(404, `${thing} does not exist.`)

/**
 * 401: the application asks to sign in again. If the session was `ended` on purpose, it no longer shows anything of it.
 */
export const signedOut = (ended = false) =>
  new AppError(401, SESSION_ENDED, ended ? { data: { ended } satisfies EndedSession } : {})

/** 403 for a back-office token in a call of the app, or the reverse. */
export const wrongSide = (message: string) => new AppError(403, message, { code: 'wrong_side' })

/** The refusal of a call that a program's key does not allow. */
export const BEYOND_KEY = 'This key does not allow that.'

/** 403 for something the caller may not do. */
export const forbidden = (message: string) => new AppError(403, message)

/** 429; Retry-After says after how many seconds another attempt makes sense. */
export const tooManyAttempts = (seconds: number) =>
  new AppError(429, `Too many attempts. Please wait ${formatWait(seconds / 60)} and try again.`, {
    retryAfter: seconds,
  })

/** The same for an unknown browser, which others may keep from its turn. */
export const tooManyStrangers = (seconds: number) =>
  new AppError(
    429,
    `Too many attempts. Please wait ${formatWait(seconds / 60)} and try again, or choose Forgot Password? to sign in sooner.`,
    { retryAfter: seconds },
  )

const formatWait = (minutes: number) => (minutes <= 16 ? 'a few minutes' : minutes <= 45 ? 'half an hour' : 'an hour')

/** 429 for an owner who has changed more than a person would; Retry-After says when it can continue. */
export function tooManyChanges(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  const wait = plural(minutes, 'a minute', `${minutes} minutes`)
  const message = `You have made a lot of changes. Please try again in ${wait}.`
  return new AppError(429, message, { code: 'too_many_changes', retryAfter: seconds })
}

/** 503 for a call to a server that is stopping. */
export const stopping = () =>
  new AppError(503, 'The server is shutting down. Please try again in a moment.', { code: 'stopping', retryAfter: 2 })

/** 503 for a call to a server of an earlier release than the database. */
export const beingUpdated = () =>
  new AppError(503, 'The back-office is being updated. Please try again in a moment.', {
    code: 'being_updated',
    retryAfter: 10,
  })

/** 503 for work rejected because too much is already waiting. */
export const overloaded = () =>
  new AppError(503, 'The server is very busy. Please try again in a moment.', { code: 'busy', retryAfter: 2 })

/** The external services that jobs call. */
export type OutsideService = 'mail' | 'push'

/**
 * What an outside refusal is about: this recipient, whom another attempt would not reach either; our set-up, which an
 * operator must fix; or the moment.
 */
export type About = 'recipient' | 'set-up' | 'later'

/**
 * A refusal by an external service, or its silence. One about `all` rather than a recipient would hit every other call
 * as well. `retryAfter` is how many seconds the service asks to be left alone.
 */
export class OutsideFault extends Error {
  readonly service: OutsideService
  readonly about: About
  readonly ofAll: boolean
  readonly retryAfter: number | undefined

  constructor(
    service: OutsideService,
    about: About,
    message: string,
    {
      ofAll = about !== 'recipient',
      retryAfter,
      cause,
    }: { ofAll?: boolean; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'OutsideFault'
    this.service = service
    this.about = about
    this.ofAll = ofAll
    this.retryAfter = retryAfter
  }
}
