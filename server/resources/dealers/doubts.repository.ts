import type { Db, Tables } from '../../db/schema.ts'

const read = (db: Db) =>
  db
    .selectFrom('dealers')
    .select(['id', 'version', 'name', 'city', 'state', 'country', 'zip', 'latitude', 'longitude', 'phone', 'tollfree'])
    .select(['hour_sales', 'hour_service', 'hour_parts'])

/** The fields of a dealer that doubts are about. */
export type DoubtedDealer = Awaited<ReturnType<ReturnType<typeof read>['execute']>>[number]

/** All active dealers, by name. */
export const activeDealers = (db: Db): Promise<DoubtedDealer[]> =>
  read(db).where('is_deleted', '=', 0).orderBy('name_key').orderBy('id').execute()

type Settled = Tables['settled_doubts']

/** The doubts settled as right, by dealer id and doubt. */
export async function settledDoubts(db: Db) {
  const rows = await db.selectFrom('settled_doubts').selectAll().execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Records that something is right, replacing any earlier record of it. Call it in a transaction. */
export async function settle(db: Db, row: Settled) {
  await db.deleteFrom('settled_doubts').where('id', '=', row.id).execute()
  await db.insertInto('settled_doubts').values(row).execute()
}
