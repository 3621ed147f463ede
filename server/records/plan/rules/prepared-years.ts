import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import type { AnyChange } from '../../open-change.ts'
import { recordTables, referencesOf } from '../../record-tables.ts'

/**
 * Refuses for an RV that has an owner a model year that owners do not see yet: 422 on its field. Owners are told of it as of
 * one that is not there.
 */
export async function refusePreparedYear(
  db: Db,
  { user_id, year_id }: { user_id?: unknown; year_id?: unknown },
  change?: Pick<AnyChange, 'actor'>,
) {
  if (typeof user_id !== 'string' || typeof year_id !== 'string') return
  const year = await db
    .selectFrom('years')
    .select('name')
    .where('id', '=', year_id)
    .where('rollover_id', 'is not', null)
    .executeTakeFirst()
  if (!year) return
  const { choose = '' } = referencesOf('rvs').find(({ column }) => column === 'year_id') ?? {}
  if (change?.actor.kind === 'user') throw refused('year', choose, 'inactive')
  throw refused('year', `${year.name} is still being prepared. Owners do not see it yet.`, 'not_allowed')
}

/** Refuses to delete a year that is being prepared by itself, as what was made of it would stay: 422. */
export async function refuseToDeletePrepared(db: Db, table: RecordTable, id: string) {
  const [year] = await readQuery<{ name: string }>(
    db,
    `select name from ${table} where id = ? and rollover_id is not null`,
    [id],
  )
  if (!year) return
  const words = `${year.name} is being prepared. Please throw it away under “Model-year rollover”.`
  throw refused(recordTables[table].key, words, 'not_allowed')
}
