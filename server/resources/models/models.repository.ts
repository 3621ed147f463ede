import { sql } from 'kysely'
import type { Model } from '#contract/models.ts'
import { externalIdColumn } from '../../db/lists/list-columns.ts'
import { inSequence, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'

const selectModels = (db: Db) =>
  selectRecords(db, 'models')
    .innerJoin('rv_types', 'rv_types.id', 'models.cat_id')
    .innerJoin('years', 'years.id', 'models.year_id')
    .select(['rv_types.name as rv_type', 'years.name as year_name', 'years.rollover_id'])

const toModel = ({ cat_id, year_id, rollover_id, ...row }: RowOf<typeof selectModels>): Model => ({
  ...toRecord(row),
  is_prepared: rollover_id !== null,
  cat_id: { _id: cat_id, name: row.rv_type },
  year_id: { _id: year_id, name: row.year_name },
})

export const modelList = listOf('models', {
  select: selectModels,
  toWire: toModel,
  reads: ['rv_types', 'years'],
  columns: { external_id: externalIdColumn('models') },
  // Each year of a type has its own sequence; the newest comes first.
  order: [
    'rv_types.seq_no',
    'rv_types.name_key',
    'rv_types.id',
    'years.name_key desc',
    'years.id',
    ...inSequence('models'),
  ],
  orderJoin: `inner join rv_types on rv_types.id = models.cat_id
    inner join years on years.id = models.year_id`,
})

/** The active models of a type, and of one year if given, in sequence order: at most 1,000. */
export async function modelsOf(db: Db, catId: string, yearId: string | undefined) {
  let models = selectModels(db).where('models.cat_id', '=', catId).where('models.is_deleted', '=', 0)
  if (yearId) models = models.where('models.year_id', '=', yearId)
  const rows = await models
    .orderBy('models.seq_no')
    .orderBy('models.name_key')
    .orderBy('models.id')
    .limit(1000)
    .execute()
  return rows.map(toModel)
}

/** SQL for the number of active models of the type or year whose id is in `idColumn`. */
export const modelCount = (column: 'cat_id' | 'year_id', idColumn: string) =>
  sql<number | string>`(
    select count(*) from models where models.${sql.ref(column)} = ${sql.ref(idColumn)} and models.is_deleted = 0
  )`.as('model_count')
