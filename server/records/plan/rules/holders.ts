import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import type { Becoming } from './rule.ts'

/** Another active record that has what each of these writes would have in some columns, by an index over them. */
export async function otherHolders(
  db: Db,
  table: RecordTable,
  { index, columns }: { index: string; columns: string[] },
  claims: Map<Becoming, string[]>,
) {
  const writes = [...claims.keys()]
  const asked = writes.map((write, place) => [place, write.row?.id ?? '', ...(claims.get(write) ?? [])])
  const [only, ...others] = asked
  if (!only) return new Map<Becoming, string>()
  const { fromIndex, rowsFromJson } = engineOf(db)
  // By the index: many records may share one of the columns, such as a campaign's vehicles. While they are being added,
  // the statistics that would tell SQLite so are from when there were few.
  const holder = (said: (place: number) => string) =>
    `(select id from ${fromIndex(table, index)} where is_deleted = 0 and id <> ${said(1)}
        ${columns.map((column, place) => `and ${column} = ${said(place + 2)}`).join(' ')} limit 1)`
  const rows = await readQuery<{ place: number | string; holder: string | null }>(
    db,
    // A subselect for each: with a join PostgreSQL may begin with everything that could be a holder. For a single one
    // it plans the other query faster.
    others.length
      ? `select asked.value ->> 0 as place, ${holder((place) => `asked.value ->> ${place}`)} as holder from ${rowsFromJson}`
      : `select 0 as place, ${holder(() => '?')} as holder`,
    others.length ? [JSON.stringify(asked)] : only.slice(1),
  )
  return new Map(
    rows.flatMap(({ place, holder }) => (holder === null ? [] : [[writes[Number(place)] as Becoming, holder]])),
  )
}
