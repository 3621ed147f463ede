import type { Change } from '#contract/changes.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { effectsOf } from '../../records/net-effect.ts'
import { countRecords, type OpenChange, specify } from '../../records/open-change.ts'
import { takeBack } from '../../records/take-back.ts'
import { findChange } from './changes.repository.ts'
import { startUndo } from './undo-steps.service.ts'

/** The most records that one transaction changes; more take steps. */
export const MOST_AT_ONCE = 5000

/**
 * Takes a change back, by `change`, which can be taken back as well. Returns the new change. Throws 404, 409 with the
 * records that stand in the way, and 422 when it has been or cannot be undone, or for a name that has been taken since.
 */
export function undoChange(db: Db, id: string, change: OpenChange): Promise<Change> {
  return inTransaction(db, async (db) => {
    const undone = await findChange(db, id)
    if (undone.undone_by) throw refused('change_id', 'This change has already been undone.')
    if (!undone.can_undo) throw refused('change_id', 'This change cannot be undone.')
    specify(change, { undoes: id })
    specify(change, { title: undone.title })
    if (undone.record_count > MOST_AT_ONCE) await startUndo(db, undone, change)
    else {
      await countRecords(db, change, undone.record_type, [])
      await takeBack(db, await effectsOf(db, id, 0, MOST_AT_ONCE), change)
    }
    await setUndoneBy(db, id, change.id)
    await reviveUndone(db, undone)
    return findChange(db, change.id)
  })
}

const setUndoneBy = (db: Db, id: string, by: string | null) =>
  db.updateTable('changes').set({ undone_by: by }).where('id', '=', id).execute()

// Taking back an undo makes what it took back count again, which may in turn have taken back something.
async function reviveUndone(db: Db, { _id, undoes }: Pick<Change, '_id' | 'undoes'>) {
  let [counts, by, id] = [true, _id, undoes]
  while (id) {
    await setUndoneBy(db, id, counts ? null : by)
    const row = await db.selectFrom('changes').select('undoes').where('id', '=', id).executeTakeFirst()
    // What is older than the history is gone.
    const below: string | null = row?.undoes ?? null
    ;[counts, by, id] = [!counts, id, below]
  }
}
