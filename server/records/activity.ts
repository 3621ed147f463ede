import { sql } from 'kysely'
import type { RecordType } from '#contract/kinds.ts'
import { insertRow } from '../db/raw-query.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import { noteRecords } from '../webhooks/outbox.ts'
import { shortForm } from './names/shortened.ts'
import { type AnyChange, countRecords } from './open-change.ts'
import { notePublishing } from './publishing-dates.ts'
import { recordTables } from './record-tables.ts'

/** The changed columns, each with its value before and after. */
export type Changes = Record<string, [from: unknown, to: unknown]>

export type Action = 'add' | 'edit' | 'delete' | 'restore'

/** A record of a change: its id and the version it got. */
export type Written = { id: string; version: number }

/** Few enough for the number of values that one statement may have. */
const ENTRIES_AT_ONCE = 2000

/**
 * Records that the same happened to many records. Call it in the transaction of the change. Values of secret columns
 * are left out. An entry's id consists of its change's id and its place in the change, so the primary key finds a
 * change's entries.
 */
export async function writeActivities(
  db: Db,
  { action, table, records, changes }: { action: Action; table: RecordType; records: Written[]; changes: Changes },
  change: AnyChange,
) {
  const written = asStored(table, changes)
  const entries = records.map((record) => ({ ...record, ...written }))
  await notePublishing(
    db,
    table,
    records.map(({ id }) => ({ id, changes })),
    action === 'add',
  )
  await writeEntries(db, { action, table, entries }, change)
}

type Different = {
  action: Action
  table: RecordType
  records: (Written & { changes: Changes })[]
  title?: string | undefined
}

/**
 * Records what happened to each of many records, as writeActivities does. `title` is the first one's name, if known. Call
 * it in the transaction of the change.
 */
export const writeDifferent = async (db: Db, { action, table, records, title }: Different, change: AnyChange) => {
  const entries = records.map(({ id, version, changes }) => ({ id, version, ...asStored(table, changes) }))
  await notePublishing(db, table, records, action === 'add')
  return writeEntries(db, { action, table, entries, title }, change)
}

function asStored(table: RecordType, changes: Changes) {
  const wire = toWire(table, changes)
  return { changes: JSON.stringify(wire), shortened: shortForm(table, wire) }
}

type Entries = {
  action: Action
  table: RecordType
  entries: (Written & ReturnType<typeof asStored>)[]
  title?: string | undefined
}

async function writeEntries(db: Db, { action, table, entries, title }: Entries, change: AnyChange) {
  if (!entries.length) return
  const { actor } = change
  const before = await countRecords(
    db,
    change,
    table,
    entries.map(({ id }) => id),
    title,
  )
  const shared = {
    change_id: change.id,
    at: change.at,
    admin_id: actor.kind === 'admin' ? actor._id : null,
    user_id: actor.kind === 'user' ? actor._id : null,
    action,
    table_name: table,
  }
  for (let first = 0; first < entries.length; first += ENTRIES_AT_ONCE) {
    const rows = entries.slice(first, first + ENTRIES_AT_ONCE).map(({ id, version, ...entry }, index) => ({
      id: entryId(change.id, before + first + index),
      ...shared,
      ...entry,
      record_id: id,
      version: Number(version),
    }))
    const [only] = rows
    if (only && rows.length === 1) await insertRow(db, 'activity', only)
    else await db.insertInto('activity').values(rows).execute()
  }
  await noteRecords(db, { record_type: table, action: told[action], records: entries.map(numbered) }, change)
}

const told = { add: 'added', edit: 'changed', delete: 'deleted', restore: 'restored' } as const
const numbered = ({ id, version }: Written) => ({ id, version: Number(version) })

/** The id of the entry at this place of a change. */
export const entryId = (changeId: string, place: number) => changeId + place.toString(16).padStart(8, '0')

/** Changed columns by wire name, secrets unreadable. */
export const toWire = (table: RecordType, changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([column]) => !column.endsWith('_key'))
      // A secret that is missing before and after says nothing to anyone.
      .filter(([column, values]) => !isSecret(table, column) || values.some(Boolean))
      .map(([column, values]) => {
        const { wire = column } = recordTables[table].columns[column] ?? {}
        return [wire, isSecret(table, column) ? SECRET : values]
      }),
  )

const isSecret = (table: RecordType, column: string) => recordTables[table].columns[column]?.type === 'secret'

const SECRET: [string, string] = ['***', '***']

/** Entries with the time they were made (ISO 8601) and their author's id and name; null for the product itself. */
export const entriesWithNames = (db: Db) =>
  db
    .selectFrom('activity')
    .leftJoin('admins', 'admins.id', 'activity.admin_id')
    .leftJoin('users', 'users.id', 'activity.user_id')
    .select(({ fn }) => [
      'activity.at',
      fn.coalesce('admins.name', 'users.name').as('by'),
      fn.coalesce('activity.admin_id', 'activity.user_id').as('by_id'),
    ])

/** Who last changed a record, and when (ISO 8601); undefined if nobody did. */
export const lastChange = (db: Db, id: string) =>
  entriesWithNames(db)
    .where('record_id', '=', id)
    // Versions give the order of changes, whatever the servers' clocks say.
    .orderBy('activity.version', 'desc')
    .orderBy('activity.id', 'desc')
    .executeTakeFirst()

/**
 * SQL for the name of who last changed a record of `table`, in a SELECT from it; null if nobody did. A list that shows
 * it reads the admins and, if owners change such records, the users.
 */
export const updatedBy = (table: RecordTable) =>
  // With joins SQLite reads all administrators for each row if its statistics date from when there were few.
  sql<string | null>`(
    select coalesce(
      (select name from admins as admin where admin.id = activity.admin_id),
      (select name from users as app_user where app_user.id = activity.user_id)
    ) from activity where activity.record_id = ${sql.ref(`${table}.id`)}
    order by activity.version desc, activity.id desc limit 1
  )`.as('updated_by')

/** The columns shared by all records, for `table` in a SELECT from it, with who last changed a record. */
export const recordColumns = <Table extends RecordTable>(table: Table) =>
  [
    `${table}.id`,
    `${table}.is_deleted`,
    `${table}.version`,
    `${table}.created_at`,
    `${table}.updated_at`,
    updatedBy(table),
  ] as const
