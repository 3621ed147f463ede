import type { z } from 'zod'
import type { Checklist, checklistFields } from '#contract/checklists.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addRecord, changeRecord, refuseStale, setRecordDeleted } from '../../records/change.ts'
import { findChecklist } from './checklists.repository.ts'

type Fields = z.output<typeof checklistFields>

const toColumns = ({ name, note }: Fields) => ({ name, name_key: textKey(name), note, note_key: textKey(note) })

/** Adds a checklist for the actor, who is recorded as the person who added it. */
export function addChecklist(db: Db, fields: Fields, actor: Actor): Promise<Checklist> {
  return inTransaction(db, async (db) => {
    const columns = { ...toColumns(fields), added_by_kind: actor.kind ?? ('admin' as const), added_by_id: actor._id }
    return findChecklist(db, await addRecord(db, 'checklists', columns, actor))
  })
}

/** Changes a checklist; who added it stays. Throws 404, 409 if `version` is outdated. */
export function editChecklist(
  db: Db,
  id: string,
  version: number | undefined,
  fields: Fields,
  actor: Actor,
): Promise<Checklist> {
  return inTransaction(db, async (db) => {
    const current = await findChecklist(db, id)
    await refuseStale(db, current, version)
    await changeRecord(db, 'checklists', id, toColumns(fields), actor)
    return findChecklist(db, id)
  })
}

/** Soft-deletes or restores a checklist. Throws 404, 409. */
export function setChecklistDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, actor: Actor) {
  return inTransaction(db, async (db) => {
    const current = await findChecklist(db, id)
    await setRecordDeleted(db, 'checklists', current, { deleted, version }, actor)
  })
}
