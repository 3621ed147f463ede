import type { ListInput } from '#contract/records.ts'
import type { Year } from '#contract/years.ts'
import { textColumn } from '../../db/list-columns.ts'
import { type List, listPage, newestFirst } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'

type Row = RecordShape & { name: string }

const selectYears = (db: Db) =>
  db.selectFrom('years').select(['id', 'is_deleted', 'version', 'created_at', 'updated_at', 'name'])

const toYear: (row: Row) => Year = toRecord

const yearList: List<Row, Year> = {
  table: 'years',
  select: selectYears,
  toWire: toYear,
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
