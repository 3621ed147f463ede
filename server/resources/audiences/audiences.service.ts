import type { Audience } from '#contract/audience.ts'
import type { AudienceCount } from '#contract/audiences.ts'
import { todayIn } from '#contract/maintenance-items.ts'
import type { Purpose } from '#contract/message-fields.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Condition } from '../../db/lists/condition.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AGREED } from '../notifications/consent.ts'
import { knowsZone, limitFor } from '../notifications/owners-sql.ts'
import { registeredMeanwhile } from '../rvs/transfers.repository.ts'
import { readUsers } from '../users/users.repository.ts'
import { type AudienceContext, type AudiencePlan, asksPlace, audienceSql } from './audience-sql.ts'
import { audienceInWords, refuseUnknownRecords } from './audience-words.ts'
import { ACTIVE, livingThere, splitByPlace } from './by-place.ts'
import { knownPlaces, NO_PLACES } from './known-places.ts'

/** This index has everything that conditions ask of a user, at a tenth of the rows' size. */
const TOLD = 'users_told'
const SHOWN = 10

export type MeantOn = Pick<Deps, 'db' | 'places'>
type On = MeantOn & Pick<Deps, 'settings'>

type MeantOf = Of & { plan?: AudiencePlan }

/**
 * SQL for whether a user is meant, as of a day (YYYY-MM-DD) at the office: null if unclear. Throws 422 for an unknown
 * state, and 503 if places cannot be looked up.
 */
export const meantSql = async (on: MeantOn, audience: Audience, of: MeantOf): Promise<Condition> =>
  audienceSql(audience, await contextOf(on, audience, of))

/** What an audience's conditions are compared with, read once for all statements about it. Throws as meantSql does. */
async function contextOf(
  { db, places }: MeantOn,
  audience: Audience,
  { today, purpose, plan = 'collect' }: MeantOf,
): Promise<AudienceContext> {
  const { textsFromJson: texts, fromIndex } = engineOf(db)
  // For an RV sold and registered anew, only safety messages go to both owners until the office has decided.
  const waiting = purpose === 'safety' ? [] : await registeredMeanwhile(db)
  return {
    today,
    plan,
    texts,
    places: asksPlace(audience) ? await knownPlaces(places) : NO_PLACES,
    soldRvs: fromIndex('rvs', 'rvs_sold_by'),
    ...(waiting.length && { notYet: JSON.stringify(waiting) }),
  }
}

/** Refuses an audience that could not be counted: 422 for unknown records and states. Throws as meantSql does. */
export async function refuseUncountable(on: MeantOn, audience: Audience) {
  await refuseUnknownRecords(on.db, audience)
  await meantSql(on, audience, { today: isoNow().slice(0, 10), purpose: 'safety' })
}

/** The WHERE clause of those who are told: active, meant, and for news, with consent. */
export const toldWhere = ({ sql, values }: Condition, isNews: boolean): Condition => ({
  sql: `where ${ACTIVE} and ${sql}${isNews ? ` and ${AGREED}` : ''}`,
  values,
})

const AGREED_OF_FOUND = 'found.news = 1'
type Of = { today: string; purpose: Purpose }
type Counted = Record<'meant' | 'told' | 'without_device' | 'unknown_place' | 'limited' | 'without_zone', number>

/**
 * How many owners an audience has now, how many are held back and why, and some of the others. Throws as meantSql does.
 */
export async function countAudience(
  deps: On,
  { audience, purpose = 'service' }: { audience: Audience; purpose?: Purpose | undefined },
): Promise<AudienceCount> {
  await refuseUnknownRecords(deps.db, audience)
  const today = todayIn(deps.settings.officeTimeZone)
  const context = await contextOf(deps, audience, { today, purpose })
  const { told: count, ...counted } = await countMeant(deps, audience, purpose, context)
  return {
    count,
    words: await audienceInWords(deps.db, audience),
    held_back: {
      no_consent: counted.meant - count,
      no_device: counted.without_device,
      weekly_limit: counted.limited,
      unknown_zone: counted.without_zone,
      unknown_place: counted.unknown_place,
    },
    sample: await sampleOf(deps.db, audience, { purpose, count }, context),
  }
}

/** From this many on, walking from the newest user finds some of them sooner than looking up all of them. */
const MANY = 1000

async function sampleOf(
  db: Db,
  audience: Audience,
  { purpose, count }: { purpose: Purpose; count: number },
  context: AudienceContext,
) {
  const isFew = count < MANY
  const { inSeqOrder, rowsOffThread } = engineOf(db)
  const { before, from, where, meant } = isFew
    ? whereToLook(db, audience, context)
    : everyone(inSeqOrder('users'), audienceSql(audience, { ...context, plan: 'walk' }))
  const agreed = purpose === 'news' ? ` and ${AGREED}` : ''
  const newest = `${before.sql} select users.id from ${from} where ${where} and ${meant.sql}${agreed}
    order by ${isFew ? '+users.seq' : 'users.seq'} desc limit ${SHOWN}`
  const shown = await rowsOffThread<{ id: string }>(db, newest, [...before.values, ...meant.values])
  return readUsers(
    db,
    shown.map(({ id }) => id),
  )
}

/**
 * Where the users are who may be meant, what says which are, and what comes before a SELECT of them. `others` is what
 * is asked of them besides.
 */
type Looked = { before: Condition; from: string; where: string; meant: Condition; others?: Audience | undefined }
const NOTHING: Condition = { sql: '', values: [] }
const IS_TRUE: Condition = { sql: '1 = 1', values: [] }
const everyone = (from: string, meant: Condition): Looked => ({ before: NOTHING, from, where: ACTIVE, meant })

function whereToLook(db: Db, audience: Audience, context: AudienceContext): Looked {
  const { fromIndex } = engineOf(db)
  // Of the whole, so that an unknown state is refused where it stands.
  const meant = audienceSql(audience, context)
  const split = splitByPlace(audience)
  if (!split) return { ...everyone(fromIndex('users', TOLD), meant), others: audience }
  const { places, ...living } = livingThere(audienceSql(split.places, context), fromIndex)
  const { sql, values } = split.rest ? audienceSql(split.rest, context) : IS_TRUE
  return { before: places, ...living, meant: { sql: `(place.meant and ${sql})`, values }, others: split.rest }
}

async function countMeant({ db, settings }: On, audience: Audience, purpose: Purpose, context: AudienceContext) {
  const { before, from, where, meant, others } = whereToLook(db, audience, context)
  // For whom it is true, or may be if their place is unknown: found without looking up places.
  const possible = others ? audienceSql(others, { ...context, places: NO_PLACES, place: true }) : IS_TRUE
  const decides = asksPlace(audience) ? meant : IS_TRUE
  const told = purpose === 'news' ? `meant and ${AGREED_OF_FOUND}` : 'meant'
  const sum = (of: string, name: string) => `sum(case when ${of} then 1 else 0 end) as ${name}`
  const limited = (await limitFor(db, purpose, settings.weeklyMessageLimit)).all('found.id')
  const text = `${before.sql} select ${sum('meant', 'meant')}, ${sum(told, 'told')}, ${sum('meant is null', 'unknown_place')},
      ${sum(`${told} and knows_zone is null`, 'without_device')}, ${sum(`${told} and ${limited.sql}`, 'limited')},
      ${sum(`${told} and knows_zone = 0`, 'without_zone')}
    from (select found.*, case when meant then ${knowsZone('found.id')} end as knows_zone from (select users.id, users.news, ${decides.sql} as meant
      from ${from} where ${where} and ${possible.sql}${engineOf(db).apart}) as found${engineOf(db).apart}) as found`
  const values = [...before.values, ...limited.values, ...decides.values, ...possible.values]
  const [found] = await engineOf(db).rowsOffThread<Record<keyof Counted, number | string | null>>(db, text, values)
  return {
    meant: Number(found?.meant ?? 0),
    told: Number(found?.told ?? 0),
    without_device: Number(found?.without_device ?? 0),
    unknown_place: Number(found?.unknown_place ?? 0),
    limited: Number(found?.limited ?? 0),
    without_zone: Number(found?.without_zone ?? 0),
  }
}
