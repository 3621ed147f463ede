import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { recordTables } from '../../record-tables.ts'
import type { Values } from './rule.ts'

/** Whether records of a kind have external ids. */
export const hasExternalIds = (table: RecordTable) => 'external_id' in recordTables[table].columns

/** Few records may have an external id among many without one. */
const active = (db: Db, table: RecordTable) =>
  `from ${engineOf(db).fromIndex(table, `${table}_by_external_id`)} where is_deleted = 0`

/** The active records of a kind with one of these external ids. */
export async function holdersOfExternalIds(db: Db, table: RecordTable, externalIds: string[]) {
  if (!hasExternalIds(table) || !externalIds.length) return []
  const text = `select id ${active(db, table)} and external_id in ${engineOf(db).textsFromJson}`
  const found = await readQuery<{ id: string }>(db, text, [JSON.stringify(externalIds)])
  return found.map(({ id }) => id)
}

/** Another active record with these values' external id; undefined if they have none. */
export async function holderOfExternalId(db: Db, table: RecordTable, { id, external_id }: Values) {
  if (!hasExternalIds(table) || typeof external_id !== 'string') return undefined
  const [holder] = await readQuery<{ id: string }>(
    db,
    `select id ${active(db, table)} and external_id = ? and id <> ? limit 1`,
    [external_id, typeof id === 'string' ? id : ''],
  )
  return holder?.id
}

/** Says that another record has the external id. */
export const externalIdTaken = (table: RecordTable) => `Another ${recordTables[table].noun[0]} has this External ID.`

/**
 * Refuses an external id that another active record has: 422 on its field. `values` has the record's `id`, if it has
 * one.
 */
export async function refuseTakenExternalId(db: Db, table: RecordTable, values: Values) {
  if ((await holderOfExternalId(db, table, values)) !== undefined)
    throw refused('external_id', externalIdTaken(table), 'taken')
}
