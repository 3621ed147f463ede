import type { BulkAction } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import { plural } from '#contract/plural.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import type { AnyChange, OpenChange } from '../../../records/open-change.ts'
import { formatRecordCount } from '../../../records/record-tables.ts'
import { beginInSteps, type SteppedWork } from '../change-steps.ts'
import { findChange } from '../history/changes.repository.ts'
import { stateAfter } from '../history/sentence-words.ts'
import { actOn, notYet, refuseToRestore } from './bulk-actions.ts'
import { type Counted, lastPlace, type Matching, whereFor } from './chosen-records.ts'
import { carryOut, countOf, differing, planSet, type SetValues } from './set-fields.ts'

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
      ? [`${formatRecordCount(table, left)} ${plural(left, 'was left unchanged', 'were left unchanged')}.`]
      : []),
  ]
  return sentences.join(' ')
}

/** `after` is the last place of the table that is done, `through` the last one there was; `done` is how many were changed. */
type Left = {
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
  about: Pick<Left, 'action' | 'matching' | 'except' | 'set'> & { record_type: RecordType },
  { total, through }: Omit<Counted, 'through'> & Partial<Counted>,
  change: OpenChange,
) {
  const { record_type, action, matching, except } = about
  if (action === 'restore') {
    await refuseToRestore(db, record_type as RecordTable, whereFor(db, record_type, matching, except, 'collect'))
  }
  const last = through ?? (await lastPlace(db, record_type))
  const payload = { ...about, work: 'bulk', after: 0, through: last, done: 0 } as const
  await beginInSteps<Left>(db, change, payload, {
    expected: total,
    title: formatRecordCount(record_type, total),
    action,
  })
}

const NOTHING: SetValues = { columns: {}, fields: {} }

async function setSome(db: Db, table: RecordTable, ids: string[], set: SetValues, change: AnyChange) {
  const plan = await planSet(db, table, ids, set)
  await carryOut(db, table, plan, change)
  return { done: countOf(plan), left: plan.refused.length }
}

/** A change of very many records, in the order of their places. */
export const bulkWork: SteppedWork<Left> = {
  async step(db, payload, change, most) {
    const { record_type, action, matching, except, after, through, set = NOTHING } = payload
    const { sql, values } = whereFor(db, record_type, matching, except, 'walk')
    const open = action === 'set' ? differing(record_type, set) : { sql: notYet(record_type, action), values: [] }
    const rows = await readQuery<{ id: string; seq: number }>(
      db,
      `select ${record_type}.id, ${record_type}.seq from ${record_type} ${sql}
         and ${open.sql} and ${record_type}.seq > ? and ${record_type}.seq <= ? order by ${record_type}.seq limit ?`,
      [...values, ...open.values, after, through, most],
    )
    const ids = rows.map(({ id }) => id)
    const outcome =
      action === 'set'
        ? await setSome(db, record_type, ids, set, change)
        : await actOn(db, record_type as RecordTable, action, ids, change, { leave: true })
    const done = (payload.done ?? change.earlier ?? 0) + outcome.done
    const next = { after: Number(rows.at(-1)?.seq ?? after), done }
    return { isOver: rows.length < most, next, left: outcome.left }
  },
  async end(db, { change_id, record_type, action, done = 0 }) {
    const { left_count: left, expected_count } = await findChange(db, change_id)
    const message = doneMessage(record_type, action, done, { meant: expected_count ?? done, left })
    return { message, done_count: done }
  },
}
