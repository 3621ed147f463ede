import { sql } from 'kysely'
import type { Db, RecordTable } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import type { Changes } from './activity.ts'
import { changeRecords, chunksOf, readRows, refuseDuplicate, type StoredRow, setDeleted } from './change.ts'
import type { NetEffect } from './net-effect.ts'
import type { AnyChange } from './open-change.ts'
import { refuseInactiveParents } from './parents.ts'
import { deletedWith, recordTables } from './record-tables.ts'
import { describeTouched, touchedSince } from './touched.ts'

/** What is to be done to one record: the effect to take back and the record as it is now. */
type Step = { effect: NetEffect & { table: RecordTable }; row: StoredRow; deletes: boolean | undefined }

const keyOf = ({ table, id }: { table: string; id: string }) => `${table} ${id}`

/**
 * Takes back what a change did to these records, field by field: what others changed in other fields stays. Throws 409
 * with the records that stand in the way (`data.records`), 422 in the usual words for a name that has been taken since
 * and for a parent that is deleted. With `skip`, records that stand in the way are left as they are. Call it in the
 * transaction of `change`.
 */
export async function takeBack(db: Db, effects: NetEffect[], change: AnyChange, { skip = false } = {}) {
  const steps = await stepsFor(db, effects)
  const inTheWay = await whatIsInTheWay(db, steps)
  if (!skip) await refuseWhatIs(db, inTheWay)
  const possible = steps.filter(({ effect }) => !inTheWay.has(keyOf(effect)) && !hasChildIn(inTheWay, effect))
  const returning = new Set(possible.filter(({ deletes }) => deletes === false).map(({ effect }) => keyOf(effect)))
  for (const step of possible) {
    if (step.deletes !== false) continue
    await refuseInactiveParents(
      db,
      step.effect.table,
      step.row,
      // Here, or in another step of the same undo.
      (table, id) => returning.has(keyOf({ table, id })) || (!!change.undoes && wasDeletedBy(db, change.undoes, id)),
    )
  }
  for (const group of grouped(possible)) await write(db, group, change)
}

/** Throws 409 as takeBack does when one of these effects cannot be taken back; changes nothing. */
export const refuseUndoOf = async (db: Db, effects: NetEffect[]) =>
  refuseWhatIs(db, await whatIsInTheWay(db, await stepsFor(db, effects)))

async function refuseWhatIs(db: Db, inTheWay: InTheWay) {
  if (!inTheWay.size) return
  const records = await describeTouched(db, [...inTheWay.values()])
  throw new AppError(409, 'This was changed in the meantime, so it cannot be undone.', { data: { records } })
}

const hasChildIn = (inTheWay: InTheWay, effect: NetEffect) =>
  [...inTheWay.values()].some(({ parent }) => parent === keyOf(effect))

const NOBODY = { by: 'someone else', at: '' }

async function stepsFor(db: Db, effects: NetEffect[]): Promise<Step[]> {
  const rows = new Map<string, StoredRow>()
  const tables = Map.groupBy(effects, ({ table }) => table as RecordTable)
  for (const [table, some] of tables) {
    const found = await readRows(
      db,
      table,
      some.map(({ id }) => id),
    )
    for (const [id, row] of found) rows.set(keyOf({ table, id }), row)
  }
  return effects.flatMap((effect) => {
    const row = rows.get(keyOf(effect))
    return row ? [{ effect: effect as Step['effect'], row, deletes: deletes(effect) }] : []
  })
}

/** Whether taking back deletes (true) or restores (false) the record, or leaves that alone. */
function deletes({ isAdded, deleted }: NetEffect) {
  if (isAdded) return deleted?.[1] ? undefined : true
  return deleted && deleted[0] !== deleted[1] ? deleted[0] : undefined
}

/** `parent` is the key of the record that cannot be deleted because this one is below it. */
type Obstacle = { table: RecordTable; id: string; by: string; at: string; parent?: string }
type InTheWay = Map<string, Obstacle>

async function whatIsInTheWay(db: Db, steps: Step[]): Promise<InTheWay> {
  // A record that still has the version it got by the change was not touched.
  const doubtful = steps.filter(({ effect, row }) => effect.version === null || row.version !== effect.version)
  const touched = await touchedSince(
    db,
    doubtful.map(({ effect: { id, lastEntry } }) => ({ id, lastEntry })),
  )
  const inTheWay: InTheWay = new Map()
  for (const { effect, row, deletes } of steps) {
    const { table, id } = effect
    const isTouched = deletes !== undefined && touched.has(id)
    if (isTouched || collides(effect, row)) inTheWay.set(keyOf(effect), { table, id, ...(touched.get(id) ?? NOBODY) })
  }
  for (const one of await activeBelow(db, steps)) inTheWay.set(keyOf(one), one)
  return inTheWay
}

const collides = ({ isAdded, fields }: NetEffect, row: StoredRow) =>
  !isAdded && Object.entries(fields).some(([column, [from, to]]) => row[column] !== to && row[column] !== from)

/** Active records below those to be deleted that would stay behind, such as a sub topic added since to a new topic. */
async function activeBelow(db: Db, steps: Step[]) {
  const going = new Set(steps.filter(({ deletes }) => deletes).map(({ effect }) => keyOf(effect)))
  const found: Obstacle[] = []
  for (const [table, some] of Map.groupBy(
    steps.filter(({ deletes }) => deletes),
    ({ effect }) => effect.table,
  )) {
    for (const below of deletedWith(table)) {
      for (const ids of chunksOf(some.map(({ effect }) => effect.id))) {
        const children = await db
          .selectFrom(below.table as 'sub_topics')
          .select(['id', 'created_at', sql.ref<string>(below.column).as('parent')])
          .where(below.column as 'topic_id', 'in', ids)
          .where('is_deleted', '=', 0)
          .execute()
        for (const { id, created_at, parent } of children) {
          if (!going.has(keyOf({ table: below.table, id })))
            found.push({ table: below.table, id, ...NOBODY, at: created_at, parent: keyOf({ table, id: parent }) })
        }
      }
    }
  }
  const touched = await touchedSince(
    db,
    found.map(({ id }) => ({ id, lastEntry: '' })),
  )
  return found.map((one) => ({ ...one, ...touched.get(one.id) }))
}

async function wasDeletedBy(db: Db, changeId: string, id: string) {
  const entry = db.selectFrom('activity').select('id').where('record_id', '=', id).where('change_id', '=', changeId)
  return (await entry.where('action', '=', 'delete').executeTakeFirst()) !== undefined
}

/** Steps in a row that do the same to records of the same table. */
function grouped(steps: Step[]) {
  const groups: Step[][] = []
  let last = ''
  for (const step of steps) {
    const { effect, deletes } = step
    const key = JSON.stringify([effect.table, deletes, effect.isAdded ? {} : setBack(step)])
    if (key === last) groups.at(-1)?.push(step)
    else groups.push([step])
    last = key
  }
  return groups
}

/** The columns to set back: from what they are to what they were. */
function setBack({ effect: { isAdded, fields }, row }: Step): Changes {
  if (isAdded) return {}
  const differing = Object.entries(fields).filter(([column, [from]]) => row[column] !== from)
  return Object.fromEntries(differing.map(([column, [from]]) => [column, [row[column], from]]))
}

async function write(db: Db, group: Step[], change: AnyChange) {
  const [first] = group
  if (!first) return
  const { table } = first.effect
  const fields = setBack(first)
  const ids = group.map(({ effect }) => effect.id)
  const values = Object.fromEntries(Object.entries(fields).map(([column, [, to]]) => [column, to]))
  for (const { row, deletes } of group) {
    const becomes = { ...row, ...values }
    const isActive = deletes === undefined ? row.is_deleted === 0 : !deletes
    const mayCollide = deletes === false || recordTables[table].unique?.columns.some((column) => column in fields)
    if (isActive && mayCollide) await refuseDuplicate(db, table, becomes as object)
  }
  if (Object.keys(fields).length) await changeRecords(db, table, ids, fields, change)
  if (first.deletes !== undefined) await setDeleted(db, table, { id: ids }, first.deletes, change)
}
