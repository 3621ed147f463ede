import type { Openings, RecipientState } from '#contract/notifications.ts'
import { DAY, isoNow } from '../../clock.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { noteFinished } from '../../webhooks/outbox.ts'
import { findNotification, stageOf } from './notifications.repository.ts'

/** How many recipients one transaction writes: few enough that nobody notices the pause. */
export const STEP_SIZE = 2000

/** The change in the number of recipients in each state. */
export type Moves = Partial<Record<RecipientState, number>>

/** The sum of two steps. */
export function sumOfMoves(one: Moves, other: Moves): Moves {
  const sum = { ...one }
  for (const [state, more] of Object.entries(other) as [RecipientState, number][]) sum[state] = (sum[state] ?? 0) + more
  return sum
}

/**
 * Updates the counts of a message instead of counting up to a million recipients. Call it in the transaction that
 * changed them. Returns the new counts.
 */
export async function moveCounts(db: Db, id: string, moves: Moves): Promise<Moves> {
  const message = await db
    .selectFrom('notifications')
    .select(['counts', 'send_at', 'went_at', 'ended_at', 'recalled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const before: Moves = JSON.parse(message.counts)
  if (!Object.values(moves).some(Boolean)) return before
  const counts = sumOfMoves(before, moves)
  await db
    .updateTable('notifications')
    .set((message) => ({
      counts: JSON.stringify(counts),
      version: message('version', '+', 1),
      updated_at: isoNow(),
    }))
    .where('id', '=', id)
    .execute()
  if (isOpen(before) && !isOpen(counts) && !isStillGoing(message)) await noteAllTold(db, id, counts)
  return counts
}

const isStillGoing = (message: Parameters<typeof stageOf>[0]) => ['scheduled', 'going'].includes(stageOf(message))

/** Whether phones are yet to be told. */
export const isOpen = ({ waiting = 0, night = 0, sending = 0 }: Moves) => waiting + night + sending > 0

/** How many got a message, and kept it at least until their phones were due. */
export const toldOf = ({ not_meant: _lost, recalled: _spared, ...told }: Moves) =>
  Object.values(told).reduce((sum, count) => sum + count, 0)

/** Tells other programs that a message has gone to all. */
export const noteAllTold = (db: Db, id: string, counts: Moves) =>
  noteFinished(db, 'notification.finished', 'notifications', id, { counts })

type Step = { from: RecipientState; to: RecipientState; reason: string | null; most: number }

/**
 * Moves the first `most` recipients of a message from one state to another, in a transaction. Returns how many moved.
 */
export async function moveRecipients(db: Db, id: string, { from, to, reason, most }: Step) {
  const { numUpdatedRows } = await db
    .updateTable('notification_recipients')
    .set({ state: to, reason, updated_at: isoNow() })
    .where('seq', 'in', (recipients) =>
      recipients
        .selectFrom('notification_recipients')
        .select('seq')
        .where('notification_id', '=', id)
        .where('state', '=', from)
        .orderBy('seq')
        .limit(most),
    )
    .executeTakeFirstOrThrow()
  const moved = Number(numUpdatedRows)
  if (moved) await moveCounts(db, id, { [from]: -moved, [to]: moved })
  return moved
}

/** How long after sending openings are shown. */
const SHOWN = 14 * DAY

/** How many opened a message in the app, and when. Throws 404. */
export async function readOpenings(db: Db, id: string): Promise<Openings> {
  const { went_at, created_at } = await findNotification(db, id)
  const until = new Date(Date.parse(went_at ?? created_at) + SHOWN).toISOString()
  const rows = await readQuery<{ hour: string; opened: number }>(
    db,
    `select substr(read_at, 1, 13) as hour, count(*) as opened from notification_recipients
     where notification_id = ? and read_at is not null group by substr(read_at, 1, 13) order by hour`,
    [id],
  )
  const hours = rows.map(({ hour, opened }) => ({ hour: `${hour}:00:00.000Z`, opened: Number(opened) }))
  return {
    opened: hours.reduce((sum, { opened }) => sum + opened, 0),
    hours: hours.filter(({ hour }) => hour <= until),
  }
}
