import type { ListInput } from '#contract/records.ts'
import type { Rv } from '#contract/rvs.ts'
import { externalIdColumn, idColumn, nameColumn, optionalNameColumn, textColumn } from '../../db/lists/list-columns.ts'
import { type List, listPage, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { foldText } from '../../db/search/text-key.ts'
import { recordColumns } from '../../records/activity.ts'
import { ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'

const selectRvs = (db: Db) =>
  db
    .selectFrom('rvs')
    .leftJoin('users', 'users.id', 'rvs.user_id')
    .innerJoin('rv_types', 'rv_types.id', 'rvs.cat_id')
    .innerJoin('years', 'years.id', 'rvs.year_id')
    .innerJoin('models', 'models.id', 'rvs.model_id')
    .select(recordColumns('rvs'))
    .select([
      'users.name as added_by',
      'users.email as user_email',
      'rv_types.name as rv_type',
      'years.name as year_name',
      'models.name as model_name',
    ])
    .select(ownColumns('rvs'))

type Row = RowOf<typeof selectRvs>

const toRv = ({ user_id, cat_id, year_id, model_id, ...row }: Row): Rv => ({
  ...toRecord(row),
  user: user_id === null ? null : { _id: user_id, name: row.added_by ?? '' },
  category: { _id: cat_id, name: row.rv_type },
  year: { _id: year_id, name: row.year_name },
  model: { _id: model_id, name: row.model_name },
  serial: row.vin.slice(-6),
})

export const rvList: List<Row, Rv, 'rvs'> = {
  table: 'rvs',
  select: selectRvs,
  toWire: toRv,
  reads: ['admins', 'users', 'rv_types', 'years', 'models'],
  columns: {
    external_id: externalIdColumn('rvs'),
    serial_no: { ...textColumn('rvs', 'serial_no'), nullable: true },
    // Kept in capitals.
    vin: textColumn('rvs', 'vin', (text) => foldText(text).toUpperCase()),
    rv_type: nameColumn('rv_types', 'rvs.cat_id'),
    year_name: nameColumn('years', 'rvs.year_id'),
    model_name: nameColumn('models', 'rvs.model_id'),
    added_by: optionalNameColumn('users', 'rvs.user_id'),
    user_email: optionalNameColumn('users', 'rvs.user_id', 'email_key'),
    user_id: { ...idColumn('rvs.user_id'), nullable: true },
    cat_id: idColumn('rvs.cat_id'),
    year_id: idColumn('rvs.year_id'),
    model_id: idColumn('rvs.model_id'),
  },
  order: newestFirst('rvs'),
}

/** One page of the RVs of an owner. */
export const listRvsOf = (db: Db, ownerId: string, input: ListInput) =>
  listPage(db, rvList, input, { user_id: ownerId })
