import { type Rollover, type RolloverDifference, type RolloverPart, rollovers } from '#contract/rollovers.ts'
import { newId } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { frenchColumnsOf, writtenForWith } from '../../records/french.ts'
import { type OpenChange, setDetails, titlesOf } from '../../records/open-change.ts'
import { carryOut } from '../../records/plan/carry-out.ts'
import { type PlannedWrite, planOf, wholeOf } from '../../records/plan/plan.ts'
import { recordTables } from '../../records/record-tables.ts'
import { readRows, type StoredRow } from '../../records/rows.ts'
import { copiedColumns, copyAll, copyOf, uncopied } from './copy.ts'
import { findRollover, partTables, toCopyOf, undoneTakeOvers } from './rollovers.repository.ts'
import { refuseUnready } from './rollovers.service.ts'

type Versions = { source_version: number; copy_version: number }
type Copy = Versions & { source_id: string; copy_id: string }
type TakeOver = Versions & { copy_id: string; change_id: string }
type Moved = {
  part: RolloverPart
  source: StoredRow
  copy: StoredRow
  base: Versions
  fields: string[]
  copyChanged: boolean
}
type Found = { changed: Moved[]; deleted: Moved[]; added: { part: RolloverPart; source: StoredRow }[] }

/** More differences at once would help nobody. */
const MOST = 1000

/** The copied year's records that have moved since they were copied, and how they differ from their copies. */
async function movedOf(db: Db, rollover: Rollover, part: RolloverPart): Promise<Moved[]> {
  const table = partTables[part]
  const undone = await undoneTakeOvers(db, rollover._id)
  const copies = await readQuery<Copy>(
    db,
    `select source_id, copy_id, source_version, copy_version from rollover_copies
       inner join ${table} as source on source.id = source_id
     where rollover_id = ? and record_type = '${table}' and (source.version <> source_version or copy_id in
       (select copy_id from rollover_take_overs where rollover_id = ? and change_id in ${engineOf(db).textsFromJson}))
     order by source_id limit ${MOST}`,
    [rollover._id, rollover._id, JSON.stringify(undone)],
  )
  const ids = copies.map(({ copy_id }) => copy_id)
  const [rows, takenOver, changedHere] = [
    await readRows(db, table, [...copies.map(({ source_id }) => source_id), ...ids]),
    undone.length ? await takeOversOf(db, rollover) : new Map<string, TakeOver[]>(),
    await lastChangeHere(db, ids),
  ]
  return copies.flatMap((one): Moved[] => {
    const [source, copy] = [rows.get(one.source_id), rows.get(one.copy_id)]
    // What was discarded here on purpose stays so.
    if (!source || !copy || copy.is_deleted) return []
    const base = standing(one, takenOver.get(one.copy_id) ?? [], undone)
    if (Number(source.version) === base.source_version) return []
    const fields = copiedColumns(part).filter((column) => source[column] !== copy[column])
    return [{ part, source, copy, base, fields, copyChanged: (changedHere.get(copy.id) ?? 0) > base.copy_version }]
  })
}

/** What was taken over into each copy, newest first. */
async function takeOversOf(db: Db, { _id }: Rollover) {
  const rows = await db
    .selectFrom('rollover_take_overs')
    .select(['copy_id', 'change_id', 'source_version', 'copy_version'])
    .where('rollover_id', '=', _id)
    .orderBy('id', 'desc')
    .execute()
  return Map.groupBy<string, TakeOver>(rows, ({ copy_id }) => copy_id)
}

/** The versions of source and copy when the source was last copied or taken over, unless that is undone. */
function standing({ source_version, copy_version }: Versions, takeOvers: TakeOver[], undone: string[]): Versions {
  const holding = takeOvers.findIndex(({ change_id }) => !undone.includes(change_id))
  const before = takeOvers[(holding < 0 ? takeOvers.length : holding) - 1] ?? { source_version, copy_version }
  return { source_version: Number(before.source_version), copy_version: Number(before.copy_version) }
}

/** The last version of each copy made by someone, other than by taking over and undoing. */
async function lastChangeHere(db: Db, copy_ids: string[]) {
  const rows = await readQuery<{ record_id: string; version: number | string }>(
    db,
    `select record_id, max(version) as version from activity inner join changes on changes.id = change_id
     where record_id in ${engineOf(db).textsFromJson} and changes.kind <> 'undo' and changes.call <> ?
     group by record_id`,
    [JSON.stringify(copy_ids), rollovers.takeOver.path],
  )
  return new Map(rows.map(({ record_id, version }) => [record_id, Number(version)]))
}

async function differencesOf(db: Db, rollover: Rollover): Promise<Found> {
  const plan = await toCopyOf(db, rollover)
  const found: Found = { changed: [], deleted: [], added: [] }
  for (const part of ['models', 'manuals', 'pages'] as const) {
    if (!plan.parts.includes(part)) continue
    const moved = await movedOf(db, rollover, part)
    found.changed.push(...moved.filter(({ source, fields }) => !source.is_deleted && fields.length))
    found.deleted.push(...moved.filter(({ source }) => source.is_deleted))
    const sources = await uncopied(db, rollover, part, plan, MOST)
    const lacking = new Map<PlannedWrite, StoredRow>(sources.map((one) => [copyOf(part, one, rollover), one]))
    const { refused } = await planOf(db, partTables[part], [...lacking.keys()])
    for (const { write, why } of refused) if (why.kind === 'name') lacking.delete(write)
    for (const source of lacking.values()) found.added.push({ part, source })
  }
  return found
}

/** How the copied year differs from what was copied, while the new one is prepared. Throws 404. */
export async function changedSince(db: Db, rollover_id: string): Promise<RolloverDifference[]> {
  const rollover = await findRollover(db, rollover_id)
  if (rollover.state !== 'ready') return []
  const { changed, deleted, added } = await differencesOf(db, rollover)
  const titles = new Map<string, string>()
  for (const part of ['models', 'manuals', 'pages'] as const) {
    const ids = [...changed, ...deleted, ...added].flatMap((one) => (one.part === part ? one.source.id : []))
    for (const [id, title] of await titlesOf(db, partTables[part], ids)) titles.set(id, title)
  }
  const told = ({ part, source }: { part: RolloverPart; source: StoredRow }) => ({
    record_type: partTables[part],
    source_id: source.id,
    title: titles.get(source.id) ?? '',
  })
  const labels = ({ part, fields }: Moved) => {
    const { columns } = recordTables[partTables[part]]
    // What French was written for has no label: the French has.
    const twins = new Map(frenchColumnsOf(partTables[part]).map(({ writtenFor, french }) => [writtenFor, french]))
    return [...new Set(fields.flatMap((column) => columns[twins.get(column) ?? column]?.label || []))]
  }
  const ofCopy = ({ copy, copyChanged }: Moved) => ({ copy_id: copy.id, copy_changed: copyChanged })
  return [
    ...changed.map((one) => ({
      ...told(one),
      ...ofCopy(one),
      difference: 'changed' as const,
      changed_fields: labels(one),
    })),
    ...added.map((one) => ({
      ...told(one),
      copy_id: null,
      copy_changed: false,
      difference: 'added' as const,
      changed_fields: [],
    })),
    ...deleted.map((one) => ({ ...told(one), ...ofCopy(one), difference: 'deleted' as const, changed_fields: [] })),
  ]
}

/**
 * Updates copies to match their originals in the copied year: these, or all that differ. Returns the rollover. Throws
 * 404; 422 for one that is not ready, and if a name is taken in the new year. Call it in the transaction of the change.
 */
export async function takeOver(
  db: Db,
  { rollover_id, source_ids }: { rollover_id: string; source_ids?: string[] | undefined },
  change: OpenChange,
): Promise<Rollover> {
  const rollover = await findRollover(db, rollover_id)
  refuseUnready(rollover)
  const found = await differencesOf(db, rollover)
  const isMeant = ({ source }: { source: StoredRow }) => source_ids === undefined || source_ids.includes(source.id)
  const [changed, deleted] = [found.changed.filter(isMeant), found.deleted.filter(isMeant)]
  setDetails(change, { message: `Changes from ${rollover.from_year.name} were taken over.` })
  for (const part of ['models', 'manuals', 'pages'] as const) {
    const table = partTables[part]
    const some = changed.filter((one) => one.part === part)
    const edits = some.map(({ copy: row, source, fields }) => ({
      row,
      values: takenFrom(table, source, fields),
      isCopy: true,
    }))
    const gone = deleted.flatMap(({ part: of, copy: row }) => (of === part ? { row, values: { is_deleted: 1 } } : []))
    await carryOut(db, wholeOf(await planOf(db, table, [...edits, ...gone], { change })), change)
  }
  const plan = await toCopyOf(db, rollover)
  const copied: string[] = []
  for (let added = found.added.filter(isMeant); added.length; ) {
    const only = added.map(({ source }) => source.id)
    await copyAll(db, rollover, { plan, most: only.length, only }, change)
    copied.push(...only)
    // A manual's pages can only be copied now that it exists.
    added = source_ids ? [] : (await differencesOf(db, rollover)).added
  }
  await noteVersions(db, rollover, [...changed, ...deleted], change)
  await noteCopies(db, rollover, copied, change)
  return findRollover(db, rollover_id)
}

function takenFrom(table: RecordTable, source: StoredRow, fields: string[]) {
  const values = Object.fromEntries(fields.map((column) => [column, source[column]]))
  return { ...values, ...writtenForWith(table, values, source) }
}

/** From now on these copies match their sources, until the change is undone. */
async function noteVersions(db: Db, { _id }: Rollover, moved: Moved[], change: OpenChange) {
  const takeOvers = moved.map(({ copy, base }) => ({ copy_id: copy.id, ...base }))
  await noteTakeOvers(db, _id, takeOvers, change)
  for (const { part, source, copy } of moved)
    await db
      .updateTable('rollover_copies')
      .set({ source_version: Number(source.version), copy_version: Number(copy.version) + 1 })
      .where('rollover_id', '=', _id)
      .where('record_type', '=', partTables[part])
      .where('source_id', '=', source.id)
      .execute()
}

/** These sources have copies, until the change is undone. */
async function noteCopies(db: Db, { _id }: Rollover, source_ids: string[], change: OpenChange) {
  const copies = await readQuery<{ copy_id: string }>(
    db,
    `select copy_id from rollover_copies where rollover_id = ? and source_id in ${engineOf(db).textsFromJson}`,
    [_id, JSON.stringify(source_ids)],
  )
  const takeOvers = copies.map(({ copy_id }) => ({ copy_id, source_version: 0, copy_version: 0 }))
  await noteTakeOvers(db, _id, takeOvers, change)
}

/** Stores the previous state, replacing what was undone. */
async function noteTakeOvers(
  db: Db,
  rollover_id: string,
  takeOvers: (Versions & { copy_id: string })[],
  change: OpenChange,
) {
  const undone = await undoneTakeOvers(db, rollover_id)
  await writeQuery(
    db,
    `delete from rollover_take_overs where rollover_id = ? and copy_id in ${engineOf(db).textsFromJson}
       and change_id in ${engineOf(db).textsFromJson}`,
    [rollover_id, JSON.stringify(takeOvers.map(({ copy_id }) => copy_id)), JSON.stringify(undone)],
  )
  const rows = takeOvers.map((one) => ({ id: newId(), rollover_id, change_id: change.id, ...one }))
  await insertMany(db, 'rollover_take_overs', rows)
}
