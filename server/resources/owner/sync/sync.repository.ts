import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { isoNow } from '../../../clock.ts'
import { isPostgres } from '../../../db/engines/is-postgres.ts'
import { isPublishedAt } from '../../../db/lists/published.ts'
import type { Db } from '../../../db/schema.ts'
import { INBOX, type SyncedKind } from './held.ts'

type Loose = { record: { id: string } }

/** A record that has moved, and when: a sync continues after it. */
export type Moved = { moved: number; record_type: string; record_id: string }

type Settling = Moved & { settled: boolean }
type Row = Moved & { settled: boolean | number }
const toMoved = (row: Row): Settling => ({ ...row, moved: Number(row.moved), settled: Boolean(row.settled) })

const EVERYBODYS = ''
const OWNERS = '*'

/** Which history of changes the database has: a restore starts a new one. */
export async function epochOf(db: Db) {
  const row = await db.selectFrom('synced').select('record_id').where('record_type', '=', 'epoch').executeTakeFirst()
  return row?.record_id ?? ''
}

/**
 * The next records that have moved after a place, in order: everyone's, and the owner's. Those not `settled` may still
 * be preceded by what an open PostgreSQL transaction moves: the next sync must begin before them. One statement reads
 * all, as of one moment: a cursor must not skip what was written between two.
 */
export async function movedAfter(db: Db, owner: string | null, after: Moved, most: number): Promise<Settling[]> {
  const settled = isPostgres(db) ? sql`moved < pg_snapshot_xmin(pg_current_snapshot())::text::bigint` : sql`1`
  const whose = owner === null ? [EVERYBODYS] : [EVERYBODYS, OWNERS, owner]
  // Each along its own part of the index, which has no order for all of them.
  const parts = whose.map(
    (owner_id) => sql`select moved, record_type, record_id, ${settled} as settled from synced
      where owner_id = ${owner_id}
        and (moved, record_type, record_id) > (${after.moved}, ${after.record_type}, ${after.record_id})
      order by moved, record_type, record_id limit ${most}`,
  )
  if (owner !== null) parts.push(movedInInbox(owner, after, most, settled))
  const named = parts.map((part, place) => sql`select * from (${part}) as ${sql.ref(`part_${place}`)}`)
  const { rows } = await sql<Row>`${sql.join(named, sql` union all `)}`.execute(db)
  return rows.map(toMoved).toSorted(inOrder).slice(0, most)
}

/** The same for the owner's inbox, whose messages fall among the others in the order of `inOrder`. */
function movedInInbox(owner: string, after: Moved, most: number, settled: RawBuilder<unknown>) {
  const isBehind = INBOX > after.record_type ? sql`moved >= ${after.moved}` : sql`moved > ${after.moved}`
  const next =
    INBOX === after.record_type
      ? sql`(${isBehind} or (moved = ${after.moved} and notification_id > ${after.record_id}))`
      : isBehind
  return sql`select moved, ${sql.lit(INBOX)} as record_type, notification_id as record_id, ${settled} as settled
    from notification_recipients where user_id = ${owner} and ${next}
    order by moved, notification_id limit ${most}`
}

function inOrder(one: Moved, other: Moved) {
  if (one.moved !== other.moved) return one.moved - other.moved
  const [a, b] = [`${one.record_type} ${one.record_id}`, `${other.record_type} ${other.record_id}`]
  return a < b ? -1 : 1
}

/** Those of these records that the app stores, as its list has them. */
export async function recordsHeld(db: Db, { list }: SyncedKind, ids: string[]) {
  const selected = list.select(db) as unknown as SelectQueryBuilder<Loose, 'record', object>
  const rows = await selected
    .where(sql<boolean>`${sql.ref(`${list.table}.id`)} in (${sql.join(ids)})`)
    .where(isPublishedAt(list.table, isoNow()))
    .execute()
  return rows.map((row) => list.toWire(row))
}
