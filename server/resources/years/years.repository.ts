import type { Year } from '#contract/years.ts'
import { textColumn } from '../../db/list-columns.ts'
import { type List, newestFirst, type RowOf } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'
import { modelCount } from '../models/models.repository.ts'

const selectYears = (db: Db) =>
  db
    .selectFrom('years')
    .select(recordColumns('years'))
    .select(['name', modelCount('year_id', 'years.id')])

type Row = RowOf<typeof selectYears>

const toYear = (row: Row): Year => ({ ...toRecord(row), model_count: Number(row.model_count) })

export const yearList: List<Row, Year, 'years'> = {
  table: 'years',
  select: selectYears,
  toWire: toYear,
  reads: ['admins', 'models'],
  columns: { name: textColumn('years', 'name_key') },
  order: newestFirst('years'),
}
