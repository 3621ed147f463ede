import type { Actor, System } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { type AnyChange, openChange } from '../../records/open-change.ts'

/** How many records one step changes: few enough that nobody notices the pause. */
export const STEP_SIZE = 250

/** A change that runs in steps, as its next step goes on with it. Call it in the transaction of that step. */
export async function takeUpChange(db: Db, id: string): Promise<AnyChange> {
  const row = await db.selectFrom('changes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const actor = row.admin_id
    ? { _id: row.admin_id }
    : row.user_id
      ? ({ _id: row.user_id, kind: 'user' } as const)
      : ({ kind: 'system', reason: row.reason ?? '' } as const)
  const { call, kind, message, at, undoes } = row
  const about = { actor, call, kind, message, ...(undoes && { undoes }) }
  return { ...openChange<Actor | System>(about), id, at, earlier: Number(row.record_count) }
}

/** Marks a change that ran in steps as ended. Call it in the transaction of its last step. */
export const endChange = (db: Db, id: string, state: 'done' | 'failed' = 'done') =>
  db.updateTable('changes').set({ state }).where('id', '=', id).execute()
