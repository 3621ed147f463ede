import type { Db } from '../../../../db/schema.ts'
import { type Action, type Changes, entriesWithNames } from '../../../activity.ts'
import { chunksOf } from '../../../rows.ts'

/** What was done to a record after a change: by whom, when, and which fields it set, by wire name. */
export type LaterEntry = {
  action: Action
  fields: string[]
  change_id: string
  undoes: string | null
  by: string
  at: string
}

/**
 * What was done to these records after the versions that change `changeId` gave them, by record id and in version
 * order: only what still counts. An undone change and its undo are ignored; so is what the change itself did. An entry
 * whose `undoes` is the change has already undone it.
 */
export async function laterEntries(db: Db, changeId: string, records: { id: string; version: number }[]) {
  const versions = new Map(records.map(({ id, version }) => [id, version]))
  const later = new Map<string, LaterEntry[]>()
  for (const some of chunksOf([...versions.keys()])) {
    const first = Math.min(...some.map((id) => versions.get(id) as number))
    const entries = await entriesWithNames(db)
      .leftJoin('changes', 'changes.id', 'activity.change_id')
      .select(({ fn }) => [
        'activity.record_id',
        'activity.version',
        'activity.change_id',
        'activity.action',
        fn.coalesce('activity.shortened', 'activity.changes').as('changes'),
        'changes.undoes',
      ])
      .where('activity.record_id', 'in', some)
      .where('activity.version', '>', first)
      .orderBy('activity.version')
      .orderBy('activity.id')
      .execute()
    for (const { record_id, version, changes, by, ...entry } of entries) {
      if (version <= (versions.get(record_id) as number)) continue
      const fields = Object.keys(JSON.parse(changes) as Changes)
      // It was only moved among records with its number.
      if (!fields.length && entry.action === 'edit') continue
      const one = { ...entry, fields, by: by ?? 'someone else' }
      later.set(record_id, [...(later.get(record_id) ?? []), one])
    }
  }
  for (const [id, entries] of later) {
    const counting = whatCounts(entries).filter(({ change_id }) => change_id !== changeId)
    if (counting.length) later.set(id, counting)
    else later.delete(id)
  }
  return later
}

// Newest first: an undo and what it undoes cancel each other out, so that the rest of a redo counts again.
function whatCounts(entries: LaterEntry[]) {
  const left = [...entries]
  for (let place = left.length - 1; place >= 0; place--) {
    const undone = left[place]?.undoes
    if (!undone) continue
    const partner = left.findIndex(({ change_id }) => change_id === undone)
    if (partner < 0) continue
    const gone = new Set([undone, left[place]?.change_id])
    const kept = left.filter(({ change_id }) => !gone.has(change_id))
    left.splice(0, left.length, ...kept)
    place = left.length
  }
  return left
}
