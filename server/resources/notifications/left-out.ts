import type { Purpose } from '#contract/message-fields.ts'
import type { RecipientState } from '#contract/notifications.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import { countedAfter } from './counted-users.ts'
import { moveCounts, STEP_SIZE } from './counts.service.ts'

/** The job that records which of the counted users a large message has not reached. */
export const NOTE_LEFT_OUT = 'note-left-out'

type Why = Extract<RecipientState, 'not_meant' | 'recalled'>
type LeavingOut = { notification_id: string; after: number; why: Why }

const NO_NEWS = 'Has not agreed to news any more.'
const NO_MORE = 'Does not meet the conditions any more.'
/** Why someone is no longer in the audience; the first true reason counts. */
const reasons = `case when users.merged_into is not null then 'Was merged into another account.'
  when users.erased_at is not null then 'Was erased.' when users.is_deleted = 1 then 'Was deleted.'
  when users.status <> 1 then 'Was deactivated.'`

/**
 * Records in the ledger of a message that goes to nobody else why each of those counted when it was written did not get
 * it. The first ones immediately, the others by a job; then the counted users are forgotten. Call it in the transaction
 * after which nobody else is told.
 */
export async function noteLeftOut(db: Db, id: string, why: Why) {
  const next = await noteSome(db, { notification_id: id, after: 0, why })
  if (next) await enqueue(db, NOTE_LEFT_OUT, next)
}

/** Runs that job: each run records some. */
export const noteOthersLeftOut = (
  db: Db,
  job: LeavingOut,
  { continueWith, write }: Pick<JobContext, 'continueWith' | 'write'>,
) =>
  write(db, async (db) => {
    const next = await noteSome(db, job)
    if (next) await continueWith(db, next)
  })

async function noteSome(db: Db, job: LeavingOut): Promise<LeavingOut | undefined> {
  const { notification_id: id, after, why } = job
  const plan = await db
    .selectFrom('scheduled_messages')
    .innerJoin('notifications', 'notifications.id', 'scheduled_messages.notification_id')
    .select(['scheduled_messages.meant', 'notifications.purpose'])
    .where('scheduled_messages.notification_id', '=', id)
    .executeTakeFirst()
  if (!plan) return
  const { counted } = JSON.parse(plan.meant) as { counted?: string }
  const seqs = counted === undefined ? [] : countedAfter(counted, after, STEP_SIZE)
  if (seqs.length) await note(db, { id, why, purpose: plan.purpose }, seqs)
  if (seqs.length === STEP_SIZE) return { ...job, after: seqs.at(-1) ?? after }
  await db.deleteFrom('scheduled_messages').where('notification_id', '=', id).execute()
}

/** It is in no inbox. */
async function note(db: Db, { id, why, purpose }: { id: string; why: Why; purpose: Purpose }, seqs: number[]) {
  const isNews = purpose === 'news' ? 'users.news <> 1' : '1 = 0'
  const reason = why === 'recalled' ? 'null' : `${reasons} when ${isNews} then '${NO_NEWS}' else '${NO_MORE}' end`
  const now = isoNow()
  const noted = await writeQuery(
    db,
    `insert into notification_recipients (notification_id, user_id, state, reason, attempts, updated_at, removed_at)
     select ?, users.id, ?, ${reason}, 0, ?, ? from users
     where users.seq in (select cast(asked.value ->> 0 as bigint) from ${engineOf(db).rowsFromJson})
       and not exists (select 1 from notification_recipients as already
         where already.notification_id = ? and already.user_id = users.id)
     order by users.seq returning seq`,
    [id, why, now, now, JSON.stringify(seqs.map((seq) => [String(seq)])), id],
  )
  await moveCounts(db, id, { [why]: noted.length })
}
