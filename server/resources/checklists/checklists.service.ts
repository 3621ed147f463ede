import type { z } from 'zod'
import type { Checklist, checklistFields } from '#contract/checklists.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addRecord, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { findChecklist } from './checklists.repository.ts'

type Fields = z.output<typeof checklistFields>

const toColumns = ({ name, note }: Fields) => ({ name, note })

/** Adds a checklist for the change, who is recorded as the person who added it. */
export function addChecklist(db: Db, fields: Fields, change: OpenChange): Promise<Checklist> {
  return inTransaction(db, async (db) => {
    const columns = {
      ...toColumns(fields),
      added_by_kind: change.actor.kind ?? ('admin' as const),
      added_by_id: change.actor._id,
    }
    return findChecklist(db, await addRecord(db, 'checklists', columns, change))
  })
}

/** Changes a checklist; who added it stays. Throws 404, 409 if `version` is outdated. */
export function editChecklist(
  db: Db,
  id: string,
  version: number | undefined,
  fields: Fields,
  change: OpenChange,
): Promise<Checklist> {
  return inTransaction(db, async (db) => {
    const current = await findChecklist(db, id)
    await editRecord(db, 'checklists', current, { version, values: toColumns(fields) }, change)
    return findChecklist(db, id)
  })
}

/** Soft-deletes or restores a checklist. Throws 404, 409. */
export function setChecklistDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
) {
  return inTransaction(db, async (db) => {
    const current = await findChecklist(db, id)
    await setRecordDeleted(db, 'checklists', current, { deleted, version }, change)
  })
}
