import { engineOf } from '../db/engines/engine.ts'
import { writeQuery } from '../db/raw-query.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import { entryId } from './activity.ts'

/**
 * Records that the addition of these records, inactive now, was undone: lists leave them out. Call it in a transaction.
 */
export const noteUndoneAdds = (db: Db, table: RecordTable, ids: string[]) =>
  insertMarks(db, table, `${table}.id in ${engineOf(db).textsFromJson}`, [JSON.stringify(ids)])

/**
 * The same for those that are inactive for no other reason: an undo reversed their restoring, and no deletion of them
 * counts. Call it in a transaction, once what the undo reverses no longer counts.
 */
export const noteAddsUndoneAgain = (db: Db, table: RecordTable, ids: string[]) =>
  insertMarks(
    db,
    table,
    `${table}.id in ${engineOf(db).textsFromJson}
     and exists (select 1 from activity where record_id = ${table}.id and action = 'add')
     and not exists (
       select 1 from activity inner join changes on changes.id = activity.change_id
       where activity.record_id = ${table}.id and activity.action = 'delete'
         and changes.undoes is null and changes.undone_by is null)`,
    [JSON.stringify(ids)],
  )

/** The same for all records of a kind that a change has just deleted, when discarding what was prepared. */
export const noteDiscarded = (db: Db, table: RecordTable, changeId: string) =>
  insertMarks(
    db,
    table,
    `${table}.id in (
       select record_id from activity where id >= ? and id < ? and table_name = '${table}' and action = 'delete')`,
    [entryId(changeId, 0), `${changeId}g`],
  )

const insertMarks = (db: Db, table: RecordTable, those: string, values: string[]) =>
  writeQuery(
    db,
    `insert into undone_adds (record_id, table_name) select id, '${table}' from ${table}
     where is_deleted = 1 and ${those} on conflict (record_id) do nothing`,
    values,
  )

/** Forgets it for records that are active again. Call it in the same transaction. */
export const forgetUndoneAdds = (db: Db, ids: string[]) =>
  writeQuery(db, `delete from undone_adds where record_id in ${engineOf(db).textsFromJson}`, [JSON.stringify(ids)])
