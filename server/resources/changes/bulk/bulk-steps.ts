import type { BulkAction } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import { formatNumber, plural } from '#contract/plural.ts'
import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db } from '../../../db/schema.ts'
import type { OpenChange } from '../../../records/open-change.ts'
import { refuseToRestoreAll } from '../../../records/plan/rules/of-writes.ts'
import { formatRecordCount } from '../../../records/record-tables.ts'
import { beginInSteps, type SteppedWork } from '../change-steps.ts'
import { findChange } from '../history/changes.repository.ts'
import { stateAfter } from '../history/sentence-words.ts'
import { type Counted, lastPlace, type Matching, whereFor } from './chosen-records.ts'
import { carryOutBulk, notYet, planBulk } from './plan-bulk.ts'
import { differing, type SetValues } from './set-fields.ts'

const didWhat: Record<BulkAction, string> = {
  delete: 'removed',
  restore: 'restored',
  activate: 'activated',
  deactivate: 'deactivated',
  set: 'updated',
}

/** The message once it is done, of how many were `meant`; those already in that state, and what was `left`, stay. */
export function doneMessage(table: RecordType, action: BulkAction, done: number, { meant = done, left = 0 } = {}) {
  const others = meant - done - left
  const number =
    others > 0 ? `${formatNumber(done)} of ${formatRecordCount(table, meant)}` : formatRecordCount(table, done)
  const sentences = [
    `${number} ${didWhat[action]} successfully.`,
    ...(others > 0 ? [`The others were ${stateAfter(table, action)}.`] : []),
    ...(left
      ? [`${formatRecordCount(table, left)} ${plural(left, 'was left unchanged', 'were left unchanged')}.`]
      : []),
  ]
  return sentences.join(' ')
}

/**
 * `after` is the last finished place of the table, `through` the last one there was; `done` is how many were changed.
 */
type Left = {
  action: BulkAction
  matching: Matching
  except: string[]
  after: number
  through: number
  /** Missing if a server before schema 0002 began it. */
  done?: number
  /** For the action `set`. */
  set?: SetValues
}

/** Starts a change of very many records, which a job carries out. */
export async function startBulk(
  db: Db,
  about: Pick<Left, 'action' | 'matching' | 'except' | 'set'> & { record_type: RecordType },
  { total, through }: Omit<Counted, 'through'> & Partial<Counted>,
  change: OpenChange,
) {
  const { record_type, action, matching, except } = about
  if (action === 'restore') await refuseToRestore(db, record_type, matching, except)
  const last = through ?? (await lastPlace(db, record_type))
  const payload = { ...about, work: 'bulk', after: 0, through: last, done: 0 } as const
  await beginInSteps<Left>(db, change, payload, {
    expected: total,
    title: formatRecordCount(record_type, total),
    action,
  })
}

const NOTHING: SetValues = { columns: {}, fields: {} }

/** A change of very many records, in table order. */
export const bulkWork: SteppedWork<Left> = {
  async next(db, payload, change, most) {
    const { record_type: table, action, matching, except, after, through, set = NOTHING } = payload
    const { sql, values } = whereFor(db, table, matching, except, 'walk')
    const open = action === 'set' ? differing(table, set) : { sql: notYet(table, action), values: [] }
    const rows = await readQuery<{ id: string; seq: number }>(
      db,
      `select ${table}.id, ${table}.seq from ${table} ${sql}
         and ${open.sql} and ${table}.seq > ? and ${table}.seq <= ? order by ${table}.seq limit ?`,
      [...values, ...open.values, after, through, most],
    )
    const ids = rows.map(({ id }) => id)
    const plan = await planBulk(db, { table, action, set, change }, ids)
    const done = (payload.done ?? change.earlier ?? 0) + plan.writes.length
    const next = { after: Number(rows.at(-1)?.seq ?? after), done }
    return { plan, isOver: rows.length < most, next, carryOut: carryOutBulk }
  },
  async end(db, { change_id, record_type, action, done = 0 }) {
    const { left_count: left, expected_count } = await findChange(db, change_id)
    const message = doneMessage(record_type, action, done, { meant: expected_count ?? done, left })
    return { message, done_count: done }
  },
}

/** Refuses, before anything is written, to restore all records that match, if a rule refuses one: 422. */
function refuseToRestore(db: Db, table: RecordType, matching: Matching, except: string[]) {
  const { sql, values } = whereFor(db, table, matching, except, 'collect')
  return refuseToRestoreAll(db, table, async (columns, more) => {
    const text = `select ${columns} from ${table} ${sql} and ${table}.is_deleted = 1 ${more} limit 1`
    const [row] = await engineOf(db).rowsOffThread<{ id: string }>(db, text, values)
    return row?.id
  })
}
