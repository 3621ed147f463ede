import type { BulkFields, Change } from '#contract/changes.ts'
import type { BulkAction } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../../db/engines/engine.ts'
import { whereClause } from '../../../db/lists/list-filters.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { refused } from '../../../errors.ts'
import { enqueue, type JobContext } from '../../../jobs/jobs.ts'
import { type AnyChange, amend, countRecords, type OpenChange } from '../../../records/open-change.ts'
import { inWords, unexpectedNumber, wireName } from '../../../records/record-tables.ts'
import { servedKinds } from '../../kinds.ts'
import { findChange } from '../history/changes.repository.ts'
import { stateAfter } from '../history/sentence-words.ts'
import { beginning, endChange, leave, takeUpChange } from '../running-change.ts'
import { actOn, notYet, refuseToRestore, refuseUnfit, type Switching } from './bulk-actions.ts'
import {
  carryOut,
  differing,
  type Plan,
  planSet,
  previewOf,
  readSetFields,
  refusedBy,
  type SetValues,
} from './set-fields.ts'

export const BULK_CHANGE = 'bulk-change'

const didWhat: Record<BulkAction, string> = {
  delete: 'removed',
  restore: 'restored',
  activate: 'activated',
  deactivate: 'deactivated',
  set: 'updated',
}

/** What is said once it is done, of how many were `meant`; those that were so already, and what was `left`, stay. */
function doneMessage(table: RecordType, action: BulkAction, done: number, { meant = done, left = 0 } = {}) {
  const others = meant - done - left
  const number = others > 0 ? `${done.toLocaleString('en-US')} of ${inWords(table, meant)}` : inWords(table, done)
  const sentences = [
    `${number} ${didWhat[action]} successfully.`,
    ...(others > 0 ? [`The others were ${stateAfter(table, action)}.`] : []),
    ...(left ? [`${inWords(table, left)} ${left === 1 ? 'was left unchanged' : 'were left unchanged'}.`] : []),
  ]
  return sentences.join(' ')
}

/** What is chosen by a list's filters. */
type Matching = NonNullable<BulkFields['matching']>

/** `after` is the last place of the table that is done, `through` the last one there was; `done` is how many were changed. */
type Payload = {
  change_id: string
  record_type: RecordType
  action: BulkAction
  matching: Matching
  except: string[]
  after: number
  through: number
  /** Missing where a server before schema 0002 has begun it. */
  done?: number
  /** Of the action `set`. */
  set?: SetValues
}

/**
 * Does the same to many records, chosen by id or by the list's filters, as one change; to more than `most` in steps.
 * Returns the change; null when all are in that state already. Throws 409 when another number of records matches than `expect`, and 422 for a list, action,
 * filter or id that does not fit, and as restoring one record does.
 */
export function bulkChange(db: Db, fields: BulkFields, change: OpenChange, most: number): Promise<Change | null> {
  const { record_type, action, matching, except = [] } = fields
  refuseUnfit(record_type, action)
  return inTransaction(db, async (db) => {
    if (action === 'set') return setMany(db, fields, change, most)
    const chosen = await choose(db, fields, most)
    amend(change, { action, kind: action === 'delete' || action === 'restore' ? action : 'edit' })
    const affected = chosen.ids && (await affectedBy(db, record_type, action, chosen.ids))
    if (affected?.length === 0) return null
    if (affected) {
      const meant = chosen.total === affected.length ? undefined : chosen.total
      amend(change, {
        message: doneMessage(record_type, action, affected.length, { meant }),
        meant,
        done: affected.length,
      })
      await actOn(db, record_type as RecordTable, action, affected, change)
    } else await startBulk(db, { record_type, action, matching: matching ?? {}, except }, chosen.total, change)
    return findChange(db, change.id)
  })
}

/** The records that a call means: all of them by id, unless they are more than `most`. Throws 409 for an unexpected number. */
async function choose(db: Db, { record_type, ids, matching = {}, except = [], expect }: BulkFields, most: number) {
  const chosen = ids
    ? await existing(db, record_type, ids, except)
    : await matchingIds(db, record_type, { matching, except, most })
  if (expect !== undefined && chosen.total !== expect)
    throw unexpectedNumber(record_type, { found: chosen.total, expected: expect }, 'Nothing was changed.')
  return chosen
}

/** What giving records the same values would do, as people read it. Throws as bulkChange does, but for what is refused. */
export async function previewSet(db: Db, fields: BulkFields) {
  const { record_type } = fields
  refuseUnfit(record_type, fields.action)
  const set = readSetFields(record_type, fields.fields)
  const { ids = [] } = await choose(db, fields, Number.MAX_SAFE_INTEGER)
  return previewOf(db, record_type, await planSet(db, record_type, ids, set))
}

/**
 * Looks at all records of a change that would give more than `most` the same values, before its transaction begins.
 * Throws 409 where one of them refuses these, unless such are left.
 */
export async function lookBeforeSet(db: Db, fields: BulkFields, most: number) {
  const { record_type, matching, except = [], action, leave_obstacles } = fields
  if (action !== 'set' || !matching || leave_obstacles) return
  const { total } = await matchingIds(db, record_type, { matching, except, most })
  if (total <= most) return
  const preview = await previewSet(db, fields)
  if (preview.refused_count) throw refusedBy(record_type, preview)
}

async function setMany(db: Db, fields: BulkFields, change: OpenChange, most: number) {
  const { record_type, matching = {}, except = [], leave_obstacles: leaves = false } = fields
  const set = readSetFields(record_type, fields.fields)
  const { ids, total } = await choose(db, fields, most)
  amend(change, {
    action: 'set',
    kind: 'edit',
    detail: JSON.stringify(Object.keys(set.columns).map((column) => wireName(record_type, column))),
  })
  if (!ids) {
    await startBulk(db, { record_type, action: 'set', matching, except, set }, total, change)
    return findChange(db, change.id)
  }
  const plan = await planSet(db, record_type, ids, set)
  const [done, left] = [countOf(plan), plan.refused.length]
  if (left && !leaves) throw refusedBy(record_type, await previewOf(db, record_type, plan))
  if (!done) return null
  const meant = total === done + left ? undefined : total
  amend(change, { message: doneMessage(record_type, 'set', done, { meant: total, left }), meant, left, done })
  await carryOut(db, record_type, plan, change)
  return findChange(db, change.id)
}

const countOf = ({ changes }: Plan) => changes.reduce((sum, { ids }) => sum + ids.length, 0)

async function startBulk(
  db: Db,
  about: Pick<Payload, 'record_type' | 'action' | 'matching' | 'except' | 'set'>,
  total: number,
  change: OpenChange,
) {
  const { record_type, action, matching, except } = about
  if (action === 'restore') {
    await refuseToRestore(db, record_type as RecordTable, whereFor(db, record_type, matching, except, 'collect'))
  }
  const begun = { kind: change.kind, action, record_type, expected_count: total, is_redo: false }
  amend(change, { expected: total, title: inWords(record_type, total), message: `${beginning(begun)}.` })
  await countRecords(db, change, record_type, [])
  const [last] = await readQuery<{ seq: number }>(db, `select max(seq) as seq from ${record_type}`, [])
  const payload = { ...about, change_id: change.id, after: 0, through: Number(last?.seq ?? 0), done: 0 }
  await enqueue(db, BULK_CHANGE, payload satisfies Payload)
}

type Chosen = { total: number; ids?: string[] }

async function existing(db: Db, table: RecordType, ids: string[], except: string[]): Promise<Chosen> {
  const wanted = [...new Set(ids)].filter((id) => !except.includes(id))
  const found = await readQuery<{ id: string }>(
    db,
    `select id from ${table} where id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(wanted)],
  )
  if (found.length !== wanted.length) throw refused('ids', 'Some of these records do not exist.', 'unknown')
  return { total: wanted.length, ids: wanted }
}

async function matchingIds(
  db: Db,
  table: RecordType,
  { matching, except, most }: { matching: Matching; except: string[]; most: number },
): Promise<Chosen> {
  const { sql, values } = whereFor(db, table, matching, except, 'collect')
  const [count] = await engineOf(db).rowsOffThread<{ total: number }>(
    db,
    `select count(*) as total from ${table} ${sql}`,
    values,
  )
  const total = Number(count?.total ?? 0)
  if (total > most) return { total }
  const found = await readQuery<{ id: string }>(
    db,
    `select ${table}.id from ${table} ${sql} order by ${table}.seq`,
    values,
  )
  return { total: found.length, ids: found.map(({ id }) => id) }
}

/** Those of these records that are not in the wanted state already. */
async function affectedBy(db: Db, table: RecordType, action: Switching, ids: string[]) {
  const rows = await readQuery<{ id: string }>(
    db,
    `select id from ${table} where id in ${engineOf(db).textsFromJson} and ${notYet(table, action)}`,
    [JSON.stringify(ids)],
  )
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => found.has(id))
}

/** The WHERE clause of records that are chosen by id or by the list's filters. Throws 422 for a filter that the list does not have. */
export function whereChosen(
  db: Db,
  table: RecordType,
  { ids, matching = {}, except }: Pick<BulkFields, 'ids' | 'matching'> & { except: string[] },
) {
  if (!ids) return whereFor(db, table, matching, except, 'collect')
  const wanted = ids.filter((id) => !except.includes(id))
  return { sql: `where ${table}.id in ${engineOf(db).textsFromJson}`, values: [JSON.stringify(wanted)] }
}

/** The WHERE clause of the list's filters without the exceptions. Throws 422 for a filter that the list does not have. */
function whereFor(db: Db, table: RecordType, matching: Matching, except: string[], plan: 'collect' | 'walk') {
  const list = servedKinds[table].list
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

const NOTHING: SetValues = { columns: {}, fields: {} }

async function setSome(db: Db, table: RecordTable, ids: string[], set: SetValues, change: AnyChange) {
  const plan = await planSet(db, table, ids, set)
  await carryOut(db, table, plan, change)
  return { done: countOf(plan), left: plan.refused.length }
}

/**
 * The job of a change of very many records: changes at most `step` of them in one transaction and hands back the rest. Resolves to the
 * kinds of records that it changed.
 */
export async function bulkStep(db: Db, payload: Payload, step: number, { write, continueWith }: JobContext) {
  const { change_id, record_type, action, matching, except, after, through, set = NOTHING } = payload
  return write(db, async (db) => {
    const { sql, values } = whereFor(db, record_type, matching, except, 'walk')
    const open = action === 'set' ? differing(record_type, set) : { sql: notYet(record_type, action), values: [] }
    const rows = await readQuery<{ id: string; seq: number }>(
      db,
      `select ${record_type}.id, ${record_type}.seq from ${record_type} ${sql}
         and ${open.sql} and ${record_type}.seq > ? and ${record_type}.seq <= ? order by ${record_type}.seq limit ?`,
      [...values, ...open.values, after, through, step],
    )
    const change = await takeUpChange(db, change_id)
    if (!change) return []
    const ids = rows.map(({ id }) => id)
    const outcome =
      action === 'set'
        ? await setSome(db, record_type, ids, set, change)
        : await actOn(db, record_type as RecordTable, action, ids, change, { leave: true })
    await leave(db, change_id, outcome.left)
    const done = (payload.done ?? change.earlier ?? 0) + outcome.done
    const last = rows.at(-1)
    if (last && rows.length === step)
      await continueWith(db, { ...payload, after: Number(last.seq), done } satisfies Payload)
    else {
      const { left_count: left, expected_count } = await findChange(db, change_id)
      const message = doneMessage(record_type, action, done, { meant: expected_count ?? done, left })
      await endChange(db, change_id, { state: 'done', message, done_count: done })
    }
    return [...change.outcome.written.kinds.keys()]
  })
}
