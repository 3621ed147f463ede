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

const yearList: List<Row> = {
  table: 'years',
  select: selectYears,
  columns: { name: textColumn('years', 'name_key') },
  order: newestFirst('years'),
}

const toYear: (row: Row) => Year = toRecord

/** One page of years. */
export async function listYears(db: Db, input: ListInput) {
  const page = await listPage(db, yearList, input)
  return { ...page, data: page.data.map(toYear) }
}

/** The year with this id, deleted or not. Throws 404. */
export async function findYear(db: Db, id: string) {
  const row = await selectYears(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This year')
  return toYear(row)
}
