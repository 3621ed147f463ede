import { sql } from 'kysely'
import { type Dealer, type DealerOnMap, MOST_ON_MAP } from '#contract/dealers.ts'
import type { ListInput } from '#contract/records.ts'
import { externalIdColumn, fractionColumn, idColumn, phoneColumn, textColumn } from '../../db/lists/list-columns.ts'
import { type List, listAllAsJson, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { filePath } from '../../integrations/files/store.ts'
import { selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'

const selectDealers = (db: Db) => selectRecords(db, 'dealers')

type Row = RowOf<typeof selectDealers>

const selectForMap = (db: Db) =>
  db
    .selectFrom('dealers')
    .select(['id as _id', 'name', 'type', 'hour_sales', 'hour_service', 'hour_parts', 'latitude', 'longitude'])
    .select(sql<string>`coalesce(nullif(tollfree, ''), phone)`.as('phone'))

function toDealer({ logo_file, ...row }: Row): Dealer {
  return { ...toRecord(row), logo: logo_file && filePath(logo_file) }
}

const shared = {
  table: 'dealers' as const,
  columns: {
    external_id: externalIdColumn('dealers'),
    name: textColumn('dealers', 'name_key'),
    type: idColumn('dealers.type'),
    active_lines: idColumn('dealers.active_lines'),
    tollfree: phoneColumn('dealers', 'tollfree'),
    phone: phoneColumn('dealers', 'phone'),
    city: textColumn('dealers', 'city_key'),
    state: textColumn('dealers', 'state_key'),
    latitude: fractionColumn('dealers.latitude'),
    longitude: fractionColumn('dealers.longitude'),
  },
  order: newestFirst('dealers'),
}

const dealerMap: Omit<List<DealerOnMap, DealerOnMap>, 'toWire'> = { ...shared, select: selectForMap }

export const dealerList: List<Row, Dealer, 'dealers'> = {
  ...shared,
  select: selectDealers,
  toWire: toDealer,
  reads: ['admins'],
}

/** All dealers that match the filters, with the fields for a map, newest first; see listAllAsJson. */
export const listDealersOnMap = (db: Db, input: ListInput) => listAllAsJson(db, dealerMap, input, MOST_ON_MAP)

/** These dealers by id, as their list shows them. */
export async function dealersById(db: Db, ids: string[]) {
  const rows = ids.length ? await selectDealers(db).where('dealers.id', 'in', ids).execute() : []
  return new Map(rows.map((row) => [row.id, toDealer(row)]))
}
