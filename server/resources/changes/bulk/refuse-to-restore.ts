import { engineOf } from '../../../db/engines/engine.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { externalIdTaken, hasExternalIds } from '../../../records/plan/rules/external-ids.ts'
import { inactiveParent } from '../../../records/plan/rules/parents.ts'
import { comparedColumns } from '../../../records/plan/rules/twins.ts'
import { parentsOf, recordTables } from '../../../records/record-tables.ts'

/**
 * Refuses, before anything is written, to restore all records of a table that a WHERE clause finds: 422 where one is
 * below a deleted record, or would have the name of another one.
 */
export async function refuseToRestore(db: Db, table: RecordTable, where: { sql: string; values: (string | number)[] }) {
  const first = async (columns: string, more: string) => {
    const text = `select ${columns} from ${table} ${where.sql} and ${table}.is_deleted = 1 ${more} limit 1`
    const [row] = await engineOf(db).rowsOffThread<{ id: string }>(db, text, where.values)
    return row
  }
  for (const { column, refersTo } of parentsOf(table)) {
    const below = `and exists (select 1 from ${refersTo} as parent where parent.id = ${table}.${column} and parent.is_deleted = 1)`
    const found = await first(`${column} as id`, below)
    if (found) throw await inactiveParent(db, table, { column, refersTo, id: found.id })
  }
  if (hasExternalIds(table)) {
    const same = `twin.external_id = ${table}.external_id and twin.is_deleted = 0`
    const isTaken =
      (await first('id', `and exists (select 1 from ${table} as twin where ${same})`)) ??
      (await first('min(id) as id', 'and external_id is not null group by external_id having count(*) > 1'))
    if (isTaken) throw refused('external_id', externalIdTaken(table), 'taken')
  }
  const { unique } = recordTables[table]
  if (!unique) return
  const columns = comparedColumns(table)
  const same = columns.map((column) => `twin.${column} = ${table}.${column}`).join(' and ')
  const twin = `and exists (select 1 from ${table} as twin where twin.is_deleted = 0 and ${same})`
  const isTaken =
    (await first('id', twin)) ?? (await first('min(id) as id', `group by ${columns.join()} having count(*) > 1`))
  if (isTaken) throw refused(unique.field, `${unique.thing} already exists.`, 'taken')
}
