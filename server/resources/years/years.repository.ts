import type { ListInput } from '#contract/records.ts'
import type { Year } from '#contract/years.ts'
import { textColumn } from '../../db/list-columns.ts'
import { type List, listPage, newestFirst } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { updatedBy } from '../../records/activity.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'
import { modelCount } from '../models/models.repository.ts'

type Row = RecordShape & { name: string; model_count: number | string }

const selectYears = (db: Db) =>
  db
    .selectFrom('years')
    .select(updatedBy('years'))
    .select(['id', 'is_deleted', 'version', 'created_at', 'updated_at', 'name', modelCount('year_id', 'years.id')])

const toYear = (row: Row): Year => ({ ...toRecord(row), model_count: Number(row.model_count) })

export const yearList: List<Row, Year> = {
  table: 'years',
  select: selectYears,
  toWire: toYear,
  reads: ['admins', 'models'],
  columns: { name: textColumn('years', 'name_key') },
  order: newestFirst('years'),
}

/** One page of years. */
export const listYears = (db: Db, input: ListInput) => listPage(db, yearList, input)

/** The year with this id, deleted or not. Throws 404. */
export async function findYear(db: Db, id: string) {
  const row = await selectYears(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This year')
  return toYear(row)
}
