import type { z } from 'zod'
import type { notifications } from '#contract/notifications.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Deps } from '../../deps.ts'
import type { MeantOn } from '../audiences/audiences.service.ts'
import { selectRecipients } from './count-chosen.ts'
import { findRecipients } from './notifications.service.ts'
import { knowsZone, limitFor } from './owners-sql.ts'
import { type Matching, matchingUsers } from './recipients.service.ts'

/**
 * How many active users a message would reach, and how many of the chosen ones it leaves out. Throws 422 as
 * `sendNotification` does, except if nobody is left.
 */
export async function countReached(
  deps: MeantOn & Pick<Deps, 'settings'>,
  { user_ids = [], all_matching, purpose }: z.output<typeof notifications.count.input>,
) {
  const { db, settings } = deps
  const chosen = await findRecipients(deps, { user_ids, all_matching, purpose })
  const isNews = purpose === 'news'
  const { where, recipients, no_consent } =
    'matching' in chosen
      ? { ...chosen, where: matchingUsers(db, { ...chosen.matching, isNews } as Matching, 'collect') }
      : await selectRecipients(db, chosen, purpose)
  const limit = (await limitFor(db, purpose, settings.weeklyMessageLimit)).all('users.id')
  const [found] = await engineOf(db).rowsOffThread<{ weekly_limit: number | null; unknown_zone: number | null }>(
    db,
    `select sum(case when ${limit.sql} then 1 else 0 end) as weekly_limit,
       sum(case when ${knowsZone('users.id')} = 0 then 1 else 0 end) as unknown_zone from users ${where.sql}`,
    [...limit.values, ...where.values],
  )
  return {
    count: recipients,
    held_back: {
      no_consent,
      weekly_limit: Number(found?.weekly_limit ?? 0),
      unknown_zone: Number(found?.unknown_zone ?? 0),
    },
  }
}
