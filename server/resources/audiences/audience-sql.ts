import { type Audience, type AudienceCondition, isCondition } from '#contract/audience.ts'
import { dayLater } from '../../clock.ts'
import type { Condition } from '../../db/lists/condition.ts'
import { stateKeySql } from '../../integrations/places/states.ts'
import type { OfDays } from './audience-words.ts'
import type { Known } from './known-places.ts'

/**
 * How to find the users: `collect` looks up everything that refers to them at once, `walk` checks each of a few users.
 */
export type AudiencePlan = 'collect' | 'walk'
/**
 * What conditions are compared with, besides the database. If a place is assumed, `place` is that assumption: the rest
 * then finds everyone for whom it is or may be true, however little is known of where they live.
 */
export type AudienceContext = {
  today: string
  places: Known
  texts: string
  plan: AudiencePlan
  /** The table of RVs, by last owner for sold ones. */
  soldRvs: string
  /** The RVs that do not count as anyone's, as JSON: those awaiting transfer, except for safety. */
  notYet?: string | undefined
  place?: boolean | undefined
}

/** The first part of a postal code, which identifies its location. */
const POSTAL_AREA = `case when substr(users.zip, 1, 1) between '0' and '9' then substr(users.zip, 1, 5)
  else upper(substr(users.zip, 1, 3)) end`
const STATE_LOWER = 'lower(users.state)'
const STATE_KEY = stateKeySql('users.state')

const plain = (sql: string, ...values: (string | number)[]): Condition => ({ sql, values })
const joined = (parts: Condition[], word: 'and' | 'or'): Condition => ({
  sql: `(${parts.map(({ sql }) => sql).join(` ${word} `)})`,
  values: parts.flatMap(({ values }) => values),
})

/**
 * SQL for whether a user is meant: true, false, or null if unclear, because it is unknown where they live. Throws 422
 * for an unknown state.
 */
export function audienceSql(audience: Audience, context: AudienceContext, path = 'audience'): Condition {
  if ('not' in audience) {
    const inside = context.place === undefined ? context : { ...context, place: !context.place }
    const { sql, values } = audienceSql(audience.not, inside, `${path}.not`)
    return { sql: `(not ${sql})`, values }
  }
  if ('any' in audience)
    return joined(
      audience.any.map((part, place) => audienceSql(part, context, `${path}.any.${place}`)),
      'or',
    )
  if (isCondition(audience))
    return isOfRv(audience) ? hasRv([audience], context) : conditionSql(audience, context, path)
  // Statements about an RV in one `all` are about the same RV.
  const ofRv = audience.all.filter((part) => isCondition(part) && isOfRv(part)) as OfRv[]
  const others = audience.all.flatMap((part, place) =>
    isCondition(part) && isOfRv(part) ? [] : [audienceSql(part, context, `${path}.all.${place}`)],
  )
  return joined([...(ofRv.length ? [hasRv(ofRv, context)] : []), ...others], 'and')
}

type OfRv = Extract<AudienceCondition, { field: 'rv_type_id' | 'year_id' | 'model_id' | 'warranty_ends_in' }>
const isOfRv = (condition: AudienceCondition): condition is OfRv =>
  condition.field in rvColumns || condition.field === 'warranty_ends_in'
const rvColumns = { rv_type_id: 'rvs.cat_id', year_id: 'rvs.year_id', model_id: 'rvs.model_id' }

/** SQL for rows of another table about users. */
type About = { table: string; column: string; condition: Condition }

/**
 * Conditions true of very many owners are checked for each along an index: collecting them all takes several times as
 * long.
 */
const ofEach = (context: AudienceContext): AudienceContext => ({ ...context, plan: 'walk' })

/** Whether a user has a row in one of these. */
function hasOneOf(all: About[], { plan }: AudienceContext): Condition {
  const rows = all.map(({ table, column, condition: { sql, values } }) =>
    plan === 'walk'
      ? plain(`exists (select 1 from ${table} where ${column} = users.id and ${sql})`, ...values)
      : plain(`select ${column} from ${table} where ${column} is not null and ${sql}`, ...values),
  )
  if (plan === 'walk') return joined(rows, 'or')
  return plain(
    `users.id in (${rows.map(({ sql }) => sql).join(' union all ')})`,
    ...rows.flatMap(({ values }) => values),
  )
}

const has = (table: string, column: string, condition: Condition, context: AudienceContext) =>
  hasOneOf([{ table, column, condition }], context)

/**
 * Whether a user has such an RV, or was the last owner of one they sold: while nobody owns it, they are told about it.
 */
function hasRv(conditions: OfRv[], context: AudienceContext) {
  const such = [plain('rvs.is_deleted = 0'), ...conditions.map((one) => rvSql(one, context))]
  const own = context.notYet ? [...such, plain(`rvs.id not in ${context.texts}`, context.notYet)] : such
  const sold = [plain('rvs.sold_by is not null and rvs.user_id is null'), ...such]
  return hasOneOf(
    [
      { table: 'rvs', column: 'rvs.user_id', condition: joined(own, 'and') },
      ...(conditions.length ? [{ table: context.soldRvs, column: 'rvs.sold_by', condition: joined(sold, 'and') }] : []),
    ],
    context,
  )
}

function rvSql(condition: OfRv, context: AudienceContext): Condition {
  if (condition.field !== 'warranty_ends_in') return among(rvColumns[condition.field], condition, context)
  const [from, to] = daysOf(condition, context)
  // The longest of an RV's warranties counts.
  return plain(
    `rvs.serial_no in (
       select serial from warranties group by serial having max(expires_on) >= ? and max(expires_on) <= ?
       union all select serial from warranty_answers where ends_on >= ? and ends_on <= ?)`,
    from,
    to,
    from,
    to,
  )
}

function conditionSql(condition: Exclude<AudienceCondition, OfRv>, context: AudienceContext, path: string): Condition {
  switch (condition.field) {
    case 'has_rv': {
      // It names no RV: whoever has registered one has one, even while its transfer is pending.
      const owns = hasRv([], { ...ofEach(context), notYet: undefined })
      return condition.value ? owns : plain(`(not ${owns.sql})`, ...owns.values)
    }
    case 'platform':
      return has('devices', 'devices.user_id', among('devices.platform', condition, context), context)
    case 'maintenance_due_in': {
      const due = `maintenance_items.is_deleted = 0 and maintenance_items.added_by_kind = 'user'
        and maintenance_items.done_at is null and maintenance_items.due_date >= ? and maintenance_items.due_date <= ?`
      return has(
        'maintenance_items',
        'maintenance_items.added_by_id',
        plain(due, ...daysOf(condition, context)),
        context,
      )
    }
    case 'last_seen_before': {
      const day = condition.value
      const seen = [
        has('app_sessions', 'app_sessions.user_id', plain('app_sessions.used_at >= ?', day), ofEach(context)),
        has('app_sign_ins', 'app_sign_ins.user_id', plain('app_sign_ins.at >= ?', day), ofEach(context)),
      ]
      return plain(
        `(users.created_at < ? and ${seen.map(({ sql }) => `not ${sql}`).join(' and ')})`,
        day,
        ...seen.flatMap(({ values }) => values),
      )
    }
    case 'state':
      return inStates([condition.value].flat(), context, path)
    case 'near':
      return inAreas(context.places.near(condition.value), context)
  }
}

const among = (column: string, { value }: { value: string | string[] }, { texts }: AudienceContext) =>
  typeof value === 'string' ? plain(`${column} = ?`, value) : plain(`${column} in ${texts}`, JSON.stringify(value))

/** The first and last day meant. */
function daysOf({ op, value, value_to = value }: OfDays, { today }: AudienceContext): [string, string] {
  return op === 'within' ? [today, dayLater(today, value)] : [dayLater(today, value), dayLater(today, value_to)]
}

/** By the state if it is a known one, else by the postal code; null if neither tells. */
function inStates(wanted: string[], { places, texts, place }: AudienceContext, path: string): Condition {
  if (place !== undefined) return granted(place)
  const { names, areas, letters } = places.ofStates(wanted, path)
  const is = `${POSTAL_AREA} in ${texts}`
  const letter = 'upper(substr(users.zip, 1, 1))'
  // Most owners write its name or code: only for other texts is a key worth computing.
  const written = `users.state <> '' and ${STATE_KEY}`
  return plain(
    `case when users.state = '' and users.zip = '' then null
       when ${STATE_LOWER} in ${texts} then 1 = 1 when ${STATE_LOWER} in ${texts} then 1 = 0
       when ${written} in ${texts} then 1 = 1 when ${written} in ${texts} then 1 = 0
       when ${is} then 1 = 1 when ${is} then 1 = 0
       when ${letter} in ${texts} then 1 = 1 when ${letter} in ${texts} then 1 = 0 end`,
    JSON.stringify(names),
    places.allNames,
    JSON.stringify(names),
    places.allNames,
    JSON.stringify(areas),
    places.allAreas,
    JSON.stringify(letters),
    places.allLetters,
  )
}

/** Null if the postal code is unknown. */
function inAreas(areas: string[], { places, texts, place }: AudienceContext): Condition {
  if (place !== undefined) return granted(place)
  const is = `${POSTAL_AREA} in ${texts}`
  return plain(
    `case when users.zip = '' then null when ${is} then 1 = 1 when ${is} then 1 = 0 end`,
    JSON.stringify(areas),
    places.allAreas,
  )
}

const granted = (place: boolean) => plain(place ? '1 = 1' : '1 = 0')

/** Whether an audience depends on where owners live, which may be unknown. */
export function asksPlace(audience: Audience): boolean {
  if ('all' in audience) return audience.all.some(asksPlace)
  if ('any' in audience) return audience.any.some(asksPlace)
  if ('not' in audience) return asksPlace(audience.not)
  return audience.field === 'state' || audience.field === 'near'
}
