import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor } from '../actor.ts'
import { browserOf } from '../auth/known-browsers.ts'
import { mayUndo } from '../auth/program-keys/undo-within-key.ts'
import { countOwnersChange } from '../auth/rate-limit.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction, takenBack } from '../db/transaction.ts'
import { changeInAnswer, type OpenChange, openChange, repeatedInAnswer, type Write } from '../records/open-change.ts'
import { callerAddress } from './caller-address.ts'
import { answerOfFirst, idempotent, type KeyedCall, type RepeatableCall } from './idempotency.ts'
import { type Rehearsal, Rehearsed } from './rehearsed.ts'

type Repeatable = { input: object; running: Set<string> } & Partial<Pick<RepeatableCall, 'change' | 'repeats'>>

/** Runs `work` in one transaction, in which a once-only call stores its answer under its Idempotency-Key. */
export function onceIfAsked<Answer>(
  request: FastifyRequest,
  endpoint: Endpoint,
  { input, running, change = () => undefined, repeats = () => {} }: Repeatable,
  work: (db: Db) => Promise<Answer>,
): Promise<Answer> {
  const { db } = request.server
  if (!endpoint.once) return inTransaction(db, work)
  return idempotent(db, { ...keyedCall(request, endpoint, input), change, repeats }, running, work)
}

function keyedCall(request: FastifyRequest, { path, once, public: open }: Endpoint, input: object): KeyedCall {
  const key = request.headers['idempotency-key']
  return {
    key: Array.isArray(key) ? key.join() : key,
    caller: open ? undefined : sessionOf(request).actor._id,
    path,
    input,
    forAMinute: once === 'for_a_minute',
  }
}

/** For a change by a visitor, until the caller is known. */
const NOBODY: Actor = { _id: '', kind: 'visitor' }

type Opening = {
  input: object
  message: string
  isFinal: boolean
  running: Set<string>
  rehearsal: Rehearsal | undefined
}

/**
 * What a call that changes records writes with, and what its answer says about it. Throws Rehearsed after a rehearsal.
 */
export function openCall(
  request: FastifyRequest,
  endpoint: Endpoint,
  { input, message, isFinal, running, rehearsal }: Opening,
) {
  const { path, change: kind = 'other', owner } = endpoint
  const { server } = request
  let change: OpenChange | undefined
  let repeated: { id: string | null } | undefined
  let warning: string | undefined

  const about = {
    actor: request.session?.actor ?? NOBODY,
    place: () => browserOf(request.headers, callerAddress(request)),
    session: request.session?.tokenHash,
    call: path,
    kind,
    message,
    isFinal,
  }
  const fresh = () => {
    const made: OpenChange = openChange({
      ...about,
      ...(owner && {
        allowance: (db) => countOwnersChange(db, made.actor._id, isFinal ? 'account' : 'records'),
      }),
    })
    change = made
    repeated = undefined
    return made
  }
  const repeats = (id: string | null) => {
    repeated = { id }
  }
  const write: Write = async (work, more = {}) => {
    if (change) throw new Error(`${path} wrote twice`)
    warning = more.warning
    const attempt = async (db: Db) => {
      await request.authority?.(db)
      const made = fresh()
      return { made, answer: await work(db, made) }
    }
    if (rehearsal) {
      await takenBack(server.db, async (db) => rehearsal(db, (await attempt(db)).made))
      throw new Rehearsed()
    }
    return onceIfAsked(
      request,
      endpoint,
      { input, running, change: () => change, repeats },
      async (db) => (await attempt(db)).answer,
    )
  }
  return {
    write,
    /** What `write` resolved to in a visitor's earlier identical call; undefined if there was none. */
    async first() {
      if (!endpoint.once || !endpoint.public) return undefined
      const first = await answerOfFirst(server.db, keyedCall(request, endpoint, input))
      if (first) repeats(first.changeId)
      return first
    },
    async end() {
      const named = (about: { change_id: string | null; can_undo: boolean }) => ({
        ...(namesChange(endpoint) && about),
        ...(warning && { warning }),
      })
      const told = async (about: { change_id: string | null; can_undo: boolean }) =>
        named({
          ...about,
          can_undo: about.can_undo && (await mayUndo(server.db, request.session?.program, about.change_id)),
        })
      if (repeated) return { message, ...(await told(await repeatedInAnswer(server.db, repeated.id))) }
      if (!change) throw new Error(`${path} has written nothing`)
      const { merged, written } = change.outcome
      const about = changeInAnswer(change)
      const { change_id } = about
      if (change_id) server.bus.publish({ kind: 'change', change_id, record_types: [...written.kinds.keys()] })
      // Owners are not told who works in the office.
      const fields = owner ? merged.map(({ by: _name, ...field }) => field) : merged
      return { message: change.message, ...(await told(about)), ...(merged.length > 0 && { merged: fields }) }
    },
  }
}

/** Some answers name no change: whether there is one would reveal who has an account. */
const namesChange = ({ output }: Endpoint) => 'change_id' in ((output as { shape?: object }).shape ?? {})

/** A call's session. Throws in calls open to visitors. */
export function sessionOf({ session }: FastifyRequest) {
  if (!session) throw new Error('a call that is open to visitors asked who calls')
  return session
}
