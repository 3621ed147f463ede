import type { ListInput } from '#contract/records.ts'
import type { RvType } from '#contract/rv-types.ts'
import { sequenceColumn, textColumn } from '../../db/list-columns.ts'
import { inSequence, type List, listPage } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { updatedBy } from '../../records/activity.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'
import { modelCount } from '../models/models.repository.ts'

type Row = RecordShape & { name: string; seq_no: number; model_count: number | string }

const selectRvTypes = (db: Db) =>
  db
    .selectFrom('rv_types')
    .select(updatedBy('rv_types'))
    .select([
      'id',
      'is_deleted',
      'version',
      'created_at',
      'updated_at',
      'name',
      'seq_no',
      modelCount('cat_id', 'rv_types.id'),
    ])

const toRvType = (row: Row): RvType => ({ ...toRecord(row), model_count: Number(row.model_count) })

export const rvTypeList: List<Row, RvType> = {
  table: 'rv_types',
  select: selectRvTypes,
  toWire: toRvType,
  reads: ['admins', 'models'],
  columns: { name: textColumn('rv_types', 'name_key'), seq_no: sequenceColumn('rv_types.seq_no') },
  order: inSequence('rv_types'),
}

/** One page of RV types. */
export const listRvTypes = (db: Db, input: ListInput) => listPage(db, rvTypeList, input)

/** The RV type with this id, deleted or not. Throws 404. */
export async function findRvType(db: Db, id: string) {
  const row = await selectRvTypes(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This RV type')
  return toRvType(row)
}
