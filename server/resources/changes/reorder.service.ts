import type { Change } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { rawQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { notFound, refused } from '../../errors.ts'
import { changeRecord } from '../../records/change.ts'
import { type OpenChange, specify } from '../../records/open-change.ts'
import { recordTables } from '../../records/record-tables.ts'
import { findChange } from './changes.repository.ts'

/** A record in its sequence. */
export type Place = { id: string; seq_no: number }

/**
 * The new numbers, as few as possible, with which `moved` stands between the records `before` it, the nearest first,
 * and those `after` it: free numbers if there are any, else those of the neighbours move up, or down where that is
 * less or there are no larger ones. No two of the numbers given are the same, and none is one of a neighbour that stays.
 */
export function renumber(moved: Place, before: Place[], after: Place[]): Place[] {
  const [previous, next] = [before[0], after[0]]
  const isFree = (!previous || previous.seq_no < moved.seq_no) && (!next || moved.seq_no < next.seq_no)
  if (isFree) return []
  const up = shifted(
    { ...moved, seq_no: previous ? previous.seq_no + 1 : Math.max(0, (next?.seq_no ?? 1) - 1) },
    after,
    1,
  )
  const fitsUp = up.every(({ seq_no }) => Number.isSafeInteger(seq_no))
  if (!next && fitsUp) return up
  const down = shifted({ ...moved, seq_no: next ? next.seq_no - 1 : Number.MAX_SAFE_INTEGER }, before, -1)
  const fitsDown = down.every(({ seq_no }) => seq_no >= 0)
  return fitsDown && (!fitsUp || down.length < up.length) ? down : up
}

/** `first` at its number, and the neighbours that have to make room for it in one direction. */
function shifted(first: Place, neighbours: Place[], step: 1 | -1): Place[] {
  const numbered = [first]
  let last = first.seq_no
  for (const { id, seq_no } of neighbours) {
    if ((seq_no - last) * step > 0) break
    last += step
    numbered.push({ id, seq_no: last })
  }
  return numbered
}

/**
 * Moves a record in its sequence: before the record `before`, or to the end. Returns the change, or null when it stands
 * there already. Throws 404 for a record that does not exist, and 422 for one without a sequence or of another one.
 */
export function reorder(
  db: Db,
  table: RecordType,
  id: string,
  before: string | null,
  change: OpenChange,
): Promise<Change | null> {
  const { sequence, noun } = recordTables[table]
  if (!sequence) throw refused('record_type', 'These records have no sequence.')
  specify(change, { message: `${noun[0].charAt(0).toUpperCase()}${noun[0].slice(1)} moved successfully.` })
  return inTransaction(db, async (db) => {
    const [moved, next] = await Promise.all([find(db, table, id), before === null ? null : find(db, table, before)])
    if (next && next.scope !== moved.scope) throw refused('before', 'This record belongs to another sequence.')
    if (before === id) return null
    const all = await sequenceOf(db, table, moved)
    const others = all.filter((one) => one.id !== id)
    const place = next ? others.findIndex((one) => one.id === next.id) : others.length
    if (all[place]?.id === id) return null
    const numbers = renumber(moved, others.slice(0, place).reverse(), others.slice(place))
    for (const { id, seq_no } of numbers) await changeRecord(db, table as 'topics', id, { seq_no }, change)
    return numbers.length ? findChange(db, change.id) : null
  })
}

type Found = Place & { scope: string }

async function find(db: Db, table: RecordType, id: string): Promise<Found> {
  const within = recordTables[table].sequence?.within
  const [row] = await rawQuery<Found>(db, `select id, seq_no, ${within ?? `''`} as scope from ${table} where id = ?`, [
    id,
  ])
  if (!row) throw notFound('This record')
  return { ...row, seq_no: Number(row.seq_no) }
}

/** All records of the sequence in the order of their list. */
async function sequenceOf(db: Db, table: RecordType, { scope }: Found): Promise<Place[]> {
  const within = recordTables[table].sequence?.within
  const rows = await rawQuery<Place>(
    db,
    `select id, seq_no from ${table} ${within ? `where ${within} = ?` : ''} order by seq_no, created_at desc, id`,
    within ? [scope] : [],
  )
  return rows.map(({ id, seq_no }) => ({ id, seq_no: Number(seq_no) }))
}
