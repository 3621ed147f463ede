import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../../db/engines/engine.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { notFound } from '../../../errors.ts'
import { cascadedWith } from '../../../records/cascaded-with.ts'
import { titlesOf } from '../../../records/open-change.ts'
import { deletedWith, referencesOf, referencesTo } from '../../../records/record-tables.ts'
import { readRow } from '../../../records/rows.ts'
import { countPagesToRestore, pagesToRestore } from '../../manual-pages/manual-pages.repository.ts'

/** What is deleted along with a record, what uses it, and how much a restore would bring back. Throws 404. */
export async function relationsOf(db: Db, table: RecordType, id: string) {
  const title = (await titlesOf(db, table, [id])).get(id)
  if (title === undefined) throw notFound('This record')
  const below = deletedWith(table)
  const isAlong = (one: { table: RecordTable; column: string }) =>
    below.some((along) => along.table === one.table && along.column === one.column)
  const users = referencesTo(table).filter((one) => !isAlong(one))
  const names = await namesBehind(db, table, id)
  const only = { sql: `where ${table}.id = ?`, values: [id] }
  const described = async (some: Reference[]) => {
    const counted = []
    for (const one of some) {
      const count = await countBy(db, one, table, only, 'active')
      // The names of both tell namesakes apart: models by type and year.
      const filters = Object.fromEntries(
        referencesOf(one.table).flatMap(({ column, refersTo, shownAs }) => {
          const value = column === one.column ? title : names.get(refersTo)
          return shownAs && value !== undefined ? [[shownAs, { op: 'equals', value }] as const] : []
        }),
      )
      if (count) counted.push({ record_type: one.table, count, filters })
    }
    return counted
  }
  let went_with = 0
  for (const one of below) {
    const wentAlong = await cascadedWith(db, table as RecordTable, id, one.table)
    went_with += await countOnlyWith(db, one, id, wentAlong)
  }
  const [along, used_by] = [await described(below), await described(users)]
  return { along, used_by, ...(await returningWith(db, table, only)), went_with }
}

/** The names of the records that a record refers to, by kind. */
async function namesBehind(db: Db, table: RecordType, id: string) {
  const names = new Map<RecordType, string>()
  const references = referencesOf(table)
  const row = references.length ? await readRow(db, table, id) : undefined
  for (const { column, refersTo } of references) {
    const other = String(row?.[column])
    const name = (await titlesOf(db, refersTo, [other])).get(other)
    if (name !== undefined) names.set(refersTo, name)
  }
  return names
}

/**
 * What is deleted along with many records, what uses them, and what a restore would bring back, in total: one statement
 * per column that refers to them, off the main thread, however many there are.
 */
export async function relationsOfMany(db: Db, table: RecordType, where: Where) {
  const below = deletedWith(table)
  const [along, used_by] = [[], []] as [Related[], Related[]]
  for (const one of referencesTo(table)) {
    const count = await countBy(db, one, table, where, 'active')
    const isAlong = below.some((along) => along.table === one.table && along.column === one.column)
    if (count) (isAlong ? along : used_by).push({ record_type: one.table, count, filters: {} })
  }
  return { along, used_by, ...(await returningWith(db, table, where)), went_with: 0 }
}

type Reference = { table: RecordTable; column: string }
/** A WHERE clause for some records of a table. */
type Where = { sql: string; values: (string | number)[] }
type Related = { record_type: RecordType; count: number; filters: Record<string, never> }

/** The deleted records below these at every level, which come back with them. */
async function returningWith(db: Db, table: RecordType, where: Where) {
  const returning: Related[] = []
  for (const one of deletedWith(table)) {
    const count = await countBy(db, one, table, where, 'returning')
    if (count) returning.push({ record_type: one.table, count, filters: {} })
  }
  return { returning, below: returning.reduce((sum, { count }) => sum + count, 0) }
}

/** How many of those deleted together with a record come back with it. Pages have their own rules. */
async function countOnlyWith(db: Db, one: Reference, id: string, wentAlong: string[]) {
  if (one.table !== 'manual_pages') return wentAlong.length
  const below = one.column === 'topic_id' ? { topic_id: id } : { subtopic_id: id }
  return (await pagesToRestore(db, below, wentAlong)).restored.length
}

/** How many records that refer to these are active, or would come back with them. */
async function countBy(
  db: Db,
  { table: other, column }: Reference,
  table: RecordType,
  where: Where,
  which: 'active' | 'returning',
) {
  const those = `${other}.${column} in (select ${table}.id from ${table} ${where.sql})`
  const text =
    which === 'returning' && other === 'manual_pages'
      ? countPagesToRestore(those)
      : `select count(*) as total from ${other} where ${those} and ${other}.is_deleted = ${which === 'active' ? 0 : 1}`
  const [row] = await engineOf(db).rowsOffThread<{ total: number }>(db, text, where.values)
  return Number(row?.total ?? 0)
}
