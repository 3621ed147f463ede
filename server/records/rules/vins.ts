import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'

type Values = { id?: unknown; vin?: unknown; user_id?: unknown; model_id?: unknown }

/**
 * Refuses a VIN that another active RV of the same owner has, and of an RV without an owner one that another such RV of
 * its model has: 422 on its field. `id` is that of the RV, if it has one.
 */
export async function refuseSameVin(db: Db, { id, vin, user_id, model_id }: Values) {
  if (typeof vin !== 'string') return
  const isOwned = typeof user_id === 'string'
  const whose = isOwned ? "coalesce(user_id, '') = ?" : 'user_id is null and model_id = ?'
  const [same] = await readQuery<{ id: string }>(
    db,
    // By its VIN: owners, and RVs that are active, may be many more than RVs of one VIN.
    `select id from ${engineOf(db).fromIndex('rvs', 'rvs_by_vin')} where ${whose} and vin = ? and id <> ? and is_deleted = 0 limit 1`,
    [String(isOwned ? user_id : model_id), vin, typeof id === 'string' ? id : ''],
  )
  if (same) throw refused('vin', isOwned ? SAME_OWNER : NO_OWNER, 'taken')
}

const SAME_OWNER = 'This owner already has an RV with this VIN.'
const NO_OWNER = 'There is already an RV of this model with this VIN and no owner.'
