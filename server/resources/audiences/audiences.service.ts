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
import { audienceInWords } from './audience-words.ts'
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

const AGREED_OF_FOUND = 'found.news = 1'
type Of = { today: string; isNews: boolean }
type Counted = { meant: number; told: number; without_device: number; unknown_place: number }

/** How many owners an audience has now, how many of them are held back and why, and who some of the others are. Throws as meantSql. */
export async function countAudience(
  deps: MeantOn & Pick<Deps, 'settings'>,
  { audience, purpose = 'service' }: { audience: Audience; purpose?: Purpose | undefined },
): Promise<AudienceCount> {
  const isNews = purpose === 'news'
  const today = todayIn(deps.settings.officeTimeZone)
  const { told: count, ...counted } = await countMeant(deps, audience, { today, isNews })
  return {
    count,
    words: await audienceInWords(deps.db, audience),
    held_back: {
      no_consent: counted.meant - count,
      no_device: counted.without_device,
      weekly_limit: 0,
      unknown_place: counted.unknown_place,
    },
    sample: await sampleOf(deps, audience, { today, isNews, count }),
  }
}

/** From so many on, walking from the newest user finds some of them sooner than looking all of them up. */
const MANY = 1000

async function sampleOf({ db, places }: MeantOn, audience: Audience, { today, isNews, count }: Of & { count: number }) {
  const plan = count < MANY ? 'collect' : 'walk'
  const { sql, values } = toldWhere(await meantSql({ db, places }, audience, { today, plan }), isNews)
  const order = plan === 'walk' ? 'users.seq' : '+users.seq'
  const newest = `select users.id from users ${sql} order by ${order} desc limit ${SHOWN}`
  const shown = await engineOf(db).rowsOffThread<{ id: string }>(db, newest, values)
  return readUsers(
    db,
    shown.map(({ id }) => id),
  )
}

async function countMeant({ db, places }: MeantOn, audience: Audience, { today, isNews }: Of) {
  const [meant, possible] = [await meantSql({ db, places }, audience, { today }), possibleSql(db, audience, today)]
  const told = isNews ? `meant and ${AGREED_OF_FOUND}` : 'meant'
  const sum = (of: string, name: string) => `sum(case when ${of} then 1 else 0 end) as ${name}`
  const text = `select ${sum('meant', 'meant')}, ${sum(told, 'told')}, ${sum('meant is null', 'unknown_place')},
      ${sum(`${told} and not exists (select 1 from devices where devices.user_id = found.id)`, 'without_device')}
    from (select users.id, users.news, ${asksPlace(audience) ? meant.sql : '1 = 1'} as meant
      from users where ${ACTIVE} and ${possible.sql}${engineOf(db).apart}) as found`
  const values = asksPlace(audience) ? [...meant.values, ...possible.values] : possible.values
  const [found] = await engineOf(db).rowsOffThread<Record<keyof Counted, number | string | null>>(db, text, values)
  return {
    meant: Number(found?.meant ?? 0),
    told: Number(found?.told ?? 0),
    without_device: Number(found?.without_device ?? 0),
    unknown_place: Number(found?.unknown_place ?? 0),
  }
}

/** Those of whom it is true, or may be where it is not known where they live: found without looking for places. */
const possibleSql = (db: Db, audience: Audience, today: string) =>
  audienceSql(audience, { today, places: NO_PLACES, texts: engineOf(db).textsFromJson, plan: 'collect', place: true })
