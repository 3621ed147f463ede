import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../db/engine.ts'
import { rawQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { readRow } from '../../records/change.ts'
import { titlesOf } from '../../records/open-change.ts'
import { deletedWith, referencesOf, referencesTo } from '../../records/record-tables.ts'
import { wentWith } from '../../records/went-with.ts'
import { pagesToRestore } from '../manual-pages/manual-pages.repository.ts'

/** What goes along with a record, what uses it, and how much a restore would bring back. Throws 404. */
export async function relationsOf(db: Db, table: RecordType, id: string) {
  const title = (await titlesOf(db, table, [id])).get(id)
  if (title === undefined) throw notFound('This record')
  const below = deletedWith(table)
  const isAlong = (one: { table: RecordTable; column: string }) =>
    below.some((along) => along.table === one.table && along.column === one.column)
  const users = referencesTo(table).filter((one) => !isAlong(one))
  const names = await namesBehind(db, table, id)
  const described = async (some: Reference[]) => {
    const counted = []
    for (const one of some) {
      const count = await countBy(db, one, id, 0)
      // With the names behind both, namesakes are told apart: models by type and year.
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
  let [all, together] = [0, 0]
  for (const one of below) {
    const wentAlong = await wentWith(db, table as RecordTable, id, one.table)
    const { everything, onlyWith } = await countReturning(db, one, id, wentAlong)
    all += everything
    together += onlyWith
  }
  return { along: await described(below), used_by: await described(users), below: all, went_with: together }
}

/** What the records are called that a record refers to, by their kind. */
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
 * What goes along with many records when they are deleted, and what uses them, added up: a statement for each column
 * that refers to them, off the main thread, however many they are.
 */
export async function relationsOfMany(db: Db, table: RecordType, where: { sql: string; values: (string | number)[] }) {
  const below = deletedWith(table)
  const counted = async ({ table: other, column }: Reference) => {
    const [row] = await engineOf(db).rowsOffThread<{ total: number }>(
      db,
      `select count(*) as total from ${other}
       where ${column} in (select ${table}.id from ${table} ${where.sql}) and ${other}.is_deleted = 0`,
      where.values,
    )
    return { record_type: other, count: Number(row?.total ?? 0), filters: {} }
  }
  const [along, used_by] = [[], []] as [Awaited<ReturnType<typeof counted>>[], Awaited<ReturnType<typeof counted>>[]]
  for (const one of referencesTo(table)) {
    const related = await counted(one)
    const isAlong = below.some((along) => along.table === one.table && along.column === one.column)
    if (related.count) (isAlong ? along : used_by).push(related)
  }
  return { along, used_by, below: 0, went_with: 0 }
}

type Reference = { table: RecordTable; column: string }

/** How many deleted records come back with theirs. Pages have rules of their own. */
async function countReturning(db: Db, one: Reference, id: string, wentAlong: string[]) {
  if (one.table !== 'manual_pages') return { everything: await countBy(db, one, id, 1), onlyWith: wentAlong.length }
  const below = one.column === 'topic_id' ? { topic_id: id } : { subtopic_id: id }
  const [everything, onlyWith] = [await pagesToRestore(db, below), await pagesToRestore(db, below, wentAlong)]
  return { everything: everything.restored.length, onlyWith: onlyWith.restored.length }
}

async function countBy(db: Db, { table, column }: Reference, id: string, deleted: 0 | 1) {
  const [row] = await rawQuery<{ total: number }>(
    db,
    `select count(*) as total from ${table} where ${column} = ? and is_deleted = ${deleted}`,
    [id],
  )
  return Number(row?.total ?? 0)
}
