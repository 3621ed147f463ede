import type { DeliveryState } from '#contract/notifications.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'

/** So many recipients are written in one transaction: few enough that nobody notices the pause. */
export const STEP_SIZE = 2000

/** How many recipients came into a state; those that left it count against it. */
export type Moves = Partial<Record<DeliveryState, number>>

/**
 * Keeps the counts of a message in step with its recipients, without counting a million of them anew. Call it in the
 * transaction that moved them. Gives back how many stand in which state.
 */
export async function moveCounts(db: Db, id: string, moves: Moves): Promise<Moves> {
  const message = await db.selectFrom('notifications').select('counts').where('id', '=', id).executeTakeFirstOrThrow()
  const counts: Moves = JSON.parse(message.counts)
  for (const [state, more] of Object.entries(moves) as [DeliveryState, number][]) {
    counts[state] = (counts[state] ?? 0) + more
  }
  await db
    .updateTable('notifications')
    .set((message) => ({
      counts: JSON.stringify(counts),
      version: message('version', '+', 1),
      updated_at: new Date().toISOString(),
    }))
    .where('id', '=', id)
    .execute()
  return counts
}

type Step = { from: DeliveryState; to: DeliveryState; reason: string | null; most: number }

/** Moves the first recipients of a message from one state to another, `most` at the most. Gives back how many. */
export function moveRecipients(db: Db, id: string, { from, to, reason, most }: Step) {
  return inTransaction(db, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('notification_recipients')
      .set({ state: to, reason, updated_at: new Date().toISOString() })
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
  })
}
