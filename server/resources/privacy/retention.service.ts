import { engineOf } from '../../db/engines/engine.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { openChange } from '../../records/open-change.ts'
import type { Settings } from '../../settings/settings.ts'
import { forgetRegisteredOwners } from '../campaigns/registered-owners.ts'
import { eraseAgain } from './erase-again.ts'
import { ERASE_OWNER, monthsFromNow, pruneRequests } from './requests.service.ts'
import { rewriteAfterErase } from './rewrite.service.ts'
import { scheduleErase } from './schedule-erase.ts'

/** How many days before the erase inactive owners are told. */
const DAYS_BEFORE = 30
/** Per day; the others follow. */
const MOST_A_DAY = 1000

/** The privacy part of housekeeping: each day, with the ids of erased owners, and each hour. */
export const privacyUpkeep = (db: Db, settings: Settings) => ({
  daily: (erased: string[]) => keepPrivacy(db, erased, settings),
  hourly: () => rewriteAfterErase(db, settings),
})

/**
 * Each day: erases again those whom an older database has brought back, tells owners unseen for `ownerInactiveMonths`
 * that they will be erased, and deletes old requests and the registered owners of old campaigns.
 */
export async function keepPrivacy(
  db: Db,
  erased: readonly string[],
  { ownerInactiveMonths, privacyDays }: Pick<Settings, 'ownerInactiveMonths' | 'privacyDays'>,
) {
  await eraseAgain(db, erased)
  await pruneRequests(db)
  await forgetRegisteredOwners(db)
  if (ownerInactiveMonths === undefined) return
  for (const id of await unseenSince(db, monthsFromNow(-ownerInactiveMonths)))
    await inTransaction(db, (db) => warn(db, id, { months: ownerInactiveMonths, dueDays: privacyDays }))
}

/** Owners who existed before then and have not been seen since: no session used, no sign-in. */
async function unseenSince(db: Db, at: string) {
  const rows = await engineOf(db).rowsOffThread<{ id: string }>(
    db,
    `select id from users where created_at < ? and erased_at is null and is_deleted = 0 and merged_into is null
       and id not in (select user_id from app_sessions where used_at >= ?)
       and id not in (select user_id from app_sign_ins where at >= ?)
       and id not in (select key from jobs where kind = ?)
     order by id limit ?`,
    [at, at, at, ERASE_OWNER, MOST_A_DAY],
  )
  return rows.map(({ id }) => id)
}

/** Schedules an owner's erase in a month, and mails them how to keep the account: by signing in. */
async function warn(db: Db, id: string, { months, dueDays }: { months: number; dueDays: number }) {
  const reason = `Not seen for ${months} months`
  const change = openChange({
    actor: { kind: 'system', reason },
    call: 'owner-inactive',
    kind: 'other',
    message: 'The account will be erased.',
    isFinal: true,
  })
  await scheduleErase(db, id, { note: `${reason}.`, dueDays }, change, { days: DAYS_BEFORE, months })
}
