import { isoNow } from '../../clock.ts'
import type { Condition } from '../../db/lists/condition.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { Moves } from './counts.service.ts'
import type { Limit } from './owners-sql.ts'

/**
 * Adds the users found by a clause, from `where` on, to a message's recipients, without repeating any: from then on it
 * is in their inbox. Returns how many are in which state. Call it in a transaction.
 */
export async function addTold(
  db: Db,
  id: string,
  { sql, values }: Condition,
  limit: Pick<Limit, 'each'>,
): Promise<Moves> {
  const isLimited = limit.each('users.id')
  const now = isoNow()
  const added = await writeQuery<{ state: 'waiting' | 'weekly_limit' }>(
    db,
    `insert into notification_recipients (notification_id, user_id, state, attempts, updated_at, told_at)
     select ?, users.id, case when ${isLimited.sql} then 'weekly_limit' else 'waiting' end, 0, ?, ? from users ${sql}
     order by users.seq on conflict (notification_id, user_id) do nothing returning state`,
    [id, ...isLimited.values, now, now, ...values],
  )
  const limited = added.filter(({ state }) => state === 'weekly_limit').length
  return { waiting: added.length - limited, ...(limited && { weekly_limit: limited }) }
}
