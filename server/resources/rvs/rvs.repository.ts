import { MOST_CHOSEN } from '#contract/message-fields.ts'
import type { ListInput } from '#contract/records.ts'
import type { Rv } from '#contract/rvs.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { externalIdColumn, idColumn, nameColumn, optionalNameColumn, textColumn } from '../../db/lists/list-columns.ts'
import { whereClause } from '../../db/lists/list-filters.ts'
import { type List, listPage, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { foldText } from '../../db/search/text-key.ts'
import { selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'
import { openCampaigns } from '../campaign-units/pairs.repository.ts'

const selectRvs = (db: Db) =>
  selectRecords(db, 'rvs')
    .leftJoin('users', 'users.id', 'rvs.user_id')
    .innerJoin('rv_types', 'rv_types.id', 'rvs.cat_id')
    .innerJoin('years', 'years.id', 'rvs.year_id')
    .innerJoin('models', 'models.id', 'rvs.model_id')
    .select([
      'users.name as added_by',
      'users.email as user_email',
      'rv_types.name as rv_type',
      'years.name as year_name',
      'models.name as model_name',
    ])
    .select(openCampaigns)

type Row = RowOf<typeof selectRvs>

const toRv = ({ user_id, cat_id, year_id, model_id, sold_by: _by, transfer_refused: _not, ...row }: Row): Rv => ({
  ...toRecord(row),
  user: user_id === null ? null : { _id: user_id, name: row.added_by ?? '' },
  category: { _id: cat_id, name: row.rv_type },
  year: { _id: year_id, name: row.year_name },
  model: { _id: model_id, name: row.model_name },
  serial: row.vin.slice(-6),
  open_campaigns: Number(row.open_campaigns),
})

const inCapitals = (text: string) => foldText(text).toUpperCase()

export const rvList: List<Row, Rv, 'rvs'> = {
  table: 'rvs',
  select: selectRvs,
  toWire: toRv,
  reads: ['admins', 'users', 'rv_types', 'years', 'models', 'campaigns', 'campaign_units'],
  columns: {
    external_id: externalIdColumn('rvs'),
    serial_no: { ...textColumn('rvs', 'serial_no'), nullable: true },
    // Stored in capitals.
    vin: textColumn('rvs', 'vin', inCapitals),
    full_vin: { ...textColumn('rvs', 'full_vin', inCapitals, { isIndexed: false }), nullable: true },
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

/** One page of an owner's RVs. */
export const listRvsOf = (db: Db, ownerId: string, input: ListInput) =>
  listPage(db, rvList, input, { user_id: ownerId })

/**
 * The active owners of the RVs that the list shows with these filters, each once, and how many of the RVs have none.
 * Throws 422 for a filter that the list does not offer.
 */
export async function ownersOf(db: Db, input: Pick<ListInput, 'filters' | 'is_deleted'>) {
  const { sql, values } = whereClause(db, rvList, input, {}, 'collect')
  const [found] = await engineOf(db).rowsOffThread<{ without_owner: number }>(
    db,
    `select count(*) as without_owner from rvs ${sql ? `${sql} and` : 'where'} rvs.user_id is null`,
    values,
  )
  const owners = await engineOf(db).rowsOffThread<{ id: string }>(
    db,
    `select users.id from users where users.is_deleted = 0 and users.status = 1 and users.erased_at is null
       and users.id in (select rvs.user_id from rvs ${sql ? `${sql} and` : 'where'} rvs.user_id is not null)`,
    values,
  )
  const user_ids = owners.length > MOST_CHOSEN ? [] : owners.map(({ id }) => id)
  return { count: owners.length, user_ids, without_owner: Number(found?.without_owner ?? 0) }
}
