import { sql } from 'kysely'
import { checkDigitParts } from '#contract/vin.ts'

/** Excludes RVs that someone has ruled out. */
const notRejected = "(unit.rejected_rvs = '' or unit.rejected_rvs not like '%' || rvs.id || '%')"

const ACTIVE = 'rvs.is_deleted = 0'
/** The same where SQLite would rather read all active RVs in order than look for the few with the same six digits. */
const ACTIVE_OF_FEW = '+rvs.is_deleted = 0'

/** Vehicles come first: SQLite takes cross joins in the order written. */
const withRvs = (match: string, are: string, { only, joined }: { only: string; joined: Joined }, active = ACTIVE) => `
  select unit.id as unit_id, unit.campaign_id, unit.status, rvs.id as rv_id, rvs.user_id, '${match}' as match ${joined.columns}
    from campaign_units as unit cross join rvs ${joined.tables}
    where ${are} and ${active} and unit.is_deleted = 0 and ${notRejected} and ${only} ${joined.where}`

type Joined = Record<'columns' | 'tables' | 'where', string>
const ALONE: Joined = { columns: '', tables: '', where: '' }
const WITH_OWNER: Joined = {
  columns: ', owner.name as user_name',
  tables: 'cross join users as owner',
  where: 'and owner.id = rvs.user_id and owner.is_deleted = 0 and owner.status = 1',
}

/** Owners who cannot sign in count as none. */
const WITH_OWNER_IF_ANY: Joined = {
  columns: ', owner.id as owner_id, owner.name as user_name',
  tables: 'left join users as owner on owner.id = rvs.user_id and owner.is_deleted = 0 and owner.status = 1',
  where: '',
}

const pairs = (about: { only: string; joined: Joined }) => `(
    ${withRvs('vin', 'rvs.full_vin = unit.vin', about)}
    union all
    ${withRvs('confirmed', 'unit.confirmed_rv is not null and rvs.id = unit.confirmed_rv and rvs.full_vin is null', about)}
  ) as pair`

/**
 * SQL: vehicles on a list (`pair.unit_id`, `campaign_id`, `status`), each with the active RVs (`rv_id`) that have its
 * full VIN (`match` is `vin`), or that someone confirmed (`confirmed`), and with their owners who can sign in
 * (`user_id`, `user_name`). `only` is a condition on `unit`, whose values are bound twice.
 */
export const ownedUnits = (only: string) => pairs({ only, joined: WITH_OWNER })

/** SQL: the same, including RVs without an owner: `owner_id` is the owner, null for none. */
export const matchedUnits = (only: string) => pairs({ only, joined: WITH_OWNER_IF_ANY })

/**
 * SQL: the same without checking each owner, for counts of very many: few owners cannot sign in, and these are left
 * out.
 */
export const countedUnits = (only: string) => `${pairs({ only, joined: ALONE })} where pair.user_id not in (
  select id from users where status = 0 union all select id from users where is_deleted = 1)`

const PLACES = checkDigitParts.weights.map((weight, place) => `(${place + 1}, ${weight})`).join(', ')
const LETTERS = checkDigitParts.values.map(([letter, value]) => `('${letter}', ${value})`).join(', ')

/** SQL: whether a full VIN has a wrong check digit, so that someone has mistyped it. */
export const hasWrongCheckDigit = (vin: string) => `(
  select case sum(place.column2 * letter.column2) % 11 when 10 then 'X'
      else cast(sum(place.column2 * letter.column2) % 11 as text) end
    from (values ${PLACES}) as place cross join (values ${LETTERS}) as letter
    where letter.column1 = substr(${vin}, place.column1, 1)) <> substr(${vin}, 9, 1)`

const MISTYPED = `rvs.vin = unit.serial and rvs.full_vin <> unit.vin and ${hasWrongCheckDigit('rvs.full_vin')}`
const SIX_DIGITS = "rvs.vin = unit.serial and rvs.full_vin is null and coalesce(unit.confirmed_rv, '') <> rvs.id"

const withOwnerWho = (is_mistyped: 0 | 1): Joined => ({
  ...WITH_OWNER,
  columns: `${WITH_OWNER.columns}, ${is_mistyped} as is_mistyped`,
})

/**
 * SQL: vehicles with RVs that they may be: with the same six digits, and no more known of the VIN, or mistyped
 * (`is_mistyped`). The values of `only` are bound twice.
 */
export const possibleUnits = (only: string) => `(
    ${withRvs('possible', SIX_DIGITS, { only, joined: withOwnerWho(0) })}
    union all
    ${withRvs('possible', MISTYPED, { only, joined: withOwnerWho(1) }, ACTIVE_OF_FEW)}
  ) as pair`

/** SQL: whether an RV (`rvs`) is a vehicle (`unit`), or may be. */
export const mayBe = `(${notRejected} and (rvs.full_vin = unit.vin or (${MISTYPED})
  or (rvs.full_vin is null and (rvs.vin = unit.serial or coalesce(unit.confirmed_rv, '') = rvs.id))))`

const openUnits = `select count(*) from campaign_units as unit
  inner join campaigns on campaigns.id = unit.campaign_id and campaigns.opened_at is not null
  where unit.is_deleted = 0 and unit.status = 'open' and ${notRejected}`

/** SQL: how many campaigns still have an open remedy for an RV. */
export const openCampaigns = sql<number>`(${sql.raw(openUnits)} and unit.vin = rvs.full_vin)
  + case when rvs.full_vin is null then (${sql.raw(openUnits)} and unit.confirmed_rv = rvs.id) else 0 end`.as(
  'open_campaigns',
)
