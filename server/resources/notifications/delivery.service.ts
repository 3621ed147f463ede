import { setImmediate } from 'node:timers/promises'
import { isoNow } from '../../clock.ts'
import { rawQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import { type Push, type PushResult, PushUnavailable } from '../../outside/push/push.ts'
import { moveCounts, moveRecipients, STEP_SIZE } from './counts.service.ts'
import { findNotification } from './notifications.repository.ts'

export const DELIVER_NOTIFICATION = 'deliver-notification'

type Job = { notification_id: string }
type Write = JobContext['write']
type Claimed = { seq: number; user_id: string; tokens: string[] }
type Result = {
  seq: number
  state: PushResult['state'] | 'waiting'
  reason: string | null
  gone: string[]
  fault?: Error
}

/** Recipients told at the same time; as many are in an unknown state if the server dies. */
const BATCH_SIZE = 20
/** Recipients told by one job: few enough that other jobs come in between and that stopping is quick. */
const JOB_SIZE = 200
const LOST = 'The server was interrupted, and the answer of the push service was lost.'
const UNREACHABLE = 'The push service could not be reached.'

/**
 * The job that delivers a message: tells the next recipients and enqueues a job for the rest. Recipients are marked as
 * `sending` before the push service is asked, so a crash notifies nobody twice. While the service cannot be reached
 * the job fails and is retried; at its last attempt those still waiting become `failed`.
 */
export async function deliverNotification(
  db: Db,
  push: Push,
  { notification_id: id }: Job,
  { isLast, write }: Pick<JobContext, 'isLast' | 'write'>,
) {
  // Jobs of one message never overlap, so recipients that are still `sending` belong to a process that died.
  await moveAll(db, write, id, 'sending', 'unknown', LOST)
  const fault = await notifyNext(db, write, push, id)
  if (fault && !isLast) throw fault
  if (fault) return moveAll(db, write, id, 'waiting', 'failed', UNREACHABLE)
  await write(db, async (db) => {
    const { counts } = await findNotification(db, id)
    if (counts.waiting) await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
  })
}

/** Tells the recipients of one job. Returns the error if the push service cannot be reached. */
async function notifyNext(db: Db, write: Write, push: Push, id: string) {
  const { title, description } = await findNotification(db, id)
  const message = { id, title, body: description }
  let next = await write(db, (db) => claim(db, id))
  for (let notified = BATCH_SIZE; next.length; notified += BATCH_SIZE) {
    const results = await Promise.all(next.map((recipient) => notify(push, message, recipient)))
    const fault = results.find(({ fault }) => fault)?.fault
    next = await write(db, async (db) => {
      await recordResults(db, id, results)
      return !fault && notified < JOB_SIZE ? claim(db, id) : []
    })
    if (fault) return fault
    // Lets waiting requests run first.
    await setImmediate()
  }
  return undefined
}

async function moveAll(
  db: Db,
  write: Write,
  id: string,
  from: 'sending' | 'waiting',
  to: 'unknown' | 'failed',
  reason: string,
): Promise<void> {
  const step = (db: Db) => moveRecipients(db, id, { from, to, reason, most: STEP_SIZE })
  while (await write(db, step)) await setImmediate()
}

async function claim(db: Db, id: string): Promise<Claimed[]> {
  const claimed = await rawQuery<{ seq: number; user_id: string }>(
    db,
    `update notification_recipients set state = 'sending', attempts = attempts + 1, updated_at = ?
     where seq in (select seq from notification_recipients
                   where notification_id = ? and state = 'waiting' order by seq limit ?)
     returning seq, user_id`,
    [isoNow(), id, BATCH_SIZE],
  )
  if (claimed.length) await moveCounts(db, id, { waiting: -claimed.length, sending: claimed.length })
  const users = claimed.map(({ user_id }) => user_id)
  const devices = users.length
    ? await db.selectFrom('devices').select(['user_id', 'token']).where('user_id', 'in', users).execute()
    : []
  const tokens = Map.groupBy(devices, ({ user_id }) => user_id)
  return claimed.map((row) => ({ ...row, tokens: (tokens.get(row.user_id) ?? []).map(({ token }) => token) }))
}

async function notify(push: Push, message: Parameters<Push>[0], { seq, tokens }: Claimed): Promise<Result> {
  try {
    return { seq, ...(await push(message, tokens)) }
  } catch (error) {
    if (error instanceof PushUnavailable) return { seq, state: 'waiting', reason: UNREACHABLE, gone: [], fault: error }
    throw error
  }
}

async function recordResults(db: Db, id: string, results: Result[]) {
  const groups = Map.groupBy(results, ({ state, reason }) => `${state} ${reason}`)
  for (const [{ state, reason }, seqs] of [...groups.values()].map(toGroup)) {
    const { numUpdatedRows } = await db
      .updateTable('notification_recipients')
      .set({ state, reason, updated_at: isoNow() })
      .where('seq', 'in', seqs)
      .where('state', '=', 'sending')
      .executeTakeFirstOrThrow()
    const moved = Number(numUpdatedRows)
    if (moved) await moveCounts(db, id, { sending: -moved, [state]: moved })
  }
  const gone = results.flatMap(({ gone }) => gone)
  if (gone.length) await db.deleteFrom('devices').where('token', 'in', gone).execute()
}

const toGroup = (groups: Result[]) => [groups[0] as Result, groups.map(({ seq }) => seq)] as const
