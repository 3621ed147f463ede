import type { Language } from '#contract/french.ts'
import { ERASE_DAYS } from '#contract/privacy.ts'
import { endAppSessions } from '../../auth/app-sessions.ts'
import { DAY, isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { schedule } from '../../jobs/schedule.ts'
import { type AnyChange, openChange } from '../../records/open-change.ts'
import { recordTouch } from '../../records/plan/sources/facts.ts'
import { mailLater } from '../letters.ts'
import {
  ASKED_AGAIN,
  closeEraseRequests,
  ERASE_OWNER,
  type NewRequest,
  noteRequest,
  TAKEN_BACK,
} from './requests.service.ts'

export const DELETION_MAIL = 'owner-deletion'
/** With the number of months the owner has been unseen, if that is the reason. */
export type DeletionRequest = { user_id: string; erased_at: string; months?: number; language?: Language | null }

const KEPT = 'The account is not deleted.'

/** When an owner will be erased (ISO 8601); undefined if that is not scheduled. */
export async function eraseDueAt(db: Db, id: string) {
  const due = db.selectFrom('jobs').select('due_at').where('kind', '=', ERASE_OWNER).where('key', '=', id)
  return (await due.executeTakeFirst())?.due_at ?? undefined
}

/**
 * In how many days, if not a week; how many months the owner has been unseen, if that is the reason; in what language.
 */
type When = { days?: number; months?: number; language?: Language | null }

/**
 * Schedules an owner's erase, ends all their sessions, so that only signing in keeps the account, and mails them the
 * deadline. Returns it (ISO 8601). Call it in the transaction of the change.
 */
export async function scheduleErase(
  db: Db,
  id: string,
  request: Omit<NewRequest, 'kind'>,
  change: AnyChange,
  { days = ERASE_DAYS, ...why }: When = {},
) {
  const erased_at = isoNow(days * DAY)
  await schedule(db, ERASE_OWNER, id, erased_at)
  await closeEraseRequests(db, id, ASKED_AGAIN)
  await noteRequest(db, { ...request, kind: 'erase', user_id: id })
  await recordTouch(db, 'users', id, change)
  await endAppSessions(db, [id])
  await mailLater(db, DELETION_MAIL, { user_id: id, erased_at, ...why } satisfies DeletionRequest)
  return erased_at
}

/** Cancels an owner's erase as part of this change. Returns whether there was one. Call it in a transaction. */
export async function callOffErase(db: Db, id: string, change: AnyChange) {
  if (!(await eraseDueAt(db, id))) return false
  await schedule(db, ERASE_OWNER, id, null)
  await closeEraseRequests(db, id, TAKEN_BACK)
  await recordTouch(db, 'users', id, change)
  return true
}

/** The same for an owner who signs in. Call it in a transaction. */
export async function keepOwner(db: Db, id: string) {
  if (!(await eraseDueAt(db, id))) return false
  const change = openChange({
    actor: { _id: id, kind: 'user' },
    call: 'keep-owner',
    kind: 'other',
    message: KEPT,
    isFinal: true,
  })
  return callOffErase(db, id, change)
}
