import { type Audience, type AudienceField, isCondition } from '#contract/audience.ts'
import type { Condition } from '../../db/lists/condition.ts'

/** This index has everything that is asked of a user, by where they live. */
const BY_PLACE = 'users_by_place'
/** Who can be told anything. */
export const ACTIVE = 'users.is_deleted = 0 and users.status = 1 and users.erased_at is null'

/** Fewer owners have these than live somewhere: they are looked up first. */
const LOOKED_UP: AudienceField[] = [
  'rv_type_id',
  'year_id',
  'model_id',
  'warranty_ends_in',
  'platform',
  'maintenance_due_in',
]

/** What an audience asks about where owners live, and what else. */
type Split = { places: Audience; rest: Audience | undefined }

/** Splits an audience whose owners are found sooner by where they live than one by one; undefined for others. */
export function splitByPlace(audience: Audience): Split | undefined {
  if (asksOnlyPlace(audience)) return { places: audience, rest: undefined }
  if (!('all' in audience)) return undefined
  const places = audience.all.filter(asksOnlyPlace)
  const rest = audience.all.filter((part) => !asksOnlyPlace(part))
  if (!places.length || rest.some((part) => isCondition(part) && LOOKED_UP.includes(part.field))) return undefined
  return { places: { all: places }, rest: { all: rest } }
}

function asksOnlyPlace(audience: Audience): boolean {
  if ('all' in audience) return audience.all.every(asksOnlyPlace)
  if ('any' in audience) return audience.any.every(asksOnlyPlace)
  if ('not' in audience) return asksOnlyPlace(audience.not)
  return audience.field === 'state' || audience.field === 'near'
}

/**
 * SQL that says of each state and postal code that owners gave whether it is meant (`place.meant`), by a condition on
 * `users`: a million owners give a few thousand, which are found by steps along an index. Then where to find the owners
 * of those that are or may be meant.
 */
export function livingThere({ sql, values }: Condition, fromIndex: (table: string, index: string) => string) {
  const users = fromIndex('users', BY_PLACE)
  // By id.
  const firstOf = (where: string, order: string) =>
    `(select users.id from ${users} where ${ACTIVE}${where} order by ${order} limit 1)`
  const next = `coalesce(
    ${firstOf(' and users.state = lived.state and users.zip > lived.zip', 'users.zip')},
    ${firstOf(' and users.state > lived.state', 'users.state, users.zip')})`
  return {
    places: {
      sql: `with recursive lived(state, zip) as (
          select state, zip from users where id = ${firstOf('', 'users.state, users.zip')}
          union all select found.state, found.zip from lived cross join users as found where found.id = ${next}),
        place as materialized (select state, zip, ${sql} as meant from lived as users)`,
      values,
    },
    from: `place cross join ${users}`,
    where: `users.state = place.state and users.zip = place.zip and (place.meant is null or place.meant) and ${ACTIVE}`,
  }
}
