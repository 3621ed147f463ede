import type { Rollover, RolloverPart } from '#contract/rollovers.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { addRecords, type StoredRow } from '../../records/change.ts'
import type { AnyChange } from '../../records/open-change.ts'
import { recordTables } from '../../records/record-tables.ts'
import { rulesOf } from '../../records/rules/of-writes.ts'
import { type Plan, partTables, sourcesOf, undoneTakeOvers } from './rollovers.repository.ts'

/** The columns that a copy gets from its source: all of its kind, but for those of which the description says otherwise. */
export const copiedColumns = (part: RolloverPart) =>
  Object.entries(recordTables[partTables[part]].columns).flatMap(([column, { copied }]) =>
    copied === false ? [] : [column],
  )

type Source = StoredRow & { copied_manual: string | null }
type Target = Pick<Rollover, '_id' | 'year_id'>

/**
 * The records of a part that have no copy, at most so many, also where taking it over was undone; of pages only those whose
 * manual has one.
 */
export async function uncopied(db: Db, target: Target, part: RolloverPart, plan: Plan, most: number, only?: string[]) {
  const table = partTables[part]
  const { sql, values } = sourcesOf(db, part, plan)
  const isOfPages = part === 'pages'
  const undone = JSON.stringify(await undoneTakeOvers(db, target._id))
  const manual = isOfPages
    ? `inner join rollover_copies as manual on manual.rollover_id = ? and manual.record_type = 'manuals'
         and manual.source_id = manual_pages.manual_id
       inner join manuals as copy on copy.id = manual.copy_id and copy.is_deleted = 0`
    : ''
  return readQuery<Source>(
    db,
    `select ${table}.*, ${isOfPages ? 'manual.copy_id' : 'null'} as copied_manual from ${table} ${manual}
     where ${sql} and not exists (select 1 from rollover_copies as done
         where done.rollover_id = ? and done.record_type = '${table}' and done.source_id = ${table}.id
           and not exists (select 1 from rollover_take_overs as taken where taken.rollover_id = done.rollover_id
             and taken.copy_id = done.copy_id and taken.source_version = 0
             and taken.change_id in ${engineOf(db).textsFromJson}))
       ${only ? `and ${table}.id in ${engineOf(db).textsFromJson}` : ''}
     order by ${table}.id limit ?`,
    [...(isOfPages ? [target._id] : []), ...values, target._id, undone, ...(only ? [JSON.stringify(only)] : []), most],
  )
}

/**
 * Copies the next records, at most so many, in the order in which they refer to each other; of `only` these sources, if
 * given. Resolves to how many it copied. Call it in a transaction.
 */
export async function copyNext(
  db: Db,
  target: Target,
  { plan, most, only }: { plan: Plan; most: number; only?: string[] },
  change: AnyChange,
) {
  let copied = 0
  for (const part of ['models', 'manuals', 'pages'] as const) {
    if (!plan.parts.includes(part) || copied >= most) continue
    const sources = await uncopied(db, target, part, plan, most - copied, only)
    if (!sources.length) continue
    const table = partTables[part]
    const copies = sources.map((source) => ({
      ...Object.fromEntries(copiedColumns(part).map((column) => [column, source[column]])),
      ...(part === 'pages' ? { manual_id: source.copied_manual } : { year_id: target.year_id }),
    }))
    await rulesOf(db, table, { change }).refuseAny(copies.map((values) => ({ values, isCopy: true })))
    const ids = await addRecords(db, table, copies as never[], change)
    const rows = sources.map(({ id, version }, place) => ({
      copy_id: ids[place] ?? '',
      rollover_id: target._id,
      record_type: table,
      source_id: id,
      source_version: Number(version),
      copy_version: 1,
    }))
    // Copies that went when taking them over was undone.
    await writeQuery(
      db,
      `delete from rollover_copies where rollover_id = ? and record_type = ? and source_id in ${engineOf(db).textsFromJson}`,
      [target._id, table, JSON.stringify(sources.map(({ id }) => id))],
    )
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
      await db
        .insertInto('rollover_copies')
        .values(rows.slice(first, first + ROWS_AT_ONCE))
        .execute()
    copied += sources.length
  }
  return copied
}

/** Few enough for the number of values that one statement may have. */
const ROWS_AT_ONCE = 1000
