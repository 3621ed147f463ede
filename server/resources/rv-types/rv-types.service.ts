import type { z } from 'zod'
import type { RvType, rvTypeFields } from '#contract/rv-types.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addRecord, changeRecord, refuseDuplicate, refuseStale, setRecordDeleted } from '../../records/change.ts'
import { findRvType } from './rv-types.repository.ts'

type Fields = z.output<typeof rvTypeFields>

const THING = 'RV type'
const toColumns = ({ name, seq_no }: Fields) => ({ name, name_key: textKey(name), seq_no })

/** Adds an RV type. Throws 422 for a duplicate name. */
export function addRvType(db: Db, fields: Fields, actor: Actor): Promise<RvType> {
  return inTransaction(db, async (db) => {
    const columns = toColumns(fields)
    await refuseDuplicate(db, 'rv_types', { name_key: columns.name_key }, THING)
    return findRvType(db, await addRecord(db, 'rv_types', columns, actor))
  })
}

/** Changes an RV type. Throws 404, 409 if `version` is outdated, 422 for a duplicate name. */
export function editRvType(
  db: Db,
  id: string,
  version: number | undefined,
  fields: Fields,
  actor: Actor,
): Promise<RvType> {
  return inTransaction(db, async (db) => {
    const current = await findRvType(db, id)
    await refuseStale(db, current, version)
    const columns = toColumns(fields)
    if (!current.is_deleted)
      await refuseDuplicate(db, 'rv_types', { name_key: columns.name_key }, THING, { except: id })
    await changeRecord(db, 'rv_types', id, columns, actor)
    return findRvType(db, id)
  })
}

/** Soft-deletes or restores an RV type; models keep a deleted type. Throws 404, 409, 422 for a duplicate name. */
export function setRvTypeDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, actor: Actor) {
  return inTransaction(db, async (db) => {
    const current = await findRvType(db, id)
    const unique = { name_key: textKey(current.name) }
    await setRecordDeleted(db, 'rv_types', current, { deleted, version, unique, thing: THING }, actor)
  })
}
