import timeZoneAt from '@photostructure/tz-lookup'
import type { z } from 'zod'
import { openingsAt } from '#contract/openings-at.ts'
import { type contentFound, DEFAULT_MILES } from '#contract/owner/content.ts'
import { NOT_A_NEXT } from '#contract/owner/own-records.ts'
import { MOST_WITHOUT_PAGE } from '#contract/records.ts'
import { now } from '../../clock.ts'
import { asksPage } from '../../db/lists/published.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { dealersById } from './dealers.repository.ts'

type NearInput = z.output<typeof contentFound.dealersNear.input>
type Place = { latitude: number; longitude: number }

const EARTH_RADIUS_MILES = 3958.8
export const MILES_PER_DEGREE = 69
const PAGE_SIZE = 10

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The distance between two places on the Earth's surface, taken as a sphere. */
export function milesBetween(one: Place, other: Place) {
  const halfway = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const a =
    halfway(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * halfway(one.longitude, other.longitude)
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(a)))
}

type Found = { id: string; distance: number }
const isBehind = (one: Found, other: Found) =>
  one.distance > other.distance || (one.distance === other.distance && one.id > other.id)

/** Where a cut list continues, whatever happened to the dealer that was its last. Throws 422 for anything else. */
function placeIn(after: string): Found {
  const [miles, id] = after.split('_')
  const distance = Number(miles)
  if (!id || Number.isNaN(distance)) throw refused('after', NOT_A_NEXT)
  return { distance, id }
}

/** The active dealers that may be this near, including ones too far east or west. */
function selectAround(db: Db, latitude: number, miles: number) {
  const degrees = miles / MILES_PER_DEGREE + 0.1
  return db
    .selectFrom('dealers')
    .select(['id', 'latitude', 'longitude'])
    .where('is_deleted', '=', 0)
    .where('latitude', '>=', latitude - degrees)
    .where('latitude', '<=', latitude + degrees)
}

/** The name of the nearest active dealer within the app's usual radius; null if there is none. */
export async function nearestDealer(db: Db, place: Place) {
  const around = await selectAround(db, place.latitude, DEFAULT_MILES).select('name').execute()
  const [nearest] = around
    .map(({ id, name, ...at }) => ({ id, name, distance: milesBetween(place, at) }))
    .filter(({ distance }) => distance <= DEFAULT_MILES)
    .toSorted((one, other) => (isBehind(one, other) ? 1 : -1))
  return nearest?.name ?? null
}

/** One page of the active dealers around a place, nearest first, each with its distance, and whether it is open. */
export async function listNear(db: Db, { latitude, longitude, miles = DEFAULT_MILES, type, line, ...part }: NearInput) {
  const { page, per_page, after } = part
  const openingOf = openingsAt(now())
  const isPaged = asksPage(part)

  let within = selectAround(db, latitude, miles)
  if (type) within = within.where('type', 'in', type === 'both' ? [type] : [type, 'both'])
  if (line) within = within.where('active_lines', 'in', line === 'TT' || line === 'TC' ? [line, 'TT/TC'] : [line])
  const near = (await within.execute())
    .map((dealer) => ({ id: dealer.id, distance: milesBetween({ latitude, longitude }, dealer) }))
    .filter(({ distance }) => distance <= miles)
    .toSorted((one, other) => (isBehind(one, other) ? 1 : -1))
  const current_page = page ?? 1
  const size = per_page ?? (isPaged ? PAGE_SIZE : MOST_WITHOUT_PAGE)
  const place = after === undefined ? undefined : placeIn(after)
  const left = place ? near.filter((dealer) => isBehind(dealer, place)) : near
  const shown = left.slice((current_page - 1) * size, current_page * size)
  const last = shown.at(-1)
  const next = !isPaged && last && left.length > shown.length ? `${last.distance}_${last.id}` : null
  const dealers = await dealersById(
    db,
    shown.map(({ id }) => id),
  )
  const data = shown.flatMap(({ id, distance }) => {
    const dealer = dealers.get(id)
    if (!dealer) return []
    const { hour_sales, hour_service, hour_parts, country, latitude, longitude } = dealer
    const place = { zone: timeZoneAt(latitude, longitude), country }
    const opening = openingOf([hour_sales, hour_service, hour_parts], place)
    return [{ ...dealer, distance_miles: Math.round(distance * 10) / 10, ...opening }]
  })
  return { data, total: near.length, current_page, next }
}
