import type { RecordType } from '#contract/kinds.ts'
import type { Db, Tables } from '../db/schema.ts'
import { type Action, type Changes, entryId } from './activity.ts'
import { columnOf } from './record-tables.ts'

/** What a change, or a part of one, did to one record in the end. */
export type NetEffect = {
  table: RecordType
  id: string
  /** The last of the entries that it sums up, and the version that the record got by it. */
  lastEntry: string
  version: number | null
  isAdded: boolean
  /** Whether it was deleted before and after, if that changed. */
  deleted?: [from: boolean, to: boolean]
  /** Stored values by column, before and after. */
  fields: Changes
}

/** What the entries of a change from place `first` on did, at most `most` of them, record by record, the last first. */
export async function effectsOf(db: Db, changeId: string, first: number, most: number): Promise<NetEffect[]> {
  const entries = await db
    .selectFrom('activity')
    .select(entryColumns)
    .where('id', '>=', entryId(changeId, first))
    .where('id', '<', entryId(changeId, first + most))
    .orderBy('id')
    .execute()
  return sumUp(entries)
}

const entryColumns = ['id', 'table_name', 'record_id', 'action', 'version', 'changes'] as const

/** What these entries did, record by record, the last first. */
export async function effectsOfEntries(db: Db, ids: string[]): Promise<NetEffect[]> {
  const entries = db.selectFrom('activity').select(entryColumns).where('id', 'in', ids).orderBy('id')
  return sumUp(await entries.execute())
}

type Entry = Pick<Tables['activity'], (typeof entryColumns)[number]>

function sumUp(entries: Entry[]): NetEffect[] {
  const effects = new Map<string, NetEffect>()
  for (const { id: lastEntry, table_name: table, record_id: id, action, version, changes } of entries) {
    const key = `${table} ${id}`
    const before = effects.get(key) ?? { table, id, isAdded: false, fields: {} }
    // The record takes the place of its last entry.
    effects.delete(key)
    effects.set(key, { ...withEntry(before, action, JSON.parse(changes) as Changes), lastEntry, version })
  }
  return [...effects.values()].reverse()
}

type Summed = Pick<NetEffect, 'table' | 'id' | 'isAdded' | 'deleted' | 'fields'>

function withEntry(effect: Summed, action: Action, changes: Changes): Summed {
  if (action === 'add') return { ...effect, isAdded: true }
  if (action !== 'edit') {
    const isDeleted = action === 'delete'
    return { ...effect, deleted: [effect.deleted?.[0] ?? !isDeleted, isDeleted] }
  }
  const fields = { ...effect.fields }
  for (const [field, [from, to]] of Object.entries(changes)) {
    const column = columnOf(effect.table, field)?.column ?? field
    fields[column] = [fields[column] ? fields[column][0] : from, to]
  }
  return { ...effect, fields }
}
