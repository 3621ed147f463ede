import type { Transfer } from '#contract/transfers.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'

const MOST_LISTED = 1000

/**
 * SQL for sold RVs that nobody owns, as `kept`, each with those that others have registered since with its VIN and
 * model, and no different full VIN, as `next`. That is all a transfer is: it ends when one of them changes, and returns
 * when that is undone.
 */
const waiting = (db: Db) => `${engineOf(db).fromIndex('rvs as kept', 'rvs_sold_by')}
  inner join ${engineOf(db).fromIndex('rvs as next', 'rvs_by_vin')} on next.vin = kept.vin and next.model_id = kept.model_id
  where kept.sold_by is not null and kept.user_id is null and kept.is_deleted = 0 and next.is_deleted = 0
    and next.user_id is not null and next.user_id <> kept.sold_by and coalesce(next.transfer_refused, '') <> kept.id
    and coalesce(kept.full_vin, next.full_vin, '') = coalesce(next.full_vin, kept.full_vin, '')`

type Row = Record<'transfer_id' | 'rv_id' | 'vin' | 'proposed_at', string> &
  Record<`${'model' | 'from' | 'to'}_${'id' | 'name'}`, string>

/** The waiting transfers, longest wait first, at most a thousand, and how many there are. */
export async function listTransfers(db: Db): Promise<{ data: Transfer[]; total: number }> {
  const rows = await readQuery<Row>(
    db,
    `select found.*, models.name as model_name, giver.name as from_name, taker.name as to_name from (
       select next.id as transfer_id, kept.id as rv_id, kept.vin as vin, kept.model_id as model_id,
         kept.sold_by as from_id, next.user_id as to_id, next.created_at as proposed_at from ${waiting(db)}) as found
     inner join models on models.id = model_id
     inner join users giver on giver.id = from_id
     inner join users taker on taker.id = to_id
     order by proposed_at, transfer_id limit ${MOST_LISTED}`,
    [],
  )
  return {
    data: rows.map(toTransfer),
    total: rows.length < MOST_LISTED ? rows.length : (await countTransfers(db)).count,
  }
}

const toTransfer = ({ transfer_id, rv_id, vin, proposed_at, ...row }: Row): Transfer => ({
  transfer_id,
  rv_id,
  vin,
  model: { _id: row.model_id, name: row.model_name },
  from_user: { _id: row.from_id, name: row.from_name },
  to_user: { _id: row.to_id, name: row.to_name },
  proposed_at,
})

/** How many transfers wait, and since when the first of them does. */
export async function countTransfers(db: Db) {
  const [found] = await readQuery<{ count: number; since: string | null }>(
    db,
    `select count(*) as count, min(next.created_at) as since from ${waiting(db)}`,
    [],
  )
  return { count: Number(found?.count ?? 0), since: found?.since ?? null }
}

/** The sold RV of a waiting transfer; undefined if there is none. */
export async function soldRvOf(db: Db, transferId: string) {
  const [found] = await readQuery<{ id: string }>(db, `select kept.id as id from ${waiting(db)} and next.id = ?`, [
    transferId,
  ])
  return found?.id
}

/** The RVs that others registered while their transfer waits. */
export async function registeredMeanwhile(db: Db) {
  const rows = await readQuery<{ id: string }>(db, `select next.id as id from ${waiting(db)}`, [])
  return rows.map(({ id }) => id)
}

/** The waiting transfers between two owners, either way: the sold RV, and what was registered since. */
export const transfersBetween = (db: Db, one: string, other: string) =>
  readQuery<{ kept: string; next: string }>(
    db,
    `select kept.id as kept, next.id as next from ${waiting(db)}
       and ((kept.sold_by = ? and next.user_id = ?) or (kept.sold_by = ? and next.user_id = ?)) order by kept.id, next.id`,
    [one, other, other, one],
  )
