import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { recordTables } from '../../record-tables.ts'
import { type Becoming, claims, moves, type Rule, type Why } from './rule.ts'

/** Whether records of a kind have external ids. */
export const hasExternalIds = (table: RecordTable) => 'external_id' in recordTables[table].columns

/** The active records of a kind with one of these external ids. */
export async function holdersOfExternalIds(db: Db, table: RecordTable, externalIds: string[]) {
  if (!hasExternalIds(table) || !externalIds.length) return []
  const { fromIndex, textsFromJson } = engineOf(db)
  return readQuery<{ id: string; external_id: string }>(
    db,
    // Few records may have an external id among many without one.
    `select id, external_id from ${fromIndex(table, `${table}_by_external_id`)}
     where is_deleted = 0 and external_id in ${textsFromJson}`,
    [JSON.stringify(externalIds)],
  )
}

/** No two active records have the same external id. */
export const ownExternalId: Rule = {
  of: hasExternalIds,
  begin: ({ db, table, undoing }) => ({
    async among(writes) {
      const found = new Map<Becoming, Why>()
      const claiming = new Map<Becoming, string>()
      for (const write of writes) {
        const { external_id } = write.next
        if (typeof external_id === 'string' && claims(write, ['external_id'])) claiming.set(write, external_id)
      }
      const holders = await holdersOfExternalIds(db, table, [...claiming.values()])
      if (!holders.length) return found
      // An undo gives back ids that records have swapped.
      const giving = writes.flatMap((write) =>
        undoing && write.row && moves(write, ['external_id']) ? write.row.id : [],
      )
      const others = Map.groupBy(
        holders.filter(({ id }) => !giving.includes(id)),
        ({ external_id }) => external_id,
      )
      for (const [write, externalId] of claiming) {
        const holder = others.get(externalId)?.find(({ id }) => id !== write.row?.id)
        if (holder) found.set(write, { kind: 'external_id', cause: { table, id: holder.id } })
      }
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
