import type { Change } from '#contract/changes.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { effectsOf } from '../../records/net-effect.ts'
import { countRecords, type OpenChange } from '../../records/open-change.ts'
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
    change.undoes = id
    change.title = undone.title
    if (undone.record_count > MOST_AT_ONCE) await startUndo(db, undone, change)
    else {
      await countRecords(db, change, undone.record_type, [])
      await takeBack(db, await effectsOf(db, id, 0, MOST_AT_ONCE), change)
    }
    await db.updateTable('changes').set({ undone_by: change.id }).where('id', '=', id).execute()
    return findChange(db, change.id)
  })
}
