import type { RecipientState } from '#contract/notifications.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { noteFinished } from '../../webhooks/outbox.ts'

/** How many recipients one transaction writes: few enough that nobody notices the pause. */
export const STEP_SIZE = 2000

/** By how much the number of recipients in each state changes. */
export type Moves = Partial<Record<RecipientState, number>>

/** Two steps as one. */
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
  const message = await db.selectFrom('notifications').select('counts').where('id', '=', id).executeTakeFirstOrThrow()
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
  if (isOpen(before) && !isOpen(counts))
    await noteFinished(db, 'notification.finished', 'notifications', id, { counts })
  return counts
}

const isOpen = ({ waiting = 0, sending = 0 }: Moves) => waiting + sending > 0

type Step = { from: RecipientState; to: RecipientState; reason: string | null; most: number }

/** Moves the first `most` recipients of a message from one state to another, in a transaction. Returns how many moved. */
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
