import { readQuery, writeQuery } from '../db/raw-query.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import { noteRecords } from '../webhooks/outbox.ts'
import { entryId } from './activity.ts'
import type { AnyChange } from './open-change.ts'
import { recordTables } from './record-tables.ts'

/** A record that gets another number, and its previous one. */
export type Renumbered = { id: string; before: number; after: number }

/** Few enough for the number of values that one statement may have. */
const AT_ONCE = 500

/**
 * Shifts the numbers of records that a move does not otherwise touch: they keep their version and history, so that
 * edits by others are not blocked. Call it in the transaction of the change, once per change.
 */
export async function shiftSequence(db: Db, table: RecordTable, all: Renumbered[], change: AnyChange) {
  for (let first = 0; first < all.length; first += AT_ONCE) {
    const some = all.slice(first, first + AT_ONCE)
    const cases = some.map(() => 'when ? then cast(? as bigint)').join(' ')
    await writeQuery(
      db,
      `update ${table} set seq_no = case id ${cases} end where id in (${some.map(() => '?').join()})`,
      [...some.flatMap(({ id, after }) => [id, after]), ...some.map(({ id }) => id)],
    )
    const rows = some.map(({ id, before, after }, place) => ({
      id: entryId(change.id, first + place),
      change_id: change.id,
      table_name: table,
      record_id: id,
      seq_before: before,
      seq_after: after,
    }))
    await db.insertInto('renumbered').values(rows).execute()
  }
  const records = all.map(({ id }) => ({ id, version: null }))
  await noteRecords(db, { record_type: table, action: 'renumbered', records }, change)
}

/** The records whose numbers a change shifted, each with its present number, in the order of their new numbers. */
export async function shiftedBy(db: Db, changeId: string, table: RecordTable) {
  if (!recordTables[table].sequence) return []
  const rows = await readQuery<{ id: string; before: number; after: number; now: number }>(
    db,
    `select record_id as id, seq_before as before, seq_after as after, ${table}.seq_no as now
     from renumbered inner join ${table} on ${table}.id = renumbered.record_id
     where renumbered.id >= ? and renumbered.id < ? order by seq_after`,
    [entryId(changeId, 0), `${changeId}g`],
  )
  return rows.map(({ id, before, after, now }) => ({
    id,
    before: Number(before),
    after: Number(after),
    now: Number(now),
  }))
}

/**
 * Who last shifted a record's number since it got the version that a caller has read, if the caller sends a number that
 * the record has had since: then the caller did not choose it, but read it before.
 */
export async function shiftedSince(db: Db, recordId: string, version: number, sent: number) {
  const [read] = await readQuery<{ change_id: string }>(
    db,
    'select change_id from activity where record_id = ? and version = ? order by id desc limit 1',
    [recordId, version],
  )
  const since = read ? `${read.change_id}g` : ''
  const rows = await readQuery<{ change_id: string; seq_before: number; at: string; by: string | null }>(
    db,
    `select renumbered.change_id, seq_before, changes.at, coalesce(admins.name, users.name) as by
     from renumbered inner join changes on changes.id = renumbered.change_id
     left join admins on admins.id = changes.admin_id left join users on users.id = changes.user_id
     where record_id = ? and renumbered.id > ? order by renumbered.id`,
    [recordId, since],
  )
  const last = rows.at(-1)
  if (!last || rows.every(({ seq_before }) => Number(seq_before) !== sent)) return undefined
  return { by: last.by ?? 'someone else', at: last.at }
}
