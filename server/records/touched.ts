import type { RecordType } from '#contract/kinds.ts'
import type { Db } from '../db/schema.ts'
import { entriesWithNames } from './activity.ts'
import { chunksOf } from './change.ts'
import { titlesOf } from './open-change.ts'

/** A record that stands in the way of an undo, and who changed it when. */
export type Touched = { record_type: RecordType; record_id: string; title: string; by: string; at: string }

type Later = { change_id: string; undoes: string | null; by: string | null; at: string }

/**
 * Who touched these records after the entries named, by record id: only changes that still count. One that has been
 * taken back, and the one that took it back, are ignored.
 */
export async function touchedSince(db: Db, records: { id: string; lastEntry: string }[]) {
  const since = new Map(records.map(({ id, lastEntry }) => [id, lastEntry]))
  const later = new Map<string, Later[]>()
  for (const some of chunksOf([...since.keys()])) {
    const first = some.reduce(
      (least, id) => ((since.get(id) as string) < least ? (since.get(id) as string) : least),
      'z',
    )
    const entries = await entriesWithNames(db)
      .leftJoin('changes', 'changes.id', 'activity.change_id')
      .select(['activity.id', 'activity.record_id', 'activity.change_id', 'changes.undoes'])
      .where('activity.record_id', 'in', some)
      .where('activity.id', '>', first)
      .orderBy('activity.id')
      .execute()
    for (const { id, record_id, ...entry } of entries) {
      if (id > (since.get(record_id) as string)) later.set(record_id, [...(later.get(record_id) ?? []), entry])
    }
  }
  const touched = new Map<string, { by: string; at: string }>()
  for (const [id, entries] of later) {
    const last = whatCounts(entries).at(-1)
    if (last) touched.set(id, { by: last.by ?? 'someone else', at: last.at })
  }
  return touched
}

// From the newest on: an undo and what it takes back cancel each other, so that what is left of a redo counts again.
function whatCounts(entries: Later[]) {
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

/** The touched records with their titles. */
export async function describeTouched(
  db: Db,
  records: { table: RecordType; id: string; by: string; at: string }[],
): Promise<Touched[]> {
  const titles = new Map<string, string>()
  for (const [table, some] of Map.groupBy(records, ({ table }) => table)) {
    const found = await titlesOf(
      db,
      table,
      some.map(({ id }) => id),
    )
    for (const [id, title] of found) titles.set(`${table} ${id}`, title)
  }
  return records.map(({ table, id, by, at }) => ({
    record_type: table,
    record_id: id,
    title: titles.get(`${table} ${id}`) ?? '',
    by,
    at,
  }))
}
