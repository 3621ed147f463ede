import type { z } from 'zod'
import type { RvType, rvTypeFields } from '#contract/rv-types.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addRecord, refuseDuplicate, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { findRvType } from './rv-types.repository.ts'

type Fields = z.output<typeof rvTypeFields>

/** Adds an RV type. Throws 422 for a duplicate name. */
export function addRvType(db: Db, fields: Fields, change: OpenChange): Promise<RvType> {
  return inTransaction(db, async (db) => {
    await refuseDuplicate(db, 'rv_types', fields)
    return findRvType(db, await addRecord(db, 'rv_types', fields, change))
  })
}

/** Changes an RV type. Throws 404, 409 if `version` is outdated, 422 for a duplicate name. */
export function editRvType(
  db: Db,
  id: string,
  version: number | undefined,
  fields: Fields,
  change: OpenChange,
): Promise<RvType> {
  return inTransaction(db, async (db) => {
    const current = await findRvType(db, id)
    await editRecord(db, 'rv_types', current, { version, values: fields }, change)
    return findRvType(db, id)
  })
}

/** Soft-deletes or restores an RV type; models keep a deleted type. Throws 404, 409, 422 for a duplicate name. */
export function setRvTypeDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
) {
  return inTransaction(db, async (db) => {
    const current = await findRvType(db, id)
    await setRecordDeleted(db, 'rv_types', current, { deleted, version }, change)
  })
}
