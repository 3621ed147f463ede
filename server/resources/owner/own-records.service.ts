import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import type { Write } from '../../records/open-change.ts'
import { recordTables } from '../../records/record-tables.ts'

/** How many records that are not deleted one owner may have: more than anybody needs. */
const most = { rvs: 50, checklists: 500, maintenance_items: 500 }

type OwnTable = keyof typeof most

/** Runs what adds a record of an owner, in the transaction of `run`. Throws 422 for one who has the most there can be. */
export const withinLimit = (table: OwnTable, owner: string, write: Write): Write => {
  return (work, more) =>
    write(async (db, change) => {
      if ((await countOwn(db, table, owner)) >= most[table]) {
        const [, nouns] = recordTables[table].noun
        const message = `You have ${most[table]} ${nouns}, the maximum. Please contact support to have some removed.`
        throw refused('general', message)
      }
      return work(db, change)
    }, more)
}

async function countOwn(db: Db, table: OwnTable, owner: string) {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .where(table === 'rvs' ? 'user_id' : 'added_by_id', '=', owner)
    .where('is_deleted', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}
