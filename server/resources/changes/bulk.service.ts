import type { BulkFields, Change } from '#contract/changes.ts'
import type { BulkAction } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../db/engine.ts'
import { whereClause } from '../../db/list-page.ts'
import { rawQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError, refused } from '../../errors.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import { countRecords, type OpenChange, specify } from '../../records/open-change.ts'
import { inWords } from '../../records/record-tables.ts'
import { recordLists } from '../record-lists.ts'
import { actOn, notYet, refuseUnfit } from './bulk-actions.ts'
import { findChange } from './changes.repository.ts'
import { endChange, STEP_SIZE, takeUpChange } from './running-change.ts'
import { MOST_AT_ONCE } from './undo.service.ts'

export const BULK_CHANGE = 'bulk-change'

const verbs: Record<BulkAction, string> = {
  delete: 'removed',
  restore: 'restored',
  activate: 'activated',
  deactivate: 'deactivated',
}

/** What is chosen by a list's filters. */
type Matching = NonNullable<BulkFields['matching']>

/** `after` is the last place of the table that is done, `through` the last one there was. */
type Payload = {
  change_id: string
  record_type: RecordType
  action: BulkAction
  matching: Matching
  except: string[]
  after: number
  through: number
}

/**
 * Does the same to many records, chosen by id or by the list's filters, as one change; above 5,000 records in steps.
 * Returns the change. Throws 409 when another number of records matches than `expect`, and 422 for a list, action,
 * filter or id that does not fit, and as restoring one record does.
 */
export function bulkChange(db: Db, fields: BulkFields, change: OpenChange): Promise<Change> {
  const { record_type, action, ids, matching, except = [], expect } = fields
  refuseUnfit(record_type, action)
  return inTransaction(db, async (db) => {
    const chosen = ids
      ? await existing(db, record_type, ids, except)
      : await matchingIds(db, record_type, matching ?? {}, except)
    if (expect !== undefined && chosen.total !== expect) {
      const match = chosen.total === 1 ? 'matches' : 'match'
      const message = `${inWords(record_type, chosen.total)} ${match} now instead of ${expect.toLocaleString('en-US')}. Nothing was changed.`
      throw new AppError(409, message, { data: { expected: expect, found: chosen.total } })
    }
    specify(change, { kind: action === 'delete' || action === 'restore' ? action : 'edit' })
    const affected = chosen.ids && (await affectedBy(db, record_type, action, chosen.ids))
    specify(change, {
      message: `${inWords(record_type, affected?.length ?? chosen.total)} ${verbs[action]} successfully.`,
    })
    if (!affected) {
      specify(change, { expected: chosen.total })
      specify(change, { title: inWords(record_type, chosen.total) })
      await countRecords(db, change, record_type, [])
      const [last] = await rawQuery<{ seq: number }>(db, `select max(seq) as seq from ${record_type}`, [])
      const about = { change_id: change.id, record_type, action, matching: matching ?? {}, except }
      await enqueue(db, BULK_CHANGE, { ...about, after: 0, through: Number(last?.seq ?? 0) } satisfies Payload)
    } else {
      const done = await actOn(db, record_type as RecordTable, action, affected, change)
      if (!done) await countRecords(db, change, record_type, [])
    }
    return findChange(db, change.id)
  })
}

type Chosen = { total: number; ids?: string[] }

async function existing(db: Db, table: RecordType, ids: string[], except: string[]): Promise<Chosen> {
  const wanted = [...new Set(ids)].filter((id) => !except.includes(id))
  const found = await rawQuery<{ id: string }>(
    db,
    `select id from ${table} where id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(wanted)],
  )
  if (found.length !== wanted.length) throw refused('ids', 'Some of these records do not exist.')
  return { total: wanted.length, ids: wanted }
}

async function matchingIds(db: Db, table: RecordType, matching: Matching, except: string[]): Promise<Chosen> {
  const { sql, values } = whereFor(db, table, matching, except, 'collect')
  const [count] = await engineOf(db).rowsOffThread<{ total: number }>(
    db,
    `select count(*) as total from ${table} ${sql}`,
    values,
  )
  const total = Number(count?.total ?? 0)
  if (total > MOST_AT_ONCE) return { total }
  const found = await rawQuery<{ id: string }>(
    db,
    `select ${table}.id from ${table} ${sql} order by ${table}.seq`,
    values,
  )
  return { total: found.length, ids: found.map(({ id }) => id) }
}

/** Those of these records that are not in the wanted state already. */
async function affectedBy(db: Db, table: RecordType, action: BulkAction, ids: string[]) {
  const rows = await rawQuery<{ id: string }>(
    db,
    `select id from ${table} where id in ${engineOf(db).textsFromJson} and ${notYet[action]}`,
    [JSON.stringify(ids)],
  )
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => found.has(id))
}

/** The WHERE clause of the list's filters without the exceptions. */
function whereFor(db: Db, table: RecordType, matching: Matching, except: string[], plan: 'collect' | 'walk') {
  const list = recordLists[table]
  const { filters, is_deleted, ...scope } = matching
  for (const field of Object.keys(scope)) {
    if (!list.columns[field]) throw refused('matching', `This list cannot be filtered by the field ${field}.`)
  }
  const fixed = Object.fromEntries(Object.entries(scope).map(([field, value]) => [field, String(value)]))
  const { sql, values } = whereClause(db, list, { filters, is_deleted }, fixed, plan)
  if (!except.length) return { sql: sql || 'where 1 = 1', values }
  const others = `${table}.id not in ${engineOf(db).textsFromJson}`
  return { sql: sql ? `${sql} and ${others}` : `where ${others}`, values: [...values, JSON.stringify(except)] }
}

/**
 * The job of a change of very many records: changes some in one transaction and hands back the rest. Resolves to the
 * kinds of records that it changed.
 */
export async function bulkStep(db: Db, payload: Payload, { write, continueWith }: JobContext) {
  const { change_id, record_type, action, matching, except, after, through } = payload
  return write(db, async (db) => {
    const { sql, values } = whereFor(db, record_type, matching, except, 'walk')
    const rows = await rawQuery<{ id: string; seq: number }>(
      db,
      `select ${record_type}.id, ${record_type}.seq from ${record_type} ${sql}
         and ${record_type}.${notYet[action]} and ${record_type}.seq > ? and ${record_type}.seq <= ? order by ${record_type}.seq limit ?`,
      [...values, after, through, STEP_SIZE],
    )
    const change = await takeUpChange(db, change_id)
    await actOn(
      db,
      record_type as RecordTable,
      action,
      rows.map(({ id }) => id),
      change,
    )
    const last = rows.at(-1)
    if (last && rows.length === STEP_SIZE)
      await continueWith(db, { ...payload, after: Number(last.seq) } satisfies Payload)
    else await endChange(db, change_id)
    return [...change.outcome.written.recordTypes]
  })
}
