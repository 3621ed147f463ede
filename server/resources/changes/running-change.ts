import type { Change } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { counted } from '#contract/plural.ts'
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

/** The most records that one transaction changes, and a step: few enough that nobody notices the pause. */
export const LARGE_CHANGE: LargeChange = { moreThan: 5000, step: 250 }

/** Why a running change ends with the standing of who started it. */
export const OVER = {
  deactivated: 'The administrator who started this has been deactivated.',
  key_ended: 'The key of the program that started this has ended.',
}

/**
 * A change that runs in steps, as its next step goes on with it; undefined for one that has been stopped. Call it in the
 * transaction of that step. Throws 403 once the administrator who began it is deactivated, or the key of the program has ended.
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
  // Without them where a server before schema 0013 has begun it.
  const earlierKinds = new Map(kinds === null ? [] : (JSON.parse(kinds) as [RecordType, number][]))
  return { ...openChange<Actor | System>(about), id, at, earlier: Number(row.record_count), earlierKinds }
}

/** Notes that a step left some records as they were. Call it in the transaction of that step. */
export async function leave(db: Db, id: string, count: number) {
  if (!count) return
  await db
    .updateTable('changes')
    .set(({ eb }) => ({ left_count: eb('left_count', '+', count) }))
    .where('id', '=', id)
    .execute()
}

/** Ends a change that ran in steps, with the sentence that describes its outcome. Call it in a transaction. */
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

type Begun = Pick<Change, 'kind' | 'record_type' | 'expected_count' | 'is_redo'> & { action: ChangeAction | null }

/** What a change that runs in steps has begun, in words without a full stop. */
export function beginning({ kind, action, record_type, expected_count, is_redo }: Begun) {
  const count = expected_count ?? 0
  if (kind === 'undo') return `${is_redo ? 'Redoing' : 'Undoing'} ${count.toLocaleString('en-US')} records`
  if (kind === 'add') return `Adding ${count.toLocaleString('en-US')} records`
  return `${(action && doing[action]) ?? 'Changing'} ${formatRecordCount(record_type, count)}`
}

/** Ends a change before it is whole: what it would have undone can then be undone again. Call it in a transaction. */
export async function abortChange(db: Db, change: Change, end: { state: 'failed' | 'stopped'; problem?: string }) {
  const { _id, record_count } = change
  const { action } = await db.selectFrom('changes').select('action').where('id', '=', _id).executeTakeFirstOrThrow()
  const done = counted(record_count, 'record')
  const message = `${beginning({ ...change, action })}: ${end.state} after ${done}.`
  await endChange(db, _id, { ...end, message })
  await db.updateTable('changes').set({ undone_by: null }).where('undone_by', '=', _id).execute()
}

/** Stops a running change after the step under way. Returns it. Throws 404, and 422 for one that does not run. */
export const stopChange = (db: Db, id: string): Promise<Change> =>
  inTransaction(db, async (db) => {
    const change = await findChange(db, id)
    if (change.state !== 'running') throw refused('change_id', 'This change is not running.', 'not_allowed')
    await abortChange(db, change, { state: 'stopped' })
    return findChange(db, id)
  })
