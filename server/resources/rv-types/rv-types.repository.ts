import type { RvType } from '#contract/rv-types.ts'
import { numberColumn, textColumn } from '../../db/list-columns.ts'
import { inSequence, type List, type RowOf } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'
import { modelCount } from '../models/models.repository.ts'

const selectRvTypes = (db: Db) =>
  db
    .selectFrom('rv_types')
    .select(recordColumns('rv_types'))
    .select(['name', 'seq_no', modelCount('cat_id', 'rv_types.id')])

type Row = RowOf<typeof selectRvTypes>

const toRvType = (row: Row): RvType => ({ ...toRecord(row), model_count: Number(row.model_count) })

export const rvTypeList: List<Row, RvType, 'rv_types'> = {
  table: 'rv_types',
  select: selectRvTypes,
  toWire: toRvType,
  reads: ['admins', 'models'],
  columns: { name: textColumn('rv_types', 'name_key'), seq_no: numberColumn('rv_types.seq_no') },
  order: inSequence('rv_types'),
}
