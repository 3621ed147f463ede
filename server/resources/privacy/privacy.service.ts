import type { z } from 'zod'
import type { eraseFields, UserPrivacy } from '#contract/privacy.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { hasBeenErased, isErased } from '../../records/erased.ts'
import { type OpenChange, setDetails } from '../../records/open-change.ts'
import { readRow } from '../../records/rows.ts'
import { ERASED_NOW } from '../changes/history/sentence-calls.ts'
import { eraseOwner, keptAfterErase } from './erase.service.ts'
import { listRequests, noteRequest } from './requests.service.ts'
import { callOffErase, eraseDueAt, scheduleErase } from './schedule-erase.ts'

const MOST_REQUESTS = 100
const NOT_ASKED = 'Nobody has asked for this user to be erased.'

/**
 * Has an owner erased, in a week or at once. Resolves to when, and what it leaves. Throws 404, and 422 for an erased
 * owner.
 */
export async function eraseByOffice(
  db: Db,
  { user_id, now = false, ...request }: z.output<typeof eraseFields>,
  dueDays: number,
  change: OpenChange,
) {
  if (isErased(await readRow(db, 'users', user_id))) throw hasBeenErased()
  const kept = await keptAfterErase(db, user_id)
  const noted = { ...request, admin_id: change.actor._id, dueDays }
  if (!now) return { erased_at: await scheduleErase(db, user_id, noted, change), kept }
  setDetails(change, { detail: ERASED_NOW })
  await noteRequest(db, { ...noted, kind: 'erase', user_id })
  await eraseOwner(db, user_id, change)
  return { erased_at: isoNow(), kept }
}

/** Cancels an owner's erase. Throws 404, 422 for an erased owner, and 409 if none was requested. */
export async function keepByOffice(db: Db, user_id: string, change: OpenChange) {
  if (isErased(await readRow(db, 'users', user_id))) throw hasBeenErased()
  if (!(await callOffErase(db, user_id, change))) throw new AppError(409, NOT_ASKED, { code: 'conflict' })
}

/** What an owner has agreed to and requested, and when they will be erased. Throws 404. */
export async function readPrivacy(db: Db, user_id: string): Promise<UserPrivacy> {
  await readRow(db, 'users', user_id)
  const row = await db
    .selectFrom('users')
    .select(['news', 'reminders', 'preferences_at', 'text_version', 'preferences_app', 'terms_version', 'terms_at'])
    .select(['erased_at', 'merged_into'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { news, reminders, preferences_app, erased_at, merged_into, ...agreed } = row
  const other = db.selectFrom('users').select(['id as _id', 'name']).where('id', '=', merged_into)
  return {
    ...agreed,
    news: news === 1,
    reminders: reminders === 1,
    app: preferences_app,
    erased_at: erased_at ?? (await eraseDueAt(db, user_id)) ?? null,
    is_erased: erased_at !== null,
    merged_into: (await other.executeTakeFirst()) ?? null,
    kept: erased_at === null ? await keptAfterErase(db, user_id) : [],
    requests: (await listRequests(db, { user_id, per_page: MOST_REQUESTS })).data,
  }
}
