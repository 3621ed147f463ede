import type { Audience } from '#contract/audience.ts'
import type { AudienceCount } from '#contract/audiences.ts'
import { todayIn } from '#contract/maintenance-items.ts'
import type { Purpose } from '#contract/notifications.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Condition } from '../../db/lists/condition.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AGREED } from '../notifications/consent.ts'
import { readUsers } from '../users/users.repository.ts'
import { type AudiencePlan, asksPlace, audienceSql } from './audience-sql.ts'
import { knownPlaces, NO_PLACES } from './known-places.ts'

/** Who can be told anything. */
const ACTIVE = 'users.is_deleted = 0 and users.status = 1 and users.erased_at is null'
const SHOWN = 10

export type MeantOn = Pick<Deps, 'db' | 'places'>

/**
 * SQL for whether a user is meant, as of a day (YYYY-MM-DD) of the office: null where it cannot be said. Throws 422 for a state
 * that there is not, and 503 where places cannot be looked up.
 */
export async function meantSql(
  { db, places }: MeantOn,
  audience: Audience,
  { today, plan = 'collect' }: { today: string; plan?: AudiencePlan },
): Promise<Condition> {
  const known = asksPlace(audience) ? await knownPlaces(places) : NO_PLACES
  return audienceSql(audience, { today, places: known, texts: engineOf(db).textsFromJson, plan })
}

/** The WHERE clause of those who are told: active, meant, and for news agreed to it. */
export const toldWhere = ({ sql, values }: Condition, isNews: boolean): Condition => ({
  sql: `where ${ACTIVE} and ${sql}${isNews ? ` and ${AGREED}` : ''}`,
  values,
})

type Counted = { meant: number; agreed: number; without_device: number; unknown_place: number }

/** How many owners an audience has now, how many of them are held back and why, and who some of the others are. Throws as meantSql. */
export async function countAudience(
  deps: MeantOn & Pick<Deps, 'settings'>,
  { audience, purpose = 'service' }: { audience: Audience; purpose?: Purpose | undefined },
): Promise<AudienceCount> {
  const { db, settings } = deps
  const isNews = purpose === 'news'
  const meant = await meantSql(deps, audience, { today: todayIn(settings.officeTimeZone) })
  const told = toldWhere(meant, isNews)
  const { agreed, ...counted } = await countMeant(db, meant, { isNews, asksPlace: asksPlace(audience) })
  const newest = `select users.id from users ${told.sql} order by +users.seq desc limit ${SHOWN}`
  const shown = await engineOf(db).rowsOffThread<{ id: string }>(db, newest, told.values)
  const count = isNews ? agreed : counted.meant
  return {
    count,
    held_back: {
      no_consent: counted.meant - count,
      no_device: counted.without_device,
      weekly_limit: 0,
      unknown_place: counted.unknown_place,
    },
    sample: await readUsers(
      db,
      shown.map(({ id }) => id),
    ),
  }
}

async function countMeant(db: Db, meant: Condition, { isNews, asksPlace }: { isNews: boolean; asksPlace: boolean }) {
  const unreached = `not exists (select 1 from devices where devices.user_id = users.id)${isNews ? ` and ${AGREED}` : ''}`
  const unknown = `(select count(*) from users where ${ACTIVE} and ${meant.sql} is null)`
  const text = `select count(*) as meant, sum(case when ${AGREED} then 1 else 0 end) as agreed,
      sum(case when ${unreached} then 1 else 0 end) as without_device, ${asksPlace ? unknown : '0'} as unknown_place
    from users where ${ACTIVE} and ${meant.sql}`
  const values = asksPlace ? [...meant.values, ...meant.values] : meant.values
  const [found] = await engineOf(db).rowsOffThread<Record<keyof Counted, number | string | null>>(db, text, values)
  return {
    meant: Number(found?.meant ?? 0),
    agreed: Number(found?.agreed ?? 0),
    without_device: Number(found?.without_device ?? 0),
    unknown_place: Number(found?.unknown_place ?? 0),
  }
}
