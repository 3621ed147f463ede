import type { RvType } from '#contract/rv-types.ts'
import { inSequence, type List, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { listedColumns, ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'
import { modelCount } from '../models/models.repository.ts'

const selectRvTypes = (db: Db) =>
  db
    .selectFrom('rv_types')
    .select(recordColumns('rv_types'))
    .select(ownColumns('rv_types'))
    .select(modelCount('cat_id', 'rv_types.id'))

type Row = RowOf<typeof selectRvTypes>

const toRvType = (row: Row): RvType => ({ ...toRecord(row), model_count: Number(row.model_count) })

export const rvTypeList: List<Row, RvType, 'rv_types'> = {
  table: 'rv_types',
  select: selectRvTypes,
  toWire: toRvType,
  reads: ['admins', 'models'],
  columns: listedColumns('rv_types'),
  order: inSequence('rv_types'),
}
