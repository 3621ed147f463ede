import type { Purpose } from '#contract/message-fields.ts'
import { DAY, isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Condition } from '../../db/lists/condition.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'

/** SQL for an owner's zone, from the newest of their phones that has said one; null if none has. */
export const zoneOf = (user: string) => `(select devices.time_zone from devices
  where devices.user_id = ${user} and devices.time_zone is not null order by devices.created_at desc, devices.token limit 1)`

/**
 * SQL for what is known of the zones of an owner's phones, in one look-up: 1 if a phone has said its zone, 0 if none
 * has, and null without a phone.
 */
export const knowsZone = (user: string) =>
  `(select max(case when devices.time_zone is null then 0 else 1 end) from devices where devices.user_id = ${user})`

const WEEK = 7 * DAY
/** Rows of people who were not told do not count. */
const COUNTS = "told.state not in ('weekly_limit', 'no_consent', 'settled', 'not_meant', 'recalled')"

/** Finds owners who have reached the weekly limit; safety messages have none. */
export type Limit = {
  /** SQL for whether an owner is one of them: checks each of a few. */
  each: (user: string) => Condition
  /** The same for very many owners at once. */
  all: (user: string) => Condition
}

const NOBODY: Limit = { each: () => ({ sql: '1 = 0', values: [] }), all: () => ({ sql: '1 = 0', values: [] }) }

/** The limit for a message of that purpose, not counting the message itself. */
export async function limitFor(db: Db, purpose: Purpose, most: number, besides = ''): Promise<Limit> {
  if (purpose === 'safety') return NOBODY
  const since = isoNow(-WEEK)
  // A message moves whenever someone gets it.
  const recent = await readQuery<{ id: string }>(
    db,
    `select id from notifications where purpose <> 'safety' and updated_at > ? and id <> ?`,
    [since, besides],
  )
  if (recent.length < most) return NOBODY
  const ids = JSON.stringify(recent.map(({ id }) => id))
  const from = `from notification_recipients as told
    where told.notification_id in ${engineOf(db).textsFromJson} and told.told_at > ? and ${COUNTS}`
  return {
    each: (user) => ({
      sql: `(select count(*) ${from} and told.user_id = ${user}) >= ?`,
      values: [ids, since, most],
    }),
    all: (user) => ({
      sql: `${user} in (select told.user_id ${from} group by told.user_id having count(*) >= ?)`,
      values: [ids, since, most],
    }),
  }
}
