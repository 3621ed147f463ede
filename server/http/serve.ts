import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Language } from '#contract/french.ts'
import type { App } from './app-type.ts'
import './issue-words.ts'
import type { CallFields, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { getOf } from '#contract/records.ts'
import type { Actor } from '../actor.ts'
import { type Browser, browserOf } from '../auth/known-browsers.ts'
import { permits } from '../auth/program-keys/grants.ts'
import { isWithoutPeople, refusePeople, takeOutPeople, withoutPeople } from '../auth/program-keys/people.ts'
import type { Session } from '../auth/sessions.ts'
import type { Db } from '../db/schema.ts'
import { AppError, BEYOND_KEY, forbidden, refused } from '../errors.ts'
import type { Write } from '../records/open-change.ts'
import { languageOf, sayInLanguageOf } from './asked-language.ts'
import { callerAddress } from './caller-address.ts'
import { sharedUntil } from './entity-tags.ts'
import { refuseOversized, validationError } from './error-handler.ts'
import { readMultipart } from './multipart.ts'
import { onceIfAsked, openCall, sessionOf } from './open-call.ts'
import { type Rehearsal, rehearsalOf } from './rehearsed.ts'

/** What a handler knows about a call besides its input. */
type Caller = {
  /** Who makes the call. Throws in calls open to visitors. */
  actor: Actor
  /** The session of the call's token. Throws in calls open to visitors. */
  session: Session
  /** The session of a caller who sends a token, even in a call open to visitors; null for visitors. */
  known: Session | null
  /** The caller's IP address. */
  address: string
  /** The caller's browser, as far as known. */
  browser: Browser
  /** The language that an owner's app asks for, among those that owners read. */
  language: Language
  /** The same if the app itself says so, which mails follow; null if not. */
  askedLanguage: Language | null
  /** The name of the application key sent; empty if none. */
  app: string
  /** Aborted once the caller has gone or has the answer. */
  gone: AbortSignal
}

/** The same for a call that changes no records. */
export type Call = Caller & {
  /** Runs what writes, in one transaction that first checks whether the caller still may. */
  write: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
}

/** The same for a call that changes records, by calling `write` once. */
export type ChangingCall = Caller & { write: Write }

/** After a body that takes longer to arrive, the caller's authority is checked again. In milliseconds. */
const MOMENT_MS = 20

/** For changes that nobody can undo. */
export const FINAL = { isFinal: true } as const

/**
 * An answer already serialized: a cached one, with its ETag, or one so long that serializing it would block other
 * calls.
 */
export class WrittenAnswer {
  readonly text: string
  readonly tag: string | undefined
  /** When it changes, at the latest (ISO 8601). */
  readonly until: string | null

  constructor(text: string, tag?: string, until: string | null = null) {
    this.text = text
    this.tag = tag
    this.until = until
  }
}

/** A file as the answer, sent while it is made: if `body` fails, the connection ends before the file does. */
export class FileAnswer {
  readonly name: string
  readonly type: string
  readonly body: Readable
  /** More headers. */
  readonly headers: Readonly<Record<string, string>>

  constructor(name: string, type: string, body: Readable, headers: Readonly<Record<string, string>> = {}) {
    this.name = name
    this.type = type
    this.body = body
    this.headers = headers
  }
}

/**
 * Answers one call of the contract: reads its input, checks it with the endpoint's schema, and sends what `handler`
 * returns. server/http/authentication.ts has already decided who may call.
 */
export function serve<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (input: CallFields<E>, call: Call) => Promise<CallOutput<E> | WrittenAnswer | FileAnswer>,
) {
  const running = new Set<string>()
  route(app, endpoint, (request, input, reply) => {
    const write: Call['write'] = (work) =>
      onceIfAsked(request, endpoint, { input: input as object, running }, async (db) => {
        await request.authority?.(db)
        return work(db)
      })
    return handler(input, withWrite(request, reply, write))
  })
}

type Changed<Answer> = Omit<Answer, 'message' | 'change_id' | 'can_undo' | 'merged' | 'warning'> & {
  message?: string
  warning?: string | undefined
}

/**
 * Answers one call that changes records, with `message` and what `handler` returns. The handler first does what takes
 * long or comes from outside, and then calls `write` once: its transaction opens the change, checks the caller's
 * authority, and, for once-only calls, stores the answer under the Idempotency-Key. In calls open to visitors, the
 * service sets `change.actor` once it knows.
 */
export function serveChange<E extends Endpoint>(
  app: App,
  endpoint: E,
  message: string | ((input: CallFields<E>) => string | Promise<string>),
  // biome-ignore lint/suspicious/noConfusingVoidType: most handlers have nothing to add
  handler: (input: CallFields<E>, call: ChangingCall) => Promise<Changed<CallOutput<E>> | void>,
  { isFinal = false }: { isFinal?: boolean } = {},
) {
  if (!endpoint.change) throw new Error(`the contract does not say that ${endpoint.path} changes records`)
  const running = new Set<string>()
  route(app, endpoint, async (request, input, reply, rehearsal) => {
    const said = typeof message === 'string' ? message : await message(input)
    const opening = { input: input as object, message: said, isFinal, running, rehearsal }
    const opened = openCall(request, endpoint, opening)
    const first = await opened.first()
    // The data of visitors' calls is what their `write` resolves to.
    const answer = first
      ? first.answer !== null && { data: first.answer }
      : await handler(input, withWrite(request, reply, opened.write))
    return { ...(await opened.end()), ...answer } as CallOutput<E>
  })
}

function route<E extends Endpoint>(
  app: App,
  endpoint: E,
  answerTo: (
    request: FastifyRequest,
    input: CallFields<E>,
    reply: FastifyReply,
    rehearsal: Rehearsal | undefined,
  ) => Promise<CallOutput<E> | WrittenAnswer | FileAnswer>,
) {
  app.route({
    method: endpoint.get ? 'GET' : 'POST',
    url: `/${endpoint.path}`,
    config: configOf(endpoint),
    bodyLimit: largestBody(endpoint),
    handler: async (request, reply) => {
      const answer = async (body: unknown) => {
        const finish = (said: CallOutput<E> | WrittenAnswer | FileAnswer) => send(reply, sayInLanguageOf(request, said))
        if (performance.now() - request.authenticatedAt > MOMENT_MS) await request.authority?.()
        const input = check(endpoint, body, request)
        refuseBeyondKey(request, endpoint, input)
        const answering = answerTo(request, input, reply, rehearsalOf(request, endpoint))
        if (!seesNoPeople(request)) return finish(await answering)
        const said = await answering.catch(rethrowWithoutPeople)
        return send(reply, withoutPeople(said instanceof WrittenAnswer ? JSON.parse(said.text) : said))
      }
      if (endpoint.get) return answer(knownParameters(endpoint, request.query as Record<string, unknown>))
      const isForm = /^multipart\//i.test(request.headers['content-type'] ?? '')
      if (isForm && !endpoint.multipart) throw new AppError(415, 'The request must be JSON.')
      if (!isForm) return answer(request.body ?? {})
      return readMultipart(request, reply, endpoint, answer)
    },
  })
}

/** Answers the call that reads one record with what `find` returns for its id. `find` throws 404. */
export function serveGet<Key extends string, Row extends z.ZodType>(
  app: App,
  endpoint: ReturnType<typeof getOf<Key, Row>>,
  message: string,
  find: (id: string) => Promise<z.output<Row>>,
) {
  type Answer = CallOutput<typeof endpoint>
  serve(app, endpoint, async (input) => {
    const [id] = Object.values(input as Record<Key, string>)
    return { message, data: await find(id as string) } as Answer
  })
}

/** Sends a file to be saved rather than shown. */
export const sendFile = (reply: FastifyReply, { name, type, body, headers }: FileAnswer) =>
  reply.type(type).headers(headers).header('content-disposition', `attachment; filename="${name}"`).send(body)

function send<Answer>(reply: FastifyReply, answer: Answer | WrittenAnswer | FileAnswer) {
  if (answer instanceof FileAnswer) return sendFile(reply, answer)
  if (!(answer instanceof WrittenAnswer)) return answer
  if (answer.tag) reply.header('etag', answer.tag)
  if (answer.until) reply.header('cache-control', sharedUntil(answer.until))
  return reply.type('application/json; charset=utf-8').send(answer.text)
}

/** A GET's parameters. Throws 422 for an unknown one: ignoring it would give a different answer. */
function knownParameters({ input, owner }: Endpoint, { platform: _platform, ...query }: Record<string, unknown>) {
  const known = Object.keys((input as { shape?: object }).shape ?? {})
  if (owner && !known.includes('language')) delete query['language']
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown !== undefined) throw refused(unknown, `There is no parameter ${unknown}.`, 'not_allowed')
  return query
}

function check<E extends Endpoint>({ input, manyValues }: E, body: unknown, { log }: FastifyRequest): CallFields<E> {
  refuseOversized(body, manyValues)
  try {
    const { data, error } = input.safeParse(body)
    if (error) throw validationError(error, body)
    return data as CallFields<E>
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Schemas compare the length of any value, and an object can be crafted to make this throw.
    log.warn({ err: error }, 'a request could not be checked')
    throw new AppError(422, 'The request is not valid.')
  }
}

/** Throws 403 for a program's call that its key does not allow with this input. */
function refuseBeyondKey({ session }: FastifyRequest, endpoint: Endpoint, input: unknown) {
  if (session?.program && !permits(session.program.grant, endpoint, input)) throw forbidden(BEYOND_KEY)
  if (session?.program && isWithoutPeople(session.program.grant)) refusePeople(input)
}

const seesNoPeople = ({ session }: FastifyRequest) =>
  session?.program !== undefined && isWithoutPeople(session.program.grant)

/** A 409 shows the current record. */
function rethrowWithoutPeople(error: unknown): never {
  if (error instanceof AppError) takeOutPeople(error)
  throw error
}

const KILOBYTE = 1024

/**
 * The largest JSON body of a call, in bytes. Callers are assumed to need what their fields need: visitors a few
 * kilobytes, and owners, as anyone can register, not much more.
 */
function largestBody({ public: open, owner, richText, manyValues }: Endpoint) {
  if (open) return 16 * KILOBYTE
  if (owner) return 64 * KILOBYTE
  // Escaped emoji take twelve bytes each.
  return (richText || manyValues ? 4096 : 1024) * KILOBYTE
}

const configOf = (endpoint: Endpoint) => {
  const { public: open, forEditor, megabytes, proof, allowedDuringSetup } = endpoint
  return {
    endpoint,
    public: open === true,
    optionalSession: endpoint.session === 'optional',
    forEditor: forEditor === true,
    largeFile: megabytes !== undefined,
    proof: proof ?? false,
    allowedDuringSetup: allowedDuringSetup === true,
  }
}

function withWrite<Writer>(request: FastifyRequest, reply: FastifyReply, write: Writer): Caller & { write: Writer } {
  const askedLanguage = languageOf(request)
  return {
    write,
    askedLanguage,
    get actor() {
      return sessionOf(request).actor
    },
    get session() {
      return sessionOf(request)
    },
    known: request.session,
    address: callerAddress(request),
    get browser() {
      return browserOf(request.headers, callerAddress(request))
    },
    language: askedLanguage ?? 'en',
    app: request.appKey ?? '',
    get gone() {
      return goneOf(reply)
    },
  }
}

/** Aborted once the answer's connection is closed, or the answer is sent. */
export function goneOf({ raw }: FastifyReply) {
  const gone = new AbortController()
  if (raw.closed || raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}
