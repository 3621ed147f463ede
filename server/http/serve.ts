import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { CallFields, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { getOf, MergedField } from '#contract/records.ts'
import type { Actor, Authority } from '../actor.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction, withFreshAttempts } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import type { Bus } from '../live/bus.ts'
import { changeInAnswer, keepChange, type OpenChange, openChange } from '../records/open-change.ts'
import { type Browser, browserOf } from '../secrets/known-browsers.ts'
import { countOwnersChange } from '../secrets/rate-limit.ts'
import type { Session } from '../secrets/sessions.ts'
import type { Watch } from '../watch/watch.ts'
import { callerAddress } from './caller-address.ts'
import { refuseOversized, validationError } from './error-handler.ts'
import { idempotent } from './idempotency.ts'
import { readMultipart } from './multipart.ts'

declare module 'fastify' {
  interface FastifyInstance {
    bus: Bus
    /** What is known of the installation, and what of it an operator is told. */
    watch: Watch
  }
}

/** The part of the server that answers the calls of the contract. */
export type App = FastifyInstance

/** What a handler knows about a call besides its input. */
export type Call = {
  /** Who makes the call. Throws in calls that are open to visitors. */
  actor: Actor
  /** The session of the call's token. Throws in calls that are open to visitors. */
  session: Session
  /** Looks up again whether the caller may still do this; undefined in calls that are open to visitors. */
  authority: Authority | undefined
  /** The caller's IP address. */
  address: string
  /** What is known of the caller's browser. */
  browser: Browser
  /**
   * Begins a change and answers with `message`, its id, and what `work` resolves to. In calls that are open to visitors,
   * the service sets `change.actor` once it knows.
   */
  changing: <Answer extends object | void>(
    db: Db,
    message: string,
    work: (change: OpenChange) => Promise<Answer>,
    more?: Pick<OpenChange, 'isFinal'>,
  ) => Promise<Answer & Changed>
  /** Runs what writes but is no change, in one transaction that begins by asking `authority`. */
  writing: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Runs the change of a call that may be repeated; see server/http/idempotency.ts. */
  idempotent: <Answer extends object>(db: Db, work: (db: Db) => Promise<Answer>) => Promise<Answer>
}

/** A body that takes longer to arrive may have outlived what its caller may do. In milliseconds. */
const MOMENT_MS = 20

/** For changes that nobody can take back. */
export const FINAL = { isFinal: true } as const

/** What the answer of every call that changes records has. */
type Changed = { message: string; change_id: string | null; can_undo: boolean; merged?: MergedField[] }

/**
 * An answer that is written already: one that is remembered, with its ETag, or one so long that writing it would hold up
 * other calls.
 */
export class WrittenAnswer {
  readonly text: string
  readonly tag: string | undefined

  constructor(text: string, tag?: string) {
    this.text = text
    this.tag = tag
  }
}

/**
 * Answers one call of the contract: reads its input, checks it with the endpoint's schema, and sends what `handler`
 * returns. server/http/authentication.ts has decided before that who may call.
 */
export function serve<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (input: CallFields<E>, call: Call) => Promise<CallOutput<E> | WrittenAnswer>,
) {
  const running = new Set<string>()

  app.route({
    method: endpoint.get ? 'GET' : 'POST',
    url: `/${endpoint.path}`,
    config: configOf(endpoint),
    bodyLimit: largestBody(endpoint),
    handler: async (request, reply) => {
      const answer = async (body: unknown) => {
        if (performance.now() - request.letInAt > MOMENT_MS) await request.authority?.()
        const input = check(endpoint, body, request)
        return send(reply, await handler(input, callOf(request, endpoint, input as object, running)))
      }
      if (endpoint.get) return answer(request.query)
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

function send<Answer>(reply: FastifyReply, answer: Answer | WrittenAnswer) {
  if (!(answer instanceof WrittenAnswer)) return answer
  if (answer.tag) reply.header('etag', answer.tag)
  return reply.type('application/json; charset=utf-8').send(answer.text)
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

const KILOBYTE = 1024

/**
 * The largest JSON body of a call, in bytes. Whoever calls is believed to need what the fields need: visitors a few
 * kilobytes, and owners, as anyone can register, not many more.
 */
function largestBody({ public: open, owner, richText }: Endpoint) {
  if (open) return 16 * KILOBYTE
  if (owner) return 64 * KILOBYTE
  // Emoji that are escaped take twelve bytes each.
  return (richText ? 4096 : 1024) * KILOBYTE
}

const configOf = ({ public: open, forEditor, megabytes, proof, settingUp }: Endpoint) => ({
  public: open === true,
  forEditor: forEditor === true,
  largeFile: megabytes !== undefined,
  proof: proof ?? false,
  settingUp: settingUp === true,
})

/** Of a change in a call that is open to visitors, until it is known who calls. */
const NOBODY: Actor = { _id: '' }

function callOf(request: FastifyRequest, endpoint: Endpoint, input: object, running: Set<string>): Call {
  const { path, change: kind } = endpoint
  let opened: OpenChange | undefined
  const place = () => browserOf(request.headers, callerAddress(request))
  const authorized = async <Result>(db: Db, work: (db: Db) => Promise<Result>) => {
    await request.authority?.(db)
    return work(db)
  }
  return {
    get actor() {
      return sessionOf(request).actor
    },
    get session() {
      return sessionOf(request)
    },
    authority: request.authority,
    address: callerAddress(request),
    get browser() {
      return place()
    },
    async changing(db, message, work, more = {}) {
      if (!kind) throw new Error(`the contract does not say that ${path} changes records`)
      const actor = request.session?.actor ?? NOBODY
      const authority = endpoint.owner
        ? async (db?: Db) => {
            await request.authority?.(db)
            if (db) await countOwnersChange(db, change.actor._id, endpoint.public ? 'account' : 'records')
          }
        : request.authority
      const session = request.session?.tokenHash
      const change: OpenChange = openChange({ actor, authority, place, session, call: path, kind, message, ...more })
      opened = change
      const answer = await withFreshAttempts(
        () => keepChange(change),
        () => work(change),
      )
      const { change_id, can_undo } = await changeInAnswer(db, change)
      if (change_id && !change.outcome.repeats) {
        request.server.bus.publish({
          kind: 'change',
          change_id,
          record_types: [...change.outcome.written.kinds.keys()],
        })
      }
      return {
        message: change.message,
        change_id,
        can_undo,
        ...answer,
        ...(change.outcome.merged.length > 0 && { merged: change.outcome.merged }),
        ...(change.outcome.warning && { warning: change.outcome.warning }),
      }
    },
    writing: (db, work) => inTransaction(db, (db) => authorized(db, work)),
    idempotent: (db, work) => {
      const key = request.headers['idempotency-key']
      const caller = sessionOf(request).actor._id
      const call = { key: Array.isArray(key) ? key.join() : key, caller, path, input, change: opened }
      return idempotent(db, call, running, opened ? work : (db) => authorized(db, work))
    },
  }
}

function sessionOf({ session }: FastifyRequest) {
  if (!session) throw new Error('a call that is open to visitors asked who calls')
  return session
}
