import type { Change } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../db/engine.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import { entryId } from '../../records/activity.ts'
import { effectsOf, effectsOfEntries } from '../../records/net-effect.ts'
import { countRecords, type OpenChange, specify } from '../../records/open-change.ts'
import { deletedWith, recordTables } from '../../records/record-tables.ts'
import { refuseUndoOf, takeBack } from '../../records/take-back.ts'
import { endChange, STEP_SIZE, takeUpChange } from './running-change.ts'

export const UNDO_CHANGE = 'undo-change'

/** `left` is how many entries of the change `undoes` are still to be taken back, from its end on. */
type Payload = { change_id: string; undoes: string; record_type: RecordType; left: number }

/** Begins to take back a change of very many records. Throws 409 for records that were touched since, 422 for taken names. */
export async function startUndo(db: Db, undone: Change, change: OpenChange) {
  await refuseTouched(db, undone)
  specify(change, { expected: undone.record_count })
  await countRecords(db, change, undone.record_type, [])
  await enqueue(db, UNDO_CHANGE, {
    change_id: change.id,
    undoes: undone._id,
    record_type: undone.record_type,
    left: undone.record_count,
  } satisfies Payload)
}

const SUSPECTS_AT_ONCE = 1000

// Only of records that have another version by now there is doubt. What is below those that go is looked up on its own.
async function refuseTouched(db: Db, { _id, record_count }: Change) {
  const range = [entryId(_id, 0), entryId(_id, record_count)]
  const query = <Row>(text: string, values: string[] = range) => engineOf(db).rowsOffThread<Row>(db, text, values)
  const tables = await query<{ table_name: RecordTable }>(
    'select distinct table_name from activity where id >= ? and id < ?',
  )
  for (const { table_name: table } of tables) {
    for (let last = ''; ; ) {
      const suspects = await query<{ id: string }>(
        `select activity.id from activity inner join ${table} on ${table}.id = activity.record_id
         where activity.id >= ? and activity.id < ? and activity.id > ? and activity.table_name = '${table}'
           and (activity.version is null or ${table}.version <> activity.version)
         order by activity.id limit ${SUSPECTS_AT_ONCE}`,
        [...range, last],
      )
      const ids = suspects.map(({ id }) => id)
      if (ids.length) await refuseUndoOf(db, await effectsOfEntries(db, ids))
      if (ids.length < SUSPECTS_AT_ONCE) break
      last = ids.at(-1) ?? ''
    }
    await refuseNewerBelow(db, table, range)
    await refuseTakenNames(db, table, range)
  }
}

/** Active records below those that would be deleted, which the change did not add or restore as well. */
async function refuseNewerBelow(db: Db, table: RecordTable, range: string[]) {
  for (const below of deletedWith(table)) {
    const [child] = await engineOf(db).rowsOffThread<{ entry: string }>(
      db,
      `select activity.id as entry from activity
       inner join ${below.table} as child on child.${below.column} = activity.record_id and child.is_deleted = 0
       where activity.id >= ? and activity.id < ? and activity.table_name = '${table}'
         and activity.action in ('add', 'restore')
         and not exists (select 1 from activity as own where own.record_id = child.id and own.change_id = activity.change_id)
       limit 1`,
      range,
    )
    if (child) await refuseUndoOf(db, await effectsOfEntries(db, [child.entry]))
  }
}

/** Names of records that would come back and that another active record has by now. */
async function refuseTakenNames(db: Db, table: RecordTable, range: string[]) {
  const { unique } = recordTables[table]
  if (!unique) return
  const same = unique.columns.map((column) => {
    const key = recordTables[table].columns[column]?.hasKey ? `${column}_key` : column
    return `twin.${key} = gone.${key}`
  })
  const [taken] = await engineOf(db).rowsOffThread<{ id: string }>(
    db,
    `select twin.id from activity inner join ${table} as gone on gone.id = activity.record_id
     inner join ${table} as twin on ${same.join(' and ')} and twin.is_deleted = 0 and twin.id <> gone.id
     where activity.id >= ? and activity.id < ? and activity.table_name = '${table}' and activity.action = 'delete'
     limit 1`,
    range,
  )
  if (taken) throw refused(unique.field, `${unique.thing} already exists.`)
}

/**
 * The job of startUndo: takes back some entries in one transaction and hands back the rest. Resolves to the kinds of
 * records that it changed.
 */
export async function undoStep(db: Db, payload: Payload, { write, continueWith }: JobContext) {
  const { change_id, undoes, left } = payload
  const first = Math.max(0, left - STEP_SIZE)
  return write(db, async (db) => {
    const change = await takeUpChange(db, change_id)
    await takeBack(db, await effectsOf(db, undoes, first, left - first), change, { skip: true })
    if (first > 0) await continueWith(db, { ...payload, left: first } satisfies Payload)
    else await endChange(db, change_id)
    return [...change.outcome.written.recordTypes]
  })
}
