import type { Db, RecordTable, Tables } from '../../../../db/schema.ts'
import { type Action, type Changes, entryId } from '../../../activity.ts'
import { columnOf } from '../../../record-tables.ts'

/** The net effect of a change, or part of one, on one record. */
export type NetEffect = {
  table: RecordTable
  id: string
  /** The version the record got from the last of the entries summed up. */
  version: number
  isAdded: boolean
  /** Whether it was deleted before and after, if that changed. */
  deleted?: [from: boolean, to: boolean]
  /** Stored values by column, before and after. */
  fields: Changes
}

/** The entries of a change after the entry `after`, those of one table, at most `most`. */
export const entriesOf = (db: Db, changeId: string, table: RecordTable, after: string, most: number) =>
  db
    .selectFrom('activity')
    .select(['id', 'table_name', 'record_id', 'action', 'version', 'changes'])
    .where('id', '>', after || entryId(changeId, 0).slice(0, -1))
    .where('id', '<', `${changeId}g`)
    .where('table_name', '=', table)
    .orderBy('id')
    .limit(most)
    .execute()

type Entry = Pick<Tables['activity'], 'table_name' | 'record_id' | 'action' | 'version' | 'changes'>

/** What these entries of one change did, record by record. */
export function sumUp(entries: Entry[]): NetEffect[] {
  const effects = new Map<string, NetEffect>()
  for (const { table_name, record_id: id, action, version, changes } of entries) {
    const before = effects.get(id) ?? { table: table_name as RecordTable, id, isAdded: false, fields: {} }
    effects.set(id, { ...withEntry(before, action, JSON.parse(changes) as Changes), version })
  }
  return [...effects.values()]
}

type Summed = Omit<NetEffect, 'version'>

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

/** Whether undoing an effect deletes (true) or restores (false) the record, or neither. */
export function deletesAgain({ isAdded, deleted }: Pick<NetEffect, 'isAdded' | 'deleted'>) {
  if (isAdded) return deleted?.[1] ? undefined : true
  return deleted && deleted[0] !== deleted[1] ? deleted[0] : undefined
}
