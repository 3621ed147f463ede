import { recordTypes } from '#contract/kinds.ts'
import { engineOf } from '../db/engines/engine.ts'
import { readQuery } from '../db/raw-query.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { recordTables } from './record-tables.ts'

export const HAS_BEEN_ERASED = 'This has been erased.'

/** 422 for anything that would bring back an erased owner, or something of theirs. */
export const hasBeenErased = () => new AppError(422, HAS_BEEN_ERASED, { code: 'erased' })

/** For each kind of record that owners can have, the column that names the owner; for owners, their id. */
const owned = recordTypes.flatMap((table) => {
  const columns = Object.entries(recordTables[table].columns)
  const names = columns.find(
    ([, { refersTo, refersToOneOf }]) => refersTo === 'users' || refersToOneOf?.includes('users'),
  )
  const column = table === 'users' ? 'id' : names?.[0]
  return column === undefined ? [] : [{ table, column }]
})

/** The column of a kind that names a record's owner; undefined if there is none. */
export const ownerColumn = (table: RecordTable) => owned.find((one) => one.table === table)?.column

type Values = Readonly<Record<string, unknown>>

/**
 * Refuses to change an erased owner and their deleted records, to restore them, or to give such an owner a record
 * through one of `values`: 422. Everything that went with an owner is deleted, so nothing need be read for a `row` that
 * is not.
 */
export async function refuseErased(
  db: Db,
  table: RecordTable,
  { row, ids = [] }: { row?: Values | undefined; ids?: readonly string[] },
  ...values: Values[]
) {
  const column = ownerColumn(table)
  if (!column) return
  const isOver = table === 'users' ? row?.['erased_at'] : row?.['is_deleted']
  const owners = [...values, isOver ? row : {}].map((one) => one?.[column]).filter((id) => typeof id === 'string')
  if (!owners.length && !ids.length) return
  const texts = engineOf(db).textsFromJson
  const [erased] = await readQuery<object>(
    db,
    `select id from users where erased_at is not null
       and (id in ${texts} or id in (select ${column} from ${table} where id in ${texts})) limit 1`,
    [JSON.stringify([...new Set(owners)]), JSON.stringify(ids)],
  )
  if (erased) throw hasBeenErased()
}

/** Those of these rows that are an erased owner, or belong to one. */
export async function ofErased<Row extends Values>(db: Db, table: RecordTable, rows: readonly Row[]) {
  const column = ownerColumn(table)
  const owners = column === undefined ? [] : [...new Set(rows.map((row) => row[column]))]
  if (column === undefined || !owners.length) return new Set<Row>()
  const erased = await readQuery<{ id: string }>(
    db,
    `select id from users where erased_at is not null and id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(owners)],
  )
  return new Set(rows.filter((row) => erased.some(({ id }) => id === row[column])))
}

/** Refuses to undo a change that only concerned what has been erased: 422. Its history has been emptied. */
export async function refuseErasedChange(db: Db, changeId: string) {
  const erased = owned.map(({ table, column }) => {
    const of = `from ${table} as thing inner join users as owner on owner.id = thing.${column}`
    return `(activity.table_name = '${table}' and exists (
      select 1 ${of} where thing.id = activity.record_id and owner.erased_at is not null))`
  })
  const [found] = await readQuery<{ any_one: number | boolean; others: number | boolean }>(
    db,
    `select exists (select 1 from activity where change_id = ?) as any_one, exists (
       select 1 from activity where change_id = ? and not (${erased.join(' or ')})) as others`,
    [changeId, changeId],
  )
  if (found?.any_one && !found.others) throw hasBeenErased()
}

/** Whether a record is the remains of an erased owner: nothing restores or changes it. */
export const isErased = (row: Values) => typeof row['erased_at'] === 'string'

/** Whether a list shows owners, or one with each row. */
export const showsOwners = ({ table, reads = [] }: { table: string; reads?: readonly string[] }) =>
  table === 'users' || reads.includes('users')
