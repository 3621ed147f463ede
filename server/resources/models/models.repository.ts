import { sql } from 'kysely'
import type { Model } from '#contract/models.ts'
import type { ListInput } from '#contract/records.ts'
import { idColumn, nameColumn, sequenceColumn, textColumn } from '../../db/list-columns.ts'
import { inSequence, type List, listPage } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { updatedBy } from '../../records/activity.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'

type Row = RecordShape & {
  name: string
  seq_no: number
  description: string
  cat_id: string
  rv_type: string
  year_id: string
  year_name: string
}

const selectModels = (db: Db) =>
  db
    .selectFrom('models')
    .innerJoin('rv_types', 'rv_types.id', 'models.cat_id')
    .innerJoin('years', 'years.id', 'models.year_id')
    .select(updatedBy('models'))
    .select([
      'models.id',
      'models.is_deleted',
      'models.version',
      'models.created_at',
      'models.updated_at',
      'models.name',
      'models.seq_no',
      'models.description',
      'models.cat_id',
      'rv_types.name as rv_type',
      'models.year_id',
      'years.name as year_name',
    ])

const toModel = ({ cat_id, year_id, ...row }: Row): Model => ({
  ...toRecord(row),
  cat_id: { _id: cat_id, name: row.rv_type },
  year_id: { _id: year_id, name: row.year_name },
})

export const modelList: List<Row, Model> = {
  table: 'models',
  select: selectModels,
  toWire: toModel,
  reads: ['admins', 'rv_types', 'years'],
  columns: {
    cat_id: idColumn('models.cat_id'),
    year_id: idColumn('models.year_id'),
    rv_type: nameColumn('rv_types', 'models.cat_id'),
    year_name: nameColumn('years', 'models.year_id'),
    name: textColumn('models', 'name_key'),
    seq_no: sequenceColumn('models.seq_no'),
    description: textColumn('models', 'description_key'),
  },
  order: inSequence('models'),
}

/** One page of models. */
export const listModels = (db: Db, input: ListInput) => listPage(db, modelList, input)

/** The model with this id, deleted or not. Throws 404. */
export async function findModel(db: Db, id: string) {
  const row = await selectModels(db).where('models.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This model')
  return toModel(row)
}

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
