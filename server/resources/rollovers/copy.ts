import type { Rollover, RolloverPart } from '#contract/rollovers.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { AnyChange } from '../../records/open-change.ts'
import { carryOut } from '../../records/plan/carry-out.ts'
import { type Plan, planOf, wholeOf } from '../../records/plan/plan.ts'
import { recordTables } from '../../records/record-tables.ts'
import { chunksOf, type StoredRow } from '../../records/rows.ts'
import { partTables, sourcesOf, type ToCopy, undoneTakeOvers } from './rollovers.repository.ts'

/** The columns that a copy gets from its source: all of its kind, except those whose description says otherwise. */
export const copiedColumns = (part: RolloverPart) =>
  Object.entries(recordTables[partTables[part]].columns).flatMap(([column, { copied }]) =>
    copied === false ? [] : [column],
  )

type Source = StoredRow & { copied_manual: string | null }
type Target = Pick<Rollover, '_id' | 'year_id'>

/**
 * A part's records without a copy, at most so many, also if taking them over was undone; for pages only those whose
 * manual has a copy.
 */
export async function uncopied(
  db: Db,
  target: Target,
  part: RolloverPart,
  plan: ToCopy,
  most: number,
  only?: string[],
) {
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

/** What a record's copy is. */
export const copyOf = (part: RolloverPart, source: Source, { year_id }: Pick<Target, 'year_id'>) => ({
  isCopy: true,
  values: {
    ...Object.fromEntries(copiedColumns(part).map((column) => [column, source[column]])),
    ...(part === 'pages' ? { manual_id: source.copied_manual } : { year_id }),
  },
})

/** What to copy, at most so many records; of `only` these sources, if given. */
type Wanted = { plan: ToCopy; most: number; only?: string[] }

/** Copies of one part, and their sources. */
type Copies = { part: RolloverPart; plan: Plan; sources: Source[] }

/**
 * Plans the next copies, in the order they refer to each other; nothing once all are made. Throws 422 if a rule refuses
 * one.
 */
export async function planCopies(
  db: Db,
  target: Target,
  { plan, most, only }: Wanted,
  change: AnyChange,
): Promise<Copies> {
  for (const part of ['models', 'manuals', 'pages'] as const) {
    const sources = plan.parts.includes(part) ? await uncopied(db, target, part, plan, most, only) : []
    if (!sources.length) continue
    const writes = sources.map((source) => copyOf(part, source, target))
    return { plan: wholeOf(await planOf(db, partTables[part], writes, { change })), part, sources }
  }
  return { part: 'models', plan: { table: 'models', writes: [], refused: [] }, sources: [] }
}

/** Makes planned copies, and records their sources. Call it in the transaction of the change. */
export async function carryOutCopies(db: Db, target: Target, { part, plan, sources }: Copies, change: AnyChange) {
  const table = partTables[part]
  const ids = await carryOut(db, plan, change)
  // Copies removed when taking them over was undone.
  await writeQuery(
    db,
    `delete from rollover_copies where rollover_id = ? and record_type = ? and source_id in ${engineOf(db).textsFromJson}`,
    [target._id, table, JSON.stringify(sources.map(({ id }) => id))],
  )
  const rows = sources.map(({ id, version }, place) => ({
    copy_id: ids[place] ?? '',
    rollover_id: target._id,
    record_type: table,
    source_id: id,
    source_version: Number(version),
    copy_version: 1,
  }))
  for (const some of chunksOf(rows)) await db.insertInto('rollover_copies').values(some).execute()
}

/** Copies everything, at most so many. Call it in the transaction of the change. */
export async function copyAll(db: Db, target: Target, wanted: Wanted, change: AnyChange) {
  for (let { most } = wanted; most > 0; ) {
    const copies = await planCopies(db, target, { ...wanted, most }, change)
    if (!copies.sources.length) return
    await carryOutCopies(db, target, copies, change)
    most -= copies.sources.length
  }
}
