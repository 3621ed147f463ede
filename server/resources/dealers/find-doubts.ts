import { setImmediate } from 'node:timers/promises'
import { type Doubt, type DoubtKind, NEAR_METRES } from '#contract/dealer-doubts.ts'
import { dealerKind } from '#contract/dealers.ts'
import { hoursReader } from '#contract/opening-hours.ts'
import type { Coordinates } from '#contract/places.ts'
import { counted } from '#contract/plural.ts'
import { countryCalled } from '../../integrations/places/locate.ts'
import { keysOfStates, stateKey } from '../../integrations/places/states.ts'
import type { DoubtedDealer } from './doubts.repository.ts'
import { milesBetween } from './near.ts'

/** Which states are around coordinates, by name and code: statesAround of the place index. */
export type StatesAround = (points: Coordinates[]) => Promise<string[][]>

const METRES_PER_MILE = 1609.344
const AT_ONCE = 500
const HOURS = ['hour_sales', 'hour_service', 'hour_parts'] as const

/** What is probably wrong with these dealers, in their order. */
export async function findDoubts(dealers: DoubtedDealer[], statesAround: StatesAround): Promise<Doubt[]> {
  const elsewhere = await misplaced(dealers, statesAround)
  const near = nearestOf(dealers.filter((one) => !isZero(one)))
  const alike = samePhones(dealers)
  const read = hoursReader()
  const doubts: Doubt[] = []
  for (const [place, dealer] of dealers.entries()) {
    // Many dealers are checked without making other calls wait.
    if (place % AT_ONCE === 0) await setImmediate()
    const add = (doubt: DoubtKind, detail: string, more: Partial<Pick<Doubt, 'other_id' | 'mend'>> = {}) => {
      const { id: service_id, name, version } = dealer
      doubts.push({ service_id, name, doubt, detail, version: Number(version), other_id: null, mend: null, ...more })
    }
    const wrong = elsewhere.get(dealer.id)
    if (isZero(dealer)) add('zero', `The coordinates are ${dealer.latitude}, ${dealer.longitude}.`)
    else if (wrong) add(wrong.doubt, wrong.detail, { mend: wrong.mend })
    const neighbour = near.get(dealer.id)
    if (neighbour) {
      const { other, metres } = neighbour
      add('near', `“${other.name}” is ${metres < 1 ? 'at the same place' : `${Math.round(metres)} m away`}.`, {
        other_id: other.id,
      })
    }
    const [other, ...others] = (alike.get(digitsOf(dealer.phone)) ?? []).filter(({ id }) => id !== dealer.id)
    if (other) {
      const more = others.length ? ` and ${counted(others.length, 'other dealer')}` : ''
      const have = others.length ? 'have' : 'has'
      add('same_phone', `“${other.name}”${more} ${have} the phone number ${dealer.phone} too.`, { other_id: other.id })
    }
    const silent = [dealer.phone, dealer.tollfree].filter(
      (number) => number.trim() && !canBeDialed(number, dealer.country),
    )
    if (silent.length) add('phone', `${silent.join(' and ')} cannot be dialed.`)
    // What names no days says as little about when it is open as what cannot be read.
    const unsaid = HOURS.filter((column) => !read(dealer[column])?.week).map((column) => {
      const why = read(dealer[column]) ? 'names no days of the week' : 'cannot be read'
      return `${labelOf(column)} “${dealer[column]}” ${why}.`
    })
    if (unsaid.length) add('hours', unsaid.join(' '))
  }
  return doubts
}

const labelOf = (column: (typeof HOURS)[number]) => dealerKind.columns[column].label

const isZero = ({ latitude, longitude }: Coordinates) => latitude === 0 || longitude === 0

type Misplaced = { doubt: 'swapped' | 'outside'; detail: string; mend: Coordinates | null }

/** The dealers of the United States and Canada whose coordinates are not in their state. */
async function misplaced(dealers: DoubtedDealer[], statesAround: StatesAround) {
  const found = new Map<string, Misplaced>()
  const placed = dealers.filter((one) => !isZero(one) && countryCalled(one.country) !== undefined)
  const around = await statesAround(placed.map(({ latitude, longitude }) => ({ latitude, longitude })))
  const outside = placed.flatMap((dealer, place) => {
    const states = around[place] ?? []
    return isAmong(dealer.state, states) ? [] : [{ dealer, states }]
  })
  // The coordinates with latitude and longitude swapped, or with a lost minus sign restored.
  const swapped = outside.map(({ dealer }) => ({ latitude: dealer.longitude, longitude: dealer.latitude }))
  const turned = outside.map(({ dealer }) => ({ latitude: dealer.latitude, longitude: -dealer.longitude }))
  const otherwise = await statesAround([...swapped, ...turned])
  for (const [place, { dealer, states }] of outside.entries()) {
    const { id, state } = dealer
    const [swap, turn] = [swapped[place], turned[place]] as [Coordinates, Coordinates]
    if (Math.abs(swap.latitude) <= 90 && isAmong(state, otherwise[place] ?? [])) {
      const detail = `Latitude and longitude are swapped: the other way round it is in ${state}.`
      found.set(id, { doubt: 'swapped', detail, mend: swap })
      continue
    }
    const [where] = states
    const detail = where ? `The marker is in ${where}, not in ${state}.` : `The marker is far from ${state}.`
    const isTurned = isAmong(state, otherwise[outside.length + place] ?? [])
    found.set(id, { doubt: 'outside', detail, mend: isTurned ? turn : null })
  }
  return found
}

const isAmong = (state: string, states: string[]) => keysOfStates(...states).has(stateKey(state))

/** For each dealer with another one within NEAR_METRES, the nearest; found by slightly larger squares. */
function nearestOf(dealers: DoubtedDealer[]) {
  const SIZE = 0.005
  const squareOf = ({ latitude, longitude }: Coordinates) => [Math.floor(latitude / SIZE), Math.floor(longitude / SIZE)]
  const squares = Map.groupBy(dealers, (one) => squareOf(one).join())
  const nearest = new Map<string, { other: DoubtedDealer; metres: number }>()
  for (const dealer of dealers) {
    const [row = 0, column = 0] = squareOf(dealer)
    const around = [-1, 0, 1].flatMap((y) => [-1, 0, 1].flatMap((x) => squares.get(`${row + y},${column + x}`) ?? []))
    for (const other of around) {
      const metres = milesBetween(dealer, other) * METRES_PER_MILE
      if (other === dealer || metres > NEAR_METRES || metres >= (nearest.get(dealer.id)?.metres ?? Infinity)) continue
      nearest.set(dealer.id, { other, metres })
    }
  }
  return nearest
}

/** The digits to dial, without the leading 1 that Americans leave out. */
const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')

function samePhones(dealers: DoubtedDealer[]) {
  const groups = Map.groupBy(dealers, ({ phone }) => digitsOf(phone))
  groups.delete('')
  return groups
}

/** Whether a telephone number can exist: by the North American plan, or elsewhere by its length. */
export function canBeDialed(phone: string, country: string) {
  const digits = digitsOf(phone)
  if (countryCalled(country) === undefined) return digits.length >= 7
  return /^[2-9]\d\d[2-9]\d{6}$/.test(digits) && !/^\d11|^\d{3}\d11|^(\d)\1{9}$/.test(digits)
}
