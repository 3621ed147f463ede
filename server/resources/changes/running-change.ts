import type { Change } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { counted, formatNumber } from '#contract/plural.ts'
import type { Actor, System } from '../../actor.ts'
import type { ChangeAction } from '../../db/change-schema.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { LargeChange } from '../../deps.ts'
import { AppError, refused } from '../../errors.ts'
import { type AnyChange, openChange } from '../../records/open-change.ts'
import { formatRecordCount } from '../../records/record-tables.ts'
import { whyNotActing } from '../account/account.repository.ts'
import { findChange } from './history/changes.repository.ts'

/**
 * The most records that one transaction changes, and how many the first step does: few enough that nobody notices the
 * pause. Later steps do as many as fit into `target` milliseconds, as each has a commit of its own.
 */
export const LARGE_CHANGE: LargeChange = { moreThan: 5000, step: 250, target: 100 }

/** Why a running change ends when its author's standing does. */
export const OVER = {
  deactivated: 'The administrator who started this has been deactivated.',
  key_ended: 'The key of the program that started this has ended.',
}

/**
 * A change in steps, as its next step continues it; undefined if it has been stopped. Call it in the transaction of
 * that step. Throws 403 once the administrator who began it is deactivated, or the program's key has ended.
 */
export async function resumeChange(db: Db, id: string): Promise<AnyChange | undefined> {
  const row = await db.selectFrom('changes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (row.state !== 'running') return undefined
  const over = row.admin_id ? await whyNotActing(db, row.admin_id) : undefined
  if (over) throw new AppError(403, OVER[over], { code: 'deactivated' })
  const actor = row.admin_id
    ? ({ _id: row.admin_id, kind: 'admin' } as const)
    : row.user_id
      ? ({ _id: row.user_id, kind: 'user' } as const)
      : ({ kind: 'system', reason: row.reason ?? '' } as const)
  const { call, kind, message, at, undoes, kinds } = row
  const about = { actor, call, kind, message, ...(undoes && { undoes }) }
  // Without them if a server before schema 0013 began it.
  const earlierKinds = new Map(kinds === null ? [] : (JSON.parse(kinds) as [RecordType, number][]))
  return { ...openChange<Actor | System>(about), id, at, earlier: Number(row.record_count), earlierKinds }
}

/** Records that a step skipped some records. Call it in the transaction of that step. */
export async function leave(db: Db, id: string, count: number) {
  if (!count) return
  await db
    .updateTable('changes')
    .set(({ eb }) => ({ left_count: eb('left_count', '+', count) }))
    .where('id', '=', id)
    .execute()
}

/** Ends a change in steps with the sentence about its outcome. Call it in a transaction. */
export const endChange = (
  db: Db,
  id: string,
  { message, ...end }: { state: 'done' | 'failed' | 'stopped'; message: string; problem?: string; done_count?: number },
) =>
  db
    .updateTable('changes')
    .set({ ...end, message, message_key: textKey(message) })
    .where('id', '=', id)
    .execute()

const doing: Partial<Record<ChangeAction, string>> = {
  delete: 'Removing',
  restore: 'Restoring',
  activate: 'Activating',
  deactivate: 'Deactivating',
}

type Begun = Pick<Change, 'kind' | 'record_type' | 'expected_count' | 'is_redo'> & {
  action: ChangeAction | null
  /** What an import is about, with its number. */
  title?: string | undefined
}

/** What a change in steps began, in words without a full stop. */
export function beginning({ kind, action, record_type, expected_count, is_redo, title }: Begun) {
  const count = expected_count ?? 0
  if (kind === 'undo') return `${is_redo ? 'Redoing' : 'Undoing'} ${formatNumber(count)} records`
  if (kind === 'add') return `Adding ${formatNumber(count)} records`
  if (kind === 'import' && title) return `Changing ${title}`
  return `${(action && doing[action]) ?? 'Changing'} ${formatRecordCount(record_type, count)}`
}

/** Ends a change early: what it would have undone can then be undone again. Call it in a transaction. */
export async function abortChange(db: Db, change: Change, end: { state: 'failed' | 'stopped'; problem?: string }) {
  const { _id, record_count } = change
  const { action } = await db.selectFrom('changes').select('action').where('id', '=', _id).executeTakeFirstOrThrow()
  const done = counted(record_count, 'record')
  const message = `${beginning({ ...change, action })}: ${end.state} after ${done}.`
  await endChange(db, _id, { ...end, message })
  await db.updateTable('changes').set({ undone_by: null }).where('undone_by', '=', _id).execute()
}

/** Stops a running change after the current step. Returns it. Throws 404, and 422 if it is not running. */
export const stopChange = (db: Db, id: string): Promise<Change> =>
  inTransaction(db, async (db) => {
    const change = await findChange(db, id)
    if (change.state !== 'running') throw refused('change_id', 'This change is not running.', 'not_allowed')
    await abortChange(db, change, { state: 'stopped' })
    return findChange(db, id)
  })
