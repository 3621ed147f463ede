import { expect, it } from 'vitest'
import { demoDealer } from '../../demo/dealers.ts'
import { dice } from '../../demo/people.ts'
import { buildPlaceIndex } from '../../integrations/places/place-index.ts'
import type { DoubtedDealer } from './doubts.repository.ts'
import { canBeDialed, findDoubts } from './find-doubts.ts'

const index = buildPlaceIndex()
const statesAround = async (points: Parameters<typeof index.statesAround>[0]) => index.statesAround(points)
const KM = 1 / 111.2

/** Flawless dealers all over both countries: each with its own number, none near another. */
function cleanDealers(count: number): DoubtedDealer[] {
  const roll = dice(7)
  return Array.from({ length: count }, (_, number) => {
    const dealer = demoDealer(number, roll)
    const turn = Math.floor(number / 150)
    const phone = `(541) 555-${String(1000 + number)}`
    const at = { latitude: dealer.latitude + turn * 8 * KM, longitude: dealer.longitude }
    return { ...dealer, ...at, id: `d${number}`, version: 1, phone, tollfree: '' } as DoubtedDealer
  })
}

it('finds five dealers of each kind of doubt, and nothing else', async () => {
  const dealers = cleanDealers(140).filter(({ latitude }) => latitude > 25 && latitude < 60)
  expect(await findDoubts(dealers, statesAround)).toEqual([])
  const eastern = dealers.filter(({ longitude }) => longitude > -89)
  const wanted = new Set<string>()
  const spoil = (doubt: string, from: DoubtedDealer[], how: (dealer: DoubtedDealer, turn: number) => void) => {
    const free = from.filter(({ id }) => ![...wanted].some((one) => one.startsWith(`${id} `)))
    free.slice(0, 5).forEach((dealer, turn) => {
      how(dealer, turn)
      wanted.add(`${dealer.id} ${doubt}`)
    })
  }
  spoil('swapped', eastern, (one) => {
    Object.assign(one, { latitude: one.longitude, longitude: one.latitude })
  })
  spoil('zero', dealers, (one, turn) => Object.assign(one, turn % 2 ? { latitude: 0, longitude: 0 } : { longitude: 0 }))
  spoil('outside', dealers, (one, turn) =>
    Object.assign(
      one,
      turn % 2 ? { longitude: -one.longitude } : { latitude: 38.5 + turn * 0.1, longitude: -92.1, state: 'Nevada' },
    ),
  )
  spoil('phone', dealers, (one, turn) =>
    Object.assign(one, { phone: ['555-0100', '(041) 555-0100', '1234567890', '(541) 155-0100', '9999999999'][turn] }),
  )
  spoil('hours', dealers, (one, turn) => Object.assign(one, { hour_parts: turn % 2 ? '9am-5pm' : 'Ask Joe' }))
  const pairs = dealers.slice(-20)
  for (let turn = 0; turn < 10; turn++) {
    const [one, other] = [pairs[turn * 2], pairs[turn * 2 + 1]] as [DoubtedDealer, DoubtedDealer]
    const isNear = turn < 5
    if (isNear)
      Object.assign(other, {
        ...one,
        id: other.id,
        name: other.name,
        phone: other.phone,
        latitude: one.latitude + 0.15 * KM,
      })
    else other.phone = `1 ${one.phone.replaceAll(/[() -]/g, '')}`
    for (const { id } of [one, other]) wanted.add(`${id} ${isNear ? 'near' : 'same_phone'}`)
  }
  const found = await findDoubts(dealers, statesAround)
  expect(found.map(({ service_id, doubt }) => `${service_id} ${doubt}`).sort()).toEqual([...wanted].sort())
  const of = (doubt: string) => found.find((one) => one.doubt === doubt)
  expect(of('near')?.detail).toMatch(/^“.+” is 150 m away\.$/)
  expect(of('swapped')?.mend?.latitude).toBeGreaterThan(25)
  expect([...new Set(found.flatMap(({ doubt, detail }) => (doubt === 'hours' ? detail : [])))]).toEqual([
    'Hour Parts “Ask Joe” cannot be read.',
    'Hour Parts “9am-5pm” names no days of the week.',
  ])
  expect(of('same_phone')?.detail).toMatch(/^“.+” has the phone number .+ too\.$/)
})

it.each([
  ['(541) 555-0100', 'United States', true],
  ['1-541-555-0100', 'Canada', true],
  ['5415550100', 'US', true],
  ['555-0100', 'United States', false],
  ['(111) 555-0100', 'United States', false],
  ['(911) 555-0100', 'United States', false],
  ['541 911 0100', 'United States', false],
  ['030 1234567', 'Germany', true],
  ['12345', 'Germany', false],
])('%s in %s: %s', (phone, country, can) => expect(canBeDialed(phone, country)).toBe(can))
