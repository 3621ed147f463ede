import { setImmediate } from 'node:timers/promises'
import { rowsOf } from '../../db/rows-of.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { enqueue, type JobTry } from '../../jobs/jobs.ts'
import { type Push, type PushResult, PushUnavailable } from '../../outside/push/push.ts'
import { findNotification } from './notifications.repository.ts'

export const DELIVER_NOTIFICATION = 'deliver-notification'

type Job = { notification_id: string }
type Claimed = { seq: number; user_id: string; tokens: string[] }
type Ended = {
  seq: number
  state: PushResult['state'] | 'waiting'
  reason: string | null
  gone: string[]
  fault?: Error
}

/** Told at the same time: as many are in doubt when the server dies meanwhile. */
const AT_A_TIME = 20
/** Told by one job: few enough that mails and other jobs come in between, and that stopping does not take long. */
const BY_ONE_JOB = 200
const LOST = 'The server was interrupted, and the answer of the push service was lost.'
const UNREACHABLE = 'The push service could not be reached.'

/**
 * The job behind sending: tells the next recipients and puts a job for those after them into the queue. Who is being told
 * is marked as such before the push service is asked, so after a crash nobody is told twice. While the service cannot be
 * reached the job fails and is tried again; at its last try those who still wait have failed.
 */
export async function deliverNotification(db: Db, push: Push, { notification_id: id }: Job, { isLast }: JobTry) {
  await markInterrupted(db, id)
  const fault = await tellNext(db, push, id)
  await inTransaction(db, async (db) => {
    if (fault && isLast) await moveAll(db, id, 'waiting', 'failed', UNREACHABLE)
    const { counts } = await recountRecipients(db, id)
    if (!fault && counts.waiting) await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
  })
  if (fault && !isLast) throw fault
}

/** Tells as many as one job may. Gives back what went wrong when the push service cannot be reached. */
async function tellNext(db: Db, push: Push, id: string) {
  const { title, description } = await findNotification(db, id)
  const message = { id, title, body: description }
  let next = await claim(db, id)
  for (let told = AT_A_TIME; next.length; told += AT_A_TIME) {
    const ended = await Promise.all(next.map((recipient) => tell(push, message, recipient)))
    const fault = ended.find(({ fault }) => fault)?.fault
    next = await inTransaction(db, async (db) => {
      await writeDown(db, ended)
      return !fault && told < BY_ONE_JOB ? claim(db, id) : []
    })
    if (fault) return fault
    // Requests that came meanwhile go first.
    await setImmediate()
  }
  return undefined
}

/**
 * Counts how many recipients of a message are in which state, and gives the message back. Call it in the transaction that
 * moved them: lists of recipients are read anew when the message changes, and somebody may wait again for another reason.
 */
export async function recountRecipients(db: Db, id: string) {
  const states = await db
    .selectFrom('notification_recipients')
    .select(({ fn }) => ['state', fn.countAll<number>().as('total')])
    .where('notification_id', '=', id)
    .groupBy('state')
    .execute()
  const counts = JSON.stringify(Object.fromEntries(states.map(({ state, total }) => [state, total])))
  await db
    .updateTable('notifications')
    .set((message) => ({ counts, version: message('version', '+', 1), updated_at: new Date().toISOString() }))
    .where('id', '=', id)
    .execute()
  return findNotification(db, id)
}

// Jobs of one message run one after the other: who is still being told now was left behind by a process that died.
const markInterrupted = (db: Db, id: string) => moveAll(db, id, 'sending', 'unknown', LOST)

const moveAll = (db: Db, id: string, from: 'sending' | 'waiting', state: 'unknown' | 'failed', reason: string) =>
  db
    .updateTable('notification_recipients')
    .set({ state, reason, updated_at: new Date().toISOString() })
    .where('notification_id', '=', id)
    .where('state', '=', from)
    .execute()

function claim(db: Db, id: string): Promise<Claimed[]> {
  return inTransaction(db, async (db) => {
    const claimed = await rowsOf<{ seq: number; user_id: string }>(
      db,
      `update notification_recipients set state = 'sending', attempts = attempts + 1, updated_at = ?
       where seq in (select seq from notification_recipients
                     where notification_id = ? and state = 'waiting' order by seq limit ?)
       returning seq, user_id`,
      [new Date().toISOString(), id, AT_A_TIME],
    )
    const users = claimed.map(({ user_id }) => user_id)
    const devices = users.length
      ? await db.selectFrom('devices').select(['user_id', 'token']).where('user_id', 'in', users).execute()
      : []
    const tokens = Map.groupBy(devices, ({ user_id }) => user_id)
    return claimed.map((row) => ({ ...row, tokens: (tokens.get(row.user_id) ?? []).map(({ token }) => token) }))
  })
}

async function tell(push: Push, message: Parameters<Push>[0], { seq, tokens }: Claimed): Promise<Ended> {
  try {
    return { seq, ...(await push(message, tokens)) }
  } catch (error) {
    if (error instanceof PushUnavailable) return { seq, state: 'waiting', reason: UNREACHABLE, gone: [], fault: error }
    throw error
  }
}

async function writeDown(db: Db, ended: Ended[]) {
  for (const { seq, state, reason } of ended) {
    await db
      .updateTable('notification_recipients')
      .set({ state, reason, updated_at: new Date().toISOString() })
      .where('seq', '=', seq)
      .execute()
  }
  const gone = ended.flatMap(({ gone }) => gone)
  if (gone.length) await db.deleteFrom('devices').where('token', 'in', gone).execute()
}
