import { afterAll, beforeAll, expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'

let app: TestApp
/** What each owner has written, by id. */
const wrote = new Map<string, string>()
beforeAll(async () => {
  app = await buildTestApp()
  const written = [
    ['', 'H2X 1Y4'],
    ['', 'h3a'],
    ['Québec', ''],
    ['QUÉBEC', ''],
    ['QUE\u0301BEC', ''],
    ['Que.', ''],
    ['Washington, D.C.', ''],
    ['dc', ''],
    ['Washington', ''],
    ['P.E.I.', ''],
    ['Newfoundland', ''],
    ['Yukon Territory', ''],
    ['Bavaria', ''],
  ]
  for (const [place, [state = '', zip = '']] of written.entries()) {
    const id = await addOwner(app, `Owner ${place}`)
    wrote.set(id, state || zip)
    await app.db.updateTable('users').set({ state, zip }).where('id', '=', id).execute()
  }
})
afterAll(() => app.close())

const counted = async (audience: object) => {
  const { data } = await app.call(audiences.count, { audience, purpose: 'service' })
  const told = data.sample.map(({ _id }) => wrote.get(_id) ?? '').toSorted()
  return { told, words: data.words, unknown: data.held_back.unknown_place }
}
const ofState = (value: string) => counted({ field: 'state', op: 'eq', value })

it('owners are near a place whose coordinates were typed or pasted', async () => {
  const near = { latitude: ' 45.5', longitude: '\u221273.57', miles: 20 }
  const { told, words } = await counted({ field: 'near', op: 'within', value: near })
  expect([told, words]).toEqual([['H2X 1Y4', 'h3a'], 'Owners within 20 miles of 45.5, -73.57'])
})

it('owners are near a place by any postal code of its city', async () => {
  const near = { latitude: 45.5, longitude: -73.57, miles: 20 }
  const { told, unknown } = await counted({ field: 'near', op: 'within', value: near })
  expect([told, unknown]).toEqual([['H2X 1Y4', 'h3a'], 11])
})

it.each([
  ['Québec', ['H2X 1Y4', 'QUE\u0301BEC', 'QUÉBEC', 'Que.', 'Québec', 'h3a']],
  ['quebec', ['H2X 1Y4', 'QUE\u0301BEC', 'QUÉBEC', 'Que.', 'Québec', 'h3a']],
  ['D.C.', ['Washington, D.C.', 'dc']],
  ['Washington, D.C.', ['Washington, D.C.', 'dc']],
  ['District of Columbia', ['Washington, D.C.', 'dc']],
  ['Washington', ['Washington']],
  ['PEI', ['P.E.I.']],
  ['Prince Edward Island', ['P.E.I.']],
  ['Newfoundland and Labrador', ['Newfoundland']],
  ['YT', ['Yukon Territory']],
  ['N.W.T.', []],
])('owners of %s are found however they and we write it', async (state, names) => {
  const { told, unknown } = await ofState(state)
  expect([told, unknown]).toEqual([names.toSorted(), 1])
})
