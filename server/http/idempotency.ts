import { createHash } from 'node:crypto'
import { KEY_OF_ANOTHER_CALL } from '#contract/endpoint.ts'
import { isoNow } from '../clock.ts'
import { engineOf } from '../db/engines/engine.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError, refused } from '../errors.ts'
import type { AnyChange } from '../records/open-change.ts'

/**
 * Longer than the drafts of the application live (web/forms/draft-store.ts), so what is sent again from one is
 * recognised.
 */
const DAYS_KEPT = 8
const LONGEST_KEY = 255

/** Two calls are the same when caller, path, key and input are. `change` is what this one makes. */
export type RepeatableCall = {
  key: string | undefined
  caller: string
  path: string
  input: object
  change: () => AnyChange | undefined
  /** Called instead of `work` for a call that was made before, with the id of the change that it made, if any. */
  repeats: (changeId: string | null) => void
}

/**
 * Runs `work` in a transaction and stores its answer under the call's Idempotency-Key in the same transaction: the
 * same call gets that answer again for eight days. Throws 422 when the key was used with another input, and 409 while
 * the first call is still running.
 */
export async function idempotent<Answer>(
  db: Db,
  { key, caller, path, input, change, repeats }: RepeatableCall,
  running: Set<string>,
  work: (db: Db) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return inTransaction(db, work)
  if (key.length === 0 || key.length > LONGEST_KEY) {
    throw refused('general', `The Idempotency-Key must have 1 to ${LONGEST_KEY} characters.`)
  }
  const keyHash = digest([caller, path, key])
  const bodyHash = await inputDigest(input)
  if (running.has(keyHash)) throw stillRunning()
  running.add(keyHash)
  try {
    return await inTransaction(db, async (db) => {
      if (!(await engineOf(db).tryLockKey(db, keyHash))) throw stillRunning()
      const first = await db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('key_hash', '=', keyHash)
        .executeTakeFirst()
      if (first && first.created_at > daysAgo(DAYS_KEPT)) {
        if (first.body_hash !== bodyHash) throw refused('general', KEY_OF_ANOTHER_CALL, 'invalid', 'key_reused')
        repeats(first.change_id)
        return JSON.parse(first.answer) as Answer
      }
      const answer = await work(db)
      const kept = {
        body_hash: bodyHash,
        answer: JSON.stringify(answer ?? null),
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
  db.deleteFrom('idempotency_keys').where('created_at', '<=', daysAgo(DAYS_KEPT)).execute()

const stillRunning = () => new AppError(409, 'The same call is still running.', { code: 'still_running' })

const daysAgo = (days: number) => isoNow(-days * 86_400_000)

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
