import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
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
import type { Bus } from '../live/bus.ts'
import type { Write } from '../records/open-change.ts'
import type { Watch } from '../watch/watch.ts'
import { callerAddress } from './caller-address.ts'
import { sharedUntil } from './entity-tags.ts'
import { refuseOversized, validationError } from './error-handler.ts'
import { readMultipart } from './multipart.ts'
import { onceIfAsked, openCall, sessionOf } from './open-call.ts'
import { type Rehearsal, rehearsalOf } from './rehearsed.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Db
    bus: Bus
    /** What is known of the installation, and what of it an operator is told. */
    watch: Watch
  }
}

/** The part of the server that answers the calls of the contract. */
export type App = FastifyInstance

/** What a handler knows about a call besides its input. */
type Caller = {
  /** Who makes the call. Throws in calls that are open to visitors. */
  actor: Actor
  /** The session of the call's token. Throws in calls that are open to visitors. */
  session: Session
  /** The session of whoever sends a token in a call that is open to visitors too; null of visitors. */
  known: Session | null
  /** The caller's IP address. */
  address: string
  /** What is known of the caller's browser. */
  browser: Browser
  /** The name of the application key that it sent; empty where it sent none. */
  app: string
  /** Aborted once the caller is gone, or has the answer. */
  gone: AbortSignal
}

/** The same of a call that changes no records. */
export type Call = Caller & {
  /** Runs what writes, in one transaction that begins by asking whether the caller still may. */
  write: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
}

/** The same of a call that changes records, by calling `write` once. */
export type ChangingCall = Caller & { write: Write }

/** A body that takes longer to arrive may have outlived what its caller may do. In milliseconds. */
const MOMENT_MS = 20

/** For changes that nobody can take back. */
export const FINAL = { isFinal: true } as const

/**
 * An answer that is written already: one that is remembered, with its ETag, or one so long that writing it would hold up
 * other calls.
 */
export class WrittenAnswer {
  readonly text: string
  readonly tag: string | undefined
  /** When it is another one, at the latest (ISO 8601). */
  readonly until: string | null

  constructor(text: string, tag?: string, until: string | null = null) {
    this.text = text
    this.tag = tag
    this.until = until
  }
}

/** An answer that is a file, sent while it is made: where `body` fails, the connection ends before the file does. */
export class FileAnswer {
  readonly name: string
  readonly type: string
  readonly body: Readable

  constructor(name: string, type: string, body: Readable) {
    this.name = name
    this.type = type
    this.body = body
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
 * Answers one call that changes records, with `message` and what `handler` returns. The handler does first what takes long
 * or comes from outside, and then calls `write` once: in its transaction the change is opened, the authority of the caller
 * asked, and, for calls that act once, the answer kept under the Idempotency-Key. In calls that are open to visitors, the
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
        if (performance.now() - request.authenticatedAt > MOMENT_MS) await request.authority?.()
        const input = check(endpoint, body, request)
        refuseBeyondKey(request, endpoint, input)
        const answering = answerTo(request, input, reply, rehearsalOf(request, endpoint))
        if (!seesNoPeople(request)) return send(reply, await answering)
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

/** Sends a file that is to be kept, and not shown. */
export const sendFile = (reply: FastifyReply, { name, type, body }: FileAnswer) =>
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(body)

function send<Answer>(reply: FastifyReply, answer: Answer | WrittenAnswer | FileAnswer) {
  if (answer instanceof FileAnswer) return sendFile(reply, answer)
  if (!(answer instanceof WrittenAnswer)) return answer
  if (answer.tag) reply.header('etag', answer.tag)
  if (answer.until) reply.header('cache-control', sharedUntil(answer.until))
  return reply.type('application/json; charset=utf-8').send(answer.text)
}

/** The parameters of a GET. Throws 422 for one that it does not have: it would be ignored, and the answer be another one. */
function knownParameters({ input }: Endpoint, { platform: _platform, ...query }: Record<string, unknown>) {
  const known = Object.keys((input as { shape?: object }).shape ?? {})
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown !== undefined) throw refused(unknown, `There is no parameter ${unknown}.`, 'not_allowed')
  return query
}

function check<E extends Endpoint>({ input }: E, body: unknown, { log }: FastifyRequest): CallFields<E> {
  refuseOversized(body)
  try {
    const { data, error } = input.safeParse(body)
    if (error) throw validationError(error, body)
    return data as CallFields<E>
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Schemas compare the length of any value, and an object can be crafted so that this throws.
    log.warn({ err: error }, 'a request could not be checked')
    throw new AppError(422, 'The request is not valid.')
  }
}

/** Throws 403 for a call of a program that its key does not allow with this input. */
function refuseBeyondKey({ session }: FastifyRequest, endpoint: Endpoint, input: unknown) {
  if (session?.program && !permits(session.program.grant, endpoint, input)) throw forbidden(BEYOND_KEY)
  if (session?.program && isWithoutPeople(session.program.grant)) refusePeople(input)
}

const seesNoPeople = ({ session }: FastifyRequest) =>
  session?.program !== undefined && isWithoutPeople(session.program.grant)

/** A 409 shows the record as it is now. */
function rethrowWithoutPeople(error: unknown): never {
  if (error instanceof AppError) takeOutPeople(error)
  throw error
}

const KILOBYTE = 1024

/**
 * The largest JSON body of a call, in bytes. Callers are taken to need what their fields need: visitors a few
 * kilobytes, and owners, as anyone can register, not many more.
 */
function largestBody({ public: open, owner, richText }: Endpoint) {
  if (open) return 16 * KILOBYTE
  if (owner) return 64 * KILOBYTE
  // Emoji that are escaped take twelve bytes each.
  return (richText ? 4096 : 1024) * KILOBYTE
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

const withWrite = <Writer>(
  request: FastifyRequest,
  reply: FastifyReply,
  write: Writer,
): Caller & { write: Writer } => ({
  write,
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
  app: request.appKey ?? '',
  get gone() {
    return goneOf(reply)
  },
})

/** Aborted once the connection of an answer is closed, or the answer is sent. */
export function goneOf({ raw }: FastifyReply) {
  const gone = new AbortController()
  if (raw.closed || raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  return gone.signal
}
