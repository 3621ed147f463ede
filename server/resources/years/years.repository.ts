import type { Year } from '#contract/years.ts'
import { type List, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import { publishedOf } from '../../db/lists/published.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { listedColumns, ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'
import { modelCount } from '../models/models.repository.ts'

const selectYears = (db: Db) =>
  db
    .selectFrom('years')
    .select(recordColumns('years'))
    .select(ownColumns('years'))
    .select(modelCount('year_id', 'years.id'))

type Row = RowOf<typeof selectYears>

const toYear = ({ rollover_id, ...row }: Row): Year => ({
  ...toRecord(row),
  model_count: Number(row.model_count),
  is_prepared: rollover_id !== null,
})

export const yearList: List<Row, Year, 'years'> = {
  table: 'years',
  select: selectYears,
  toWire: toYear,
  reads: ['admins', 'models'],
  columns: listedColumns('years'),
  order: newestFirst('years'),
  scopes: { published: publishedOf('years') },
}
