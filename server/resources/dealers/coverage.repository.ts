import { cached, freshRows } from '../../db/lists/query-cache.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import type { Db } from '../../db/schema.ts'
import type { Places } from '../../integrations/places/places.ts'
import { coverageOf, type Living } from './cover-owners.ts'

/** From this many users on, counting them could block the event loop. */
const MANY_USERS = 20_000
/** Characters per place. */
const PLACE = 120

// Read from an index that has all of these columns.
const LIVING = `select state, zip, count(*) as owners from users
  where is_deleted = 0 and erased_at is null group by state, zip`

/** A merged account does not count as another person. */
const MERGED = `select state, zip, count(*) as owners from users
  where merged_into is not null and is_deleted = 0 and erased_at is null group by state, zip`

/**
 * Where owners live and how many dealers are near, as contract/dealer-coverage.ts describes it; read again after
 * changes.
 */
export async function readDealerCoverage({ db, places }: { db: Db; places: Pick<Places, 'postal'> }) {
  const { stamp, active } = await readCounts(db, 'users', ['dealers'])
  const question = { key: 'coverage of dealers', stamp }
  return cached(
    db,
    question,
    async () => {
      const read = (sql: string) =>
        freshRows<Living, Living>(db, { offThread: active >= MANY_USERS }, { sql, values: [] }, (row) => row)
      const [living, merged, dealers, postal] = await Promise.all([
        read(LIVING),
        read(MERGED),
        db.selectFrom('dealers').select(['latitude', 'longitude']).where('is_deleted', '=', 0).execute(),
        places.postal(),
      ])
      return coverageOf(without(living, merged), dealers, postal)
    },
    ({ data }) => data.length * PLACE,
  )
}

function without(living: Living[], merged: Living[]) {
  const keyOf = ({ state, zip }: Living) => `${state}\n${zip}`
  const gone = new Map(merged.map((one) => [keyOf(one), Number(one.owners)]))
  if (!gone.size) return living
  return living.flatMap((one) => {
    const owners = Number(one.owners) - (gone.get(keyOf(one)) ?? 0)
    return owners > 0 ? [{ ...one, owners }] : []
  })
}
