import { setImmediate } from 'node:timers/promises'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { OutsideFault } from '../../errors.ts'
import { inboxPush } from '../../integrations/push/inbox.ts'
import type { Push } from '../../integrations/push/push.ts'
import { isTrusted } from '../../jobs/holds.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import { type Claimed, claim } from './claim.ts'
import { type Moves, moveCounts, moveRecipients, STEP_SIZE, sumOfMoves } from './counts.service.ts'
import { allTexts, readersOf, textIn } from './message-language.ts'
import { linkThatGoes } from './message-link.ts'
import { scheduleMorning, wakeSome } from './night.ts'
import { findNotification, findSent, withImprint } from './notifications.repository.ts'
import { type FillsOn, fillers } from './placeholder-values.ts'
import { type RecipientOutcome, startRound } from './round.ts'

export const DELIVER_NOTIFICATION = 'deliver-notification'

type DeliversOn = FillsOn & Parameters<typeof readersOf>[0]
type Job = { notification_id: string }
type Telling = { push: Push; weeklyLimit: number }
type Context = Pick<JobContext, 'write' | 'reached'>
/** Recipients told at the same time; so many are left in an unknown state if the server dies. */
const BATCH_SIZE = 20
/** Recipients told by one job: few enough that other jobs come in between and that stopping is quick. */
const JOB_SIZE = 200
/** Recipients per job if few of them have devices. */
const LARGEST_JOB = 2000
const LOST = 'The server was interrupted, and the answer of the push service was lost.'

/**
 * The job that delivers a message: tells the next recipients and enqueues a job for the rest. Recipients are marked as
 * `sending` before the push service is called, so a crash notifies nobody twice. A fault that is not about them leaves
 * them waiting, and is thrown.
 */
export async function deliverNotification(
  { push, weeklyLimit, ...on }: DeliversOn & Telling,
  { notification_id: id }: Job,
  { write, reached }: Context,
) {
  const { db } = on
  // Jobs of one message never overlap, so recipients that are still `sending` belong to a process that died.
  while (await write(db, (db) => moveRecipients(db, id, interrupted))) await setImmediate()
  while (await write(db, (db) => wakeSome(db, id))) await setImmediate()
  const { fault, asked } = await notifyNext(on, write, { push, weeklyLimit }, id)
  if (fault) throw fault
  if (asked) await reached()
  await write(db, async (db) => {
    const { counts } = await findNotification(db, id)
    if (counts.waiting) await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
    await scheduleMorning(db, id)
  })
}
const interrupted = { from: 'sending', to: 'unknown', reason: LOST, most: STEP_SIZE } as const

/** Tells one job's recipients: one first, as that answer may be about all. */
async function notifyNext(on: DeliversOn, write: Context['write'], { push, weeklyLimit }: Telling, id: string) {
  const { db } = on
  const sent = await findSent(db, id)
  const { purpose, send_at, local_time } = sent
  const link = await write(db, (db) => linkThatGoes(db, id, sent))
  const tell = async (claimed: Claimed[]) => {
    const owners = claimed.map(({ user_id }) => user_id)
    const fillFor = await fillers(on, owners, allTexts([{ ...sent, notification_id: id }]), { stillDue: true })
    const reads = await readersOf(on, owners, [sent])
    return Promise.all(
      claimed.map((recipient) => {
        const language = reads(recipient.user_id)
        const { title, description, imprint } = textIn(sent, language)
        const fill = fillFor(recipient.user_id, id, language)
        const message = { id, title: fill(title), body: withImprint(fill(description), imprint), link }
        return notify(push, message, recipient)
      }),
    )
  }
  const round = startRound({ trusted: await isTrusted(db, 'push') })
  // If nothing is pushed, no phone rings at night.
  const when = { send_at: send_at ?? '', local_time: local_time === 1 }
  const about = { id, purpose, when, weeklyLimit, rings: push !== inboxPush, description: sent.description }
  const claimNext = async (db: Db, after: number, most: number) =>
    most > 0 ? claim(db, about, { after, most, look: BATCH_SIZE }) : { claimed: [], moves: {}, after, isEnd: true }
  let next = await write(db, async (db) => {
    const first = await claimNext(db, 0, 1)
    await moveCounts(db, id, first.moves)
    return first
  })
  let asked = 0
  for (let seen = 1; !next.isEnd || next.claimed.length; seen += next.claimed.length || BATCH_SIZE) {
    const { after, claimed } = next
    asked += claimed.length
    const results = round.add(await tell(claimed))
    const left = round.isOver() ? 0 : (round.needsMore() ? LARGEST_JOB : JOB_SIZE) - seen
    next = await write(db, async (db) => {
      const recorded = await recordResults(db, results, 'sending')
      const following = await claimNext(db, after, Math.min(asked ? BATCH_SIZE : 1, left))
      await moveCounts(db, id, sumOfMoves(recorded, following.moves))
      return following
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

/** Records the results of telling recipients; returns how the message's counts change. */
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
