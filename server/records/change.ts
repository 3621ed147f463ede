import type { Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { RecordRow } from '#contract/records.ts'
import type { Actor } from '../actor.ts'
import { engineOf } from '../db/engine.ts'
import { rawQuery } from '../db/raw-query.ts'
import type { Db, RecordTable, Tables } from '../db/schema.ts'
import { AppError, refused } from '../errors.ts'
import { type Changes, lastChange, writeActivities, writeActivity } from './activity.ts'

type Shared = 'seq' | 'id' | 'is_deleted' | 'version' | 'created_at' | 'updated_at'
/** The columns that belong to the resource itself. */
type Own<Table extends RecordTable> = Omit<Tables[Table], Shared>

// Kysely cannot type a table that is only a type parameter, so inside this file every table is called 'record'. The
// signatures are exact.
type Loose = Kysely<{ record: Record<string, unknown> }>
const loosely = (db: Db, table: RecordTable) => ({ db: db as unknown as Loose, record: table as unknown as 'record' })

/** Adds a record with its activity entry and returns its id. Call it in a transaction. */
export async function addRecord<Table extends RecordTable>(db: Db, table: Table, values: Own<Table>, actor: Actor) {
  const id = newId()
  const now = new Date().toISOString()
  const loose = loosely(db, table)
  await loose.db
    .insertInto(loose.record)
    .values({ ...values, id, is_deleted: 0, version: 1, created_at: now, updated_at: now })
    .execute()
  const changes = Object.entries(values).map(([field, value]) => [field, [null, value]])
  await writeActivity(db, { action: 'add', table, id, changes: withoutKeys(Object.fromEntries(changes)) }, actor)
  return id
}

/**
 * Changes a record's own columns and records the old and new values. If nothing differs, nothing is written and the
 * version stays. Call it in a transaction, after refuseStale.
 */
export async function changeRecord<Table extends RecordTable>(
  db: Db,
  table: Table,
  id: string,
  values: Partial<Own<Table>>,
  actor: Actor,
) {
  const loose = loosely(db, table)
  const row = await loose.db.selectFrom(loose.record).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const changes: Changes = {}
  for (const [field, value] of Object.entries(values)) {
    if (row[field] !== value) changes[field] = [row[field], value]
  }
  if (!Object.keys(changes).length) return
  await loose.db
    .updateTable(loose.record)
    .set({ ...values, version: Number(row.version) + 1, updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  await writeActivity(db, { action: 'edit', table, id, changes: withoutKeys(changes) }, actor)
}

/**
 * Soft-deletes or restores the records of `table` whose columns hold one of the values in `which`; those already in that
 * state are skipped. Each change gets an activity entry. Returns the number of changed records. Call it in a
 * transaction.
 */
export async function setDeleted<Table extends RecordTable>(
  db: Db,
  table: Table,
  which: Partial<Record<keyof Tables[Table], string | string[]>>,
  deleted: boolean,
  actor: Actor,
) {
  const columns = Object.entries(which as Record<string, string | string[]>)
  const filters = columns.map(([column]) => ` and ${column} in ${engineOf(db).textsFromJson}`)
  const values = columns.map(([, values]) => JSON.stringify([values].flat()))
  const state = deleted ? 1 : 0
  const changed = await rawQuery<{ id: string }>(
    db,
    // No index on is_deleted fits, which most records share.
    `update ${table} set is_deleted = ?, version = version + 1, updated_at = ?
     where is_deleted <> ?${filters.join('')} returning id`,
    [state, new Date().toISOString(), state, ...values],
  )
  const changes: Changes = { is_deleted: [!deleted, deleted] }
  const ids = changed.map(({ id }) => id)
  await writeActivities(db, { action: deleted ? 'delete' : 'restore', table, ids, changes }, actor)
  return ids.length
}

/**
 * The columns that must be unique among active records and what such a record is called; nothing where duplicates are
 * allowed.
 */
type Naming<Columns> =
  | { unique: Partial<Columns>; thing: string; field?: string }
  | { unique?: undefined; thing?: undefined }

/**
 * Soft-deletes or restores one record, given as it is now; does nothing if it is already in that state. Throws 409 as
 * refuseStale does and, on restore, 422 as refuseDuplicate does. Returns whether it changed.
 */
export async function setRecordDeleted<Table extends RecordTable>(
  db: Db,
  table: Table,
  current: RecordRow,
  to: { deleted: boolean; version: number | undefined } & Naming<Own<Table>>,
  actor: Actor,
) {
  if (current.is_deleted === to.deleted) return false
  await refuseStale(db, current, to.version)
  if (!to.deleted && to.thing !== undefined) await refuseDuplicate(db, table, to.unique, to.thing, { field: to.field })
  const which = { id: current._id } as Partial<Record<keyof Tables[Table], string>>
  await setDeleted(db, table, which, to.deleted, actor)
  return true
}

/**
 * Refuses to change a record that has changed since the caller read it: 409 with the `current` record, who changed it
 * and when. Without a `version` nothing is checked.
 */
export async function refuseStale(db: Db, current: Pick<RecordRow, '_id' | 'version'>, version: number | undefined) {
  if (version === undefined || version === current.version) return
  const last = await lastChange(db, current._id)
  throw new AppError(409, `This record was changed by ${last?.changed_by ?? 'someone else'} in the meantime.`, {
    data: current,
    ...last,
  })
}

/**
 * Refuses a second active record with the same values in `same`, which are compared as stored, so by key columns: 422
 * `{thing} already exists.` on `field`. `except` is the id of the record being changed.
 */
export async function refuseDuplicate<Table extends RecordTable>(
  db: Db,
  table: Table,
  same: Partial<Own<Table>>,
  thing: string,
  { except, field = 'name' }: { except?: string; field?: string | undefined } = {},
) {
  const loose = loosely(db, table)
  let twins = loose.db.selectFrom(loose.record).select('id').where('is_deleted', '=', 0)
  for (const [column, value] of Object.entries(same)) twins = twins.where(column, '=', value)
  if (except) twins = twins.where('id', '<>', except)
  if (await twins.executeTakeFirst()) throw refused(field, `${thing} already exists.`)
}

// Key columns repeat what another column says.
const withoutKeys = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).filter(([field]) => !field.endsWith('_key')))
