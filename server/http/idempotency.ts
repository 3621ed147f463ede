import { createHash, createHmac } from 'node:crypto'
import { KEY_OF_ANOTHER_CALL } from '#contract/endpoint.ts'
import { sealWith, unsealWith } from '../auth/sealed.ts'
import { DAY, isoNow, MINUTE } from '../clock.ts'
import { engineOf } from '../db/engines/engine.ts'
import { deleteInSlices } from '../db/in-slices.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError, refused } from '../errors.ts'
import type { AnyChange } from '../records/open-change.ts'

/** Longer than the application's drafts live (web/forms/draft-store.ts), so that a resent draft is recognized. */
const DAYS_KEPT = 8
const LONGEST_KEY = 255

/** Two calls are the same if caller, path, key and input are. `change` is the one this call makes. */
export type RepeatableCall = KeyedCall & {
  change: () => AnyChange | undefined
  /** Called instead of `work` for a repeated call, with the id of the change that the first one made, if any. */
  repeats: (changeId: string | null) => void
}

/** `caller` is missing for visitors. `forAMinute` is for answers that sign someone in, which are not kept longer. */
export type KeyedCall = {
  key: string | undefined
  caller: string | undefined
  path: string
  input: object
  forAMinute: boolean
}

type Stored = { key_hash: string; body_hash: string; answer: string; change_id: string | null; created_at: string }

/**
 * How a call is stored. Visitors' calls and answers contain passwords and tokens: without the Idempotency-Key, of which
 * only a digest is stored, nobody can guess the call's digest or read its answer. Throws 422 for an unsuitable key.
 */
async function storing({ caller, path, input, forAMinute }: KeyedCall, key: string) {
  if (key.length === 0 || key.length > LONGEST_KEY)
    throw refused('general', `The Idempotency-Key must have 1 to ${LONGEST_KEY} characters.`)
  const keyHash = digest([caller ?? '', path, key])
  const inputHash = await inputDigest(input)
  const keyed = (what: string) => createHmac('sha256', key).update(`${what} ${path} ${inputHash}`)
  const bodyHash = caller === undefined ? keyed('body').digest('hex') : inputHash
  return {
    keyHash,
    bodyHash,
    write: (answer: unknown) => {
      const text = JSON.stringify(answer ?? null)
      return caller === undefined ? sealWith(keyed('answer').digest(), keyHash, text) : text
    },
    /** The stored answer; undefined if no longer kept. Throws 422 if it belongs to another input. */
    read(first: Stored | undefined) {
      if (!first || first.created_at <= isoNow(forAMinute ? -MINUTE : -DAYS_KEPT * DAY)) return undefined
      if (first.body_hash !== bodyHash) throw refused('general', KEY_OF_ANOTHER_CALL, 'invalid', 'key_reused')
      const text = caller === undefined ? unsealWith(keyed('answer').digest(), keyHash, first.answer) : first.answer
      return { answer: JSON.parse(text) as unknown, changeId: first.change_id }
    },
  }
}

const findStored = (db: Db, keyHash: string): Promise<Stored | undefined> =>
  db.selectFrom('idempotency_keys').selectAll().where('key_hash', '=', keyHash).executeTakeFirst()

/**
 * The answer of an earlier identical call, with the id of its change. Look it up before anything else: what the first
 * call changed may be a reason to refuse the second. Undefined if there is none. Throws as idempotent does.
 */
export async function answerOfFirst(db: Db, call: KeyedCall) {
  if (call.key === undefined) return undefined
  const { keyHash, read } = await storing(call, call.key)
  return read(await findStored(db, keyHash))
}

/**
 * Runs `work` in a transaction and stores its answer under the call's Idempotency-Key in the same transaction: the same
 * call gets that answer again for eight days, or for a minute. Throws 422 if the key was used with a different input,
 * and 409 while the first call is still running.
 */
export async function idempotent<Answer>(
  db: Db,
  { change, repeats, ...call }: RepeatableCall,
  running: Set<string>,
  work: (db: Db) => Promise<Answer>,
): Promise<Answer> {
  if (call.key === undefined) return inTransaction(db, work)
  const { keyHash, bodyHash, write, read } = await storing(call, call.key)
  if (running.has(keyHash)) throw stillRunning()
  running.add(keyHash)
  try {
    return await inTransaction(db, async (db) => {
      if (!(await engineOf(db).tryLockKey(db, keyHash))) throw stillRunning()
      const first = read(await findStored(db, keyHash))
      if (first) {
        repeats(first.changeId)
        return first.answer as Answer
      }
      const answer = await work(db)
      const kept = {
        body_hash: bodyHash,
        answer: write(answer),
        change_id: idOf(change()),
        created_at: isoNow(),
      }
      await db
        .insertInto('idempotency_keys')
        .values({ key_hash: keyHash, ...kept })
        .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(kept))
        .execute()
      return answer
    })
  } finally {
    running.delete(keyHash)
  }
}

const idOf = (change: AnyChange | undefined) => (change?.outcome.written.in ? change.id : null)

/** Deletes the keys that have expired. */
export const deleteExpiredKeys = (db: Db) =>
  deleteInSlices(db, 'idempotency_keys', 'key_hash', 'created_at <= ?', [isoNow(-DAYS_KEPT * DAY)])

const stillRunning = () => new AppError(409, 'The same call is still running.', { code: 'still_running' })

const digest = (parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

async function inputDigest(input: object) {
  const parts: string[] = []
  for (const [name, value] of Object.entries(input)) {
    const content =
      value instanceof File ? Buffer.from(await value.arrayBuffer()).toString('base64') : JSON.stringify(value)
    parts.push(name, content ?? '')
  }
  return digest(parts)
}
