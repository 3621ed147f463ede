import type { BulkAction } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { enqueue, type JobContext } from '../../../jobs/jobs.ts'
import { type AnyChange, countRecords, type OpenChange, setDetails } from '../../../records/open-change.ts'
import { formatRecordCount } from '../../../records/record-tables.ts'
import { findChange } from '../history/changes.repository.ts'
import { stateAfter } from '../history/sentence-words.ts'
import { beginning, endChange, leave, resumeChange } from '../running-change.ts'
import { actOn, notYet, refuseToRestore } from './bulk-actions.ts'
import { type Counted, lastPlace, type Matching, whereFor } from './chosen-records.ts'
import { carryOut, countOf, differing, planSet, type SetValues } from './set-fields.ts'

export const BULK_CHANGE = 'bulk-change'

const didWhat: Record<BulkAction, string> = {
  delete: 'removed',
  restore: 'restored',
  activate: 'activated',
  deactivate: 'deactivated',
  set: 'updated',
}

/** What is said once it is done, of how many were `meant`; those that were so already, and what was `left`, stay. */
export function doneMessage(table: RecordType, action: BulkAction, done: number, { meant = done, left = 0 } = {}) {
  const others = meant - done - left
  const number =
    others > 0
      ? `${done.toLocaleString('en-US')} of ${formatRecordCount(table, meant)}`
      : formatRecordCount(table, done)
  const sentences = [
    `${number} ${didWhat[action]} successfully.`,
    ...(others > 0 ? [`The others were ${stateAfter(table, action)}.`] : []),
    ...(left
      ? [`${formatRecordCount(table, left)} ${left === 1 ? 'was left unchanged' : 'were left unchanged'}.`]
      : []),
  ]
  return sentences.join(' ')
}

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

/** Begins a change of very many records, which a job carries out. */
export async function startBulk(
  db: Db,
  about: Pick<Payload, 'record_type' | 'action' | 'matching' | 'except' | 'set'>,
  { total, through }: Omit<Counted, 'through'> & Partial<Counted>,
  change: OpenChange,
) {
  const { record_type, action, matching, except } = about
  if (action === 'restore') {
    await refuseToRestore(db, record_type as RecordTable, whereFor(db, record_type, matching, except, 'collect'))
  }
  const begun = { kind: change.kind, action, record_type, expected_count: total, is_redo: false }
  setDetails(change, { expected: total, title: formatRecordCount(record_type, total), message: `${beginning(begun)}.` })
  await countRecords(db, change, record_type, [])
  const last = through ?? (await lastPlace(db, record_type))
  const payload = { ...about, change_id: change.id, after: 0, through: last, done: 0 }
  await enqueue(db, BULK_CHANGE, payload satisfies Payload)
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
    const change = await resumeChange(db, change_id)
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
