import { setImmediate } from 'node:timers/promises'
import { isoNow } from '../../clock.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { OutsideFault } from '../../errors.ts'
import type { Push } from '../../integrations/push/push.ts'
import { isTrusted } from '../../jobs/holds.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import { holdBack } from './consent.ts'
import { type Moves, moveCounts, moveRecipients, STEP_SIZE, sumOfMoves } from './counts.service.ts'
import { findNotification, findSent, withImprint } from './notifications.repository.ts'
import { type RecipientOutcome, startRound } from './round.ts'

export const DELIVER_NOTIFICATION = 'deliver-notification'

type Job = { notification_id: string }
type Context = Pick<JobContext, 'write' | 'reached'>
type Claimed = {
  seq: number
  user_id: string
  attempts: number
  reason: string | null
  is_suspect: number
  tokens: string[]
}

/** Recipients told at the same time; as many are in an unknown state if the server dies. */
const BATCH_SIZE = 20
/** Recipients told by one job: few enough that other jobs come in between and that stopping is quick. */
const JOB_SIZE = 200
/** Recipients of one job of whom few have devices. */
const LARGEST_JOB = 2000
const LOST = 'The server was interrupted, and the answer of the push service was lost.'

/**
 * The job that delivers a message: tells the next recipients and enqueues a job for the rest. Recipients are marked as
 * `sending` before the push service is asked, so a crash notifies nobody twice. A fault that is not about them leaves them
 * waiting, and is thrown.
 */
export async function deliverNotification(db: Db, push: Push, { notification_id: id }: Job, context: Context) {
  const { write, reached } = context
  // Jobs of one message never overlap, so recipients that are still `sending` belong to a process that died.
  while (await write(db, (db) => moveRecipients(db, id, interrupted))) await setImmediate()
  const { fault, asked } = await notifyNext(db, write, push, id)
  if (fault) throw fault
  if (asked) await reached()
  await write(db, async (db) => {
    const { counts } = await findNotification(db, id)
    if (counts.waiting) await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
  })
}
const interrupted = { from: 'sending', to: 'unknown', reason: LOST, most: STEP_SIZE } as const

/** Tells the recipients of one job: one first, as the answer to that may be about all. */
async function notifyNext(db: Db, write: Context['write'], push: Push, id: string) {
  const { title, description, purpose, imprint } = await findSent(db, id)
  const message = { id, title, body: withImprint(description, imprint) }
  const isNews = purpose === 'news'
  const round = startRound({ trusted: await isTrusted(db, 'push') })
  const claimNext = (db: Db, after: number, most: number) =>
    most > 0 ? claim(db, id, { after, most, isNews }) : { claimed: [], moves: {} }
  let next = await write(db, async (db) => {
    const { claimed, moves } = await claimNext(db, 0, 1)
    await moveCounts(db, id, moves)
    return claimed
  })
  for (let notified = next.length; next.length; notified += next.length) {
    const after = next.at(-1)?.seq ?? 0
    const results = round.add(await Promise.all(next.map((recipient) => notify(push, message, recipient))))
    const left = round.isOver() ? 0 : (round.needsMore() ? LARGEST_JOB : JOB_SIZE) - notified
    next = await write(db, async (db) => {
      const recorded = await recordResults(db, results, 'sending')
      const { claimed, moves } = await claimNext(db, after, Math.min(BATCH_SIZE, left))
      await moveCounts(db, id, sumOfMoves(recorded, moves))
      return claimed
    })
    // Lets waiting requests run first.
    await setImmediate()
  }
  const { fault, decided, gone } = round.verdict()
  await write(db, async (db) => {
    await moveCounts(db, id, await recordResults(db, decided, 'waiting'))
    if (gone.length) await db.deleteFrom('devices').where('token', 'in', gone).execute()
  })
  return { fault, asked: round.asked() }
}

/** Marks the next recipients as `sending`; `moves` is for the counts of the message. */
type Next = { after: number; most: number; isNews: boolean }

async function claim(db: Db, id: string, { after, most, isNews }: Next): Promise<{ claimed: Claimed[]; moves: Moves }> {
  const taken = await writeQuery<Omit<Claimed, 'tokens'>>(
    db,
    `update notification_recipients set state = 'sending', attempts = attempts + 1, updated_at = ?
     where seq in (select seq from notification_recipients
                   where notification_id = ? and state = 'waiting' and seq > ? order by seq limit ?)
     returning seq, user_id, attempts, reason, is_suspect`,
    [isoNow(), id, after, most],
  )
  const held = isNews
    ? await holdBack(
        db,
        taken.map(({ seq }) => seq),
      )
    : new Set()
  const claimed = taken.filter(({ seq }) => !held.has(Number(seq)))
  const users = claimed.map(({ user_id }) => user_id)
  const devices = users.length
    ? await db.selectFrom('devices').select(['user_id', 'token']).where('user_id', 'in', users).execute()
    : []
  const tokens = Map.groupBy(devices, ({ user_id }) => user_id)
  const withTokens: Claimed[] = claimed
    .map((row) => ({ ...row, tokens: (tokens.get(row.user_id) ?? []).map(({ token }) => token) }))
    .toSorted((one, other) => one.seq - other.seq)
  const moves = { waiting: -taken.length, sending: claimed.length, ...(held.size && { no_consent: held.size }) }
  // Of some nobody may be left, while others wait.
  if (held.size && !claimed.length && taken.length === most) {
    const next = await claim(db, id, { after: Math.max(...taken.map(({ seq }) => seq)), most, isNews })
    return { claimed: next.claimed, moves: sumOfMoves(moves, next.moves) }
  }
  return { claimed: withTokens, moves }
}

async function notify(push: Push, message: Parameters<Push>[0], recipient: Claimed): Promise<RecipientOutcome> {
  const { seq, attempts, reason, is_suspect, tokens } = recipient
  const about = { seq, attempts, devices: tokens.length, suspicion: is_suspect === 1 ? reason : null }
  try {
    return { ...about, ...(await push(message, tokens)) }
  } catch (error) {
    if (!(error instanceof OutsideFault)) throw error
    return { ...about, state: 'waiting', reason: error.message, gone: [], fault: error }
  }
}

/** Records the results of telling recipients; returns by how much the counts of the message change. */
async function recordResults(db: Db, results: RecipientOutcome[], from: 'sending' | 'waiting') {
  let moves: Moves = {}
  const groups = Map.groupBy(results, ({ state, reason, isSuspect }) => `${state} ${isSuspect === true} ${reason}`)
  for (const [{ state, reason, isSuspect }, seqs] of [...groups.values()].map(toGroup)) {
    const { numUpdatedRows } = await db
      .updateTable('notification_recipients')
      .set({ state, reason, is_suspect: isSuspect ? 1 : 0, updated_at: isoNow() })
      .where('seq', 'in', seqs)
      .where('state', '=', from)
      .executeTakeFirstOrThrow()
    const moved = Number(numUpdatedRows)
    if (state !== from) moves = sumOfMoves(moves, { [from]: -moved, [state]: moved })
  }
  return moves
}

const toGroup = (groups: RecipientOutcome[]) => [groups[0] as RecipientOutcome, groups.map(({ seq }) => seq)] as const
