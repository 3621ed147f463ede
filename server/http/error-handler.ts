import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Language } from '#contract/french.ts'
import type { Refusal } from '#contract/records.ts'
import { type FieldCode, fieldCodes } from '#contract/refusal-codes.ts'
import { isAccessRefused } from '../db/engines/access-refused.ts'
import { isDatabaseUnavailable } from '../db/engines/database-unavailable.ts'
import { fullDiskOf } from '../db/engines/full-disk.ts'
import { AppError, codeOf } from '../errors.ts'
import { sentenceIn } from '../french/french-of.ts'
import { languageOfSentences } from './asked-language.ts'
import { callerAddress } from './caller-address.ts'

const INTERNAL_ERROR = 'Something went wrong on our side. Please try again.'
const DATABASE_UNAVAILABLE = 'The data cannot be reached at the moment. Please try again in a moment.'
const ACCESS_REFUSED = 'The database refuses access. Please tell the server’s operator.'
const DISK_FULL = 'There is no room left to store this. Please tell the server’s operator.'
const INCOMPLETE = 'The request is not complete.'

/** Logged with the caller's address, because many of them may indicate an attack. */
const LOGGED_STATUSES = [401, 403, 429]

/**
 * Turns anything thrown into an answer. The only place that writes the body of a refusal, and that logs faults and
 * suspicious refusals.
 */
export function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  // A caller who has hung up in the middle of a body reads no answer.
  if (request.raw.destroyed && request.raw.complete === false)
    return reply.status(400).send({ code: 'bad_request', message: INCOMPLETE } satisfies Refusal)
  const { status, body, retryAfter } = describe(error)
  if (status >= 500) {
    const disk = fullDiskOf(error)
    request.log.error({ err: error }, disk ? `a call failed: ${disk}` : 'a call failed')
    request.failure = (error.message || String(error)).slice(0, 200)
    body.request_id = request.id
  }
  // A refusal that has a cause is not the caller's fault.
  else if (error.cause) request.log.error({ err: error.cause }, 'a call was refused for a fault of ours')
  if (LOGGED_STATUSES.includes(status)) {
    request.log.warn({ status, route: request.routeOptions.url, address: callerAddress(request) }, 'a call was refused')
  }
  putIntoWords(body, languageOfSentences(request))
  if (request.routeOptions.config.forEditor) body.error = { message: body.message }
  if (retryAfter) reply.header('retry-after', String(retryAfter))
  return reply.status(status).send(body)
}

/** Translates the sentences of a refusal. */
function putIntoWords(body: Refusal, language: Language) {
  if (language === 'en') return
  const translate = (sentence: string) => sentenceIn(language, sentence)
  body.message = translate(body.message)
  const fields = Object.entries(body.errors ?? {})
  if (body.errors) body.errors = Object.fromEntries(fields.map(([field, messages]) => [field, messages.map(translate)]))
}

function describe(error: FastifyError | AppError): { status: number; body: Refusal; retryAfter?: number | undefined } {
  if (error instanceof AppError) {
    const { status, code, message, errors, fieldCodes, more, retryAfter } = error
    const fields = errors && { errors, ...(fieldCodes && { error_codes: fieldCodes }) }
    return { status, body: { code, message, ...fields, ...more }, retryAfter }
  }
  if (fullDiskOf(error)) return { status: 503, body: { code: 'storage_full', message: DISK_FULL } }
  if (isAccessRefused(error))
    return { status: 503, body: { code: 'unavailable', message: ACCESS_REFUSED }, retryAfter: 30 }
  if (isDatabaseUnavailable(error))
    return { status: 503, body: { code: 'unavailable', message: DATABASE_UNAVAILABLE }, retryAfter: 5 }
  const status = error.statusCode ?? 500
  const message = status < 500 ? (messages[error.code] ?? error.message) : INTERNAL_ERROR
  return { status, body: { code: codeOf(status), message } }
}

// Messages for people instead of the server library's own.
const messages: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_REQ_FILE_TOO_LARGE: 'The request is too large.',
  FST_FILES_LIMIT: 'Too many files were sent at once.',
  FST_PARTS_LIMIT: 'Too many fields were sent at once.',
  FST_FIELDS_LIMIT: 'Too many fields were sent at once.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request must be JSON or a form.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: INCOMPLETE,
}

/** More fields are wrong at once only in calls that no person makes. */
const MOST_NAMED = 100
/** The state of a view, the deepest of all inputs, has five. */
const MOST_LEVELS = 16
/** Twice the longest list that a call takes unless it declares longer ones. */
const MOST_VALUES = 20_000

/**
 * Throws 422 for a body with more values than its call takes, or more levels than any does. A schema would describe
 * what is wrong with each value, which blocks everyone else; and anything recursive fails at thousands of levels.
 */
export function refuseOversized(body: unknown, most = MOST_VALUES) {
  let count = 0
  let level: unknown[] = [body]
  for (let depth = 0; level.length; depth++) {
    if (depth > MOST_LEVELS) throw new AppError(422, 'The request is nested too deeply.')
    const parts = level.flatMap((value) => (isPlain(value) ? Object.values(value) : []))
    count += parts.length
    if (count > most) throw new AppError(422, 'The request has too many values.')
    level = parts.filter(isPlain)
  }
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof File)

/**
 * Turns a schema's issues into one refusal: the first message on top, each message on its field. 422, or 413 and 415
 * for a file that is too large or of the wrong type.
 */
export function validationError({ issues }: z.ZodError, body: unknown) {
  const errors: Record<string, string[]> = {}
  const fieldCodes: Record<string, FieldCode[]> = {}
  for (const issue of issues.slice(0, MOST_NAMED)) {
    const field = issue.path.join('.') || 'general'
    errors[field] = [...(errors[field] ?? []), issue.message]
    fieldCodes[field] = [...(fieldCodes[field] ?? []), fieldCodeOf(issue, body)]
  }
  return new AppError(statusOf(issues), issues[0]?.message ?? 'The request is not valid.', { errors, fieldCodes })
}

function fieldCodeOf(issue: z.core.$ZodIssue, body: unknown): FieldCode {
  let value = body
  for (const part of issue.path) value = isPlain(value) ? (value as Record<PropertyKey, unknown>)[part] : undefined
  if (isBlank(value)) return 'required'
  // The code given by a rule of our own.
  if (issue.code === 'custom' && isFieldCode(issue.params?.why)) return issue.params.why
  if (issue.code === 'too_big') return ['string', 'array'].includes(issue.origin) ? 'too_long' : 'too_large'
  return issue.code === 'too_small' ? 'too_small' : 'invalid'
}

const isFieldCode = (why: unknown): why is FieldCode => typeof why === 'string' && Object.hasOwn(fieldCodes, why)

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && !value.trim()) ||
  (Array.isArray(value) && !value.length)

const MEDIA_TYPE = /^(image|application)\/[a-z]/

function statusOf(issues: z.core.$ZodIssue[]) {
  const [only] = issues
  if (issues.length !== 1 || !only) return 422
  if (only.code === 'too_big' && only.origin === 'file') return 413
  const isFileType = only.code === 'invalid_value' && only.values.every((value) => MEDIA_TYPE.test(String(value)))
  return isFileType ? 415 : 422
}
