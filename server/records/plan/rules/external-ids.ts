import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { recordTables } from '../../record-tables.ts'
import { otherHolders } from './holders.ts'
import { type Becoming, claims, moves, type Rule, type Why } from './rule.ts'

/** Whether records of a kind have external ids. */
export const hasExternalIds = (table: RecordTable) => 'external_id' in recordTables[table].columns

/** The active records of a kind with one of these external ids. */
export async function holdersOfExternalIds(db: Db, table: RecordTable, externalIds: string[]) {
  if (!hasExternalIds(table) || !externalIds.length) return []
  const { fromIndex, textsFromJson } = engineOf(db)
  const found = await readQuery<{ id: string }>(
    db,
    // Few records may have an external id among many without one.
    `select id from ${fromIndex(table, `${table}_by_external_id`)}
     where is_deleted = 0 and external_id in ${textsFromJson}`,
    [JSON.stringify(externalIds)],
  )
  return found.map(({ id }) => id)
}

/** No two active records have the same external id. */
export const ownExternalId: Rule = {
  of: hasExternalIds,
  begin: ({ db, table, undoing }) => ({
    async among(writes) {
      const claiming = new Map<Becoming, string[]>()
      for (const write of writes) {
        const { external_id } = write.next
        if (typeof external_id === 'string' && claims(write, ['external_id'])) claiming.set(write, [external_id])
      }
      const by = { index: `${table}_by_external_id`, columns: ['external_id'] }
      // A record that the undo takes its id from is in nobody’s way.
      const giving = writes.flatMap((write) => (undoing && moves(write, ['external_id']) ? write.row?.id : []))
      const found = new Map<Becoming, Why>()
      for (const [write, id] of await otherHolders(db, table, by, claiming))
        if (!giving.includes(id)) found.set(write, { kind: 'external_id', cause: { table, id } })
      return found
    },
  }),
  async ofRestoringAll(table, first) {
    const same = `twin.external_id = ${table}.external_id and twin.is_deleted = 0`
    const id =
      (await first('id', `and exists (select 1 from ${table} as twin where ${same})`)) ??
      (await first('min(id) as id', 'and external_id is not null group by external_id having count(*) > 1'))
    return id === undefined ? undefined : { kind: 'external_id', cause: { table, id } }
  },
}

/** Says that another record has the external id. */
export const externalIdTaken = (table: RecordTable) => `Another ${recordTables[table].noun[0]} has this External ID.`
