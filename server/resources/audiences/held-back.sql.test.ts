import { afterAll, beforeAll, expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { notifications } from '#contract/notifications.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { sha256 } from '../../auth/tokens.ts'
import { isoNow, newId } from '../../clock.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'
import { random } from '../../testing/seed.ts'

const OWNERS = 80
const below = (count: number) => Math.floor(random() * count)
const oneOf = <One>(list: readonly One[]) => list[below(list.length)] as One

let app: TestApp
const ids: string[] = []
beforeAll(async () => {
  app = await buildTestApp()
  for (let place = 0; place < OWNERS; place++) ids.push(await addOne(place))
})
afterAll(() => app.close())

/** What owners write of where they live: in Nevada, elsewhere, nothing, or nothing that is known. */
const WROTE = [
  { state: 'Nevada', zip: '' },
  { state: '', zip: '89501' },
  { state: 'Oregon', zip: '97701' },
  { state: '', zip: '' },
  { state: 'Nowhere', zip: '00000' },
]

async function addOne(place: number) {
  const id = await addOwner(app, `Ada ${place}`)
  const flags = { news: below(2), status: below(6) ? 1 : 0 }
  await app.db
    .updateTable('users')
    .set({ ...oneOf(WROTE), ...flags })
    .where('id', '=', id)
    .execute()
  for (let phone = below(3); phone > 0; phone--) {
    const session = sha256(await openAppSession(app.db, id))
    const time_zone = oneOf([null, null, 'America/Denver', 'Pacific/Honolulu'])
    const platform = oneOf(['ios', 'android'] as const)
    const device = { token: newId(), user_id: id, platform, created_at: isoNow(), session, time_zone }
    await app.db.insertInto('devices').values(device).execute()
  }
  return id
}

/** How many active owners there are with what a plain condition says. */
async function plainly(condition: string) {
  const text = `select count(*) as count from users where status = 1 and is_deleted = 0 and ${condition}`
  const [found] = await readQuery<{ count: number }>(app.db, text, [])
  return Number(found?.count)
}

const NEVADA = "(state = 'Nevada' or zip = '89501')"
const UNKNOWN = "(state <> 'Nevada' and state <> 'Oregon' and zip <> '89501')"
const phones = (platform = '') =>
  `(select 1 from devices where devices.user_id = users.id${platform && ` and platform = '${platform}'`})`
const ON_IOS = `exists ${phones('ios')}`
const WITHOUT_ZONE = `exists ${phones()} and not exists
  (select 1 from devices where devices.user_id = users.id and time_zone is not null)`

const inNevada = { field: 'state', op: 'eq', value: 'NV' }
const onIos = { field: 'platform', op: 'eq', value: 'ios' }
/** Audiences, each with a plain condition for who is meant, and for of whom that cannot be told. */
const ASKED: [name: string, audience: object, meant: string, unclear: string][] = [
  ['in a state', inNevada, NEVADA, UNKNOWN],
  ['not in a state', { not: inNevada }, `not ${NEVADA} and not ${UNKNOWN}`, UNKNOWN],
  ['in a state, with a phone', { all: [inNevada, onIos] }, `${NEVADA} and ${ON_IOS}`, `${UNKNOWN} and ${ON_IOS}`],
  [
    'in a state or with a phone',
    { any: [inNevada, onIos] },
    `(${NEVADA} or ${ON_IOS})`,
    `${UNKNOWN} and not ${ON_IOS}`,
  ],
  ['with a phone', onIos, ON_IOS, '1 = 0'],
]

for (const purpose of ['service', 'news', 'safety'] as const)
  it.each(ASKED)(
    `the owners without a known place or zone are counted: %s, ${purpose}`,
    async (_, audience, meant, unclear) => {
      const agreed = purpose === 'news' ? ' and news = 1' : ''
      const { data } = await app.call(audiences.count, { audience, purpose })
      expect([data.count, data.held_back]).toEqual([
        await plainly(`${meant}${agreed}`),
        {
          no_consent: (await plainly(meant)) - data.count,
          no_device: await plainly(`${meant}${agreed} and not exists ${phones()}`),
          weekly_limit: 0,
          unknown_zone: await plainly(`${meant}${agreed} and ${WITHOUT_ZONE}`),
          unknown_place: await plainly(unclear),
        },
      ])
    },
  )

it('the chosen users whose phones have said no zone are counted, one by one and by filters', async () => {
  const user_ids = ids.filter(() => below(2))
  const chosen = `id in (${user_ids.map((id) => `'${id}'`).join()})`
  const all_matching = { filters: { name: { op: 'ends_with', value: '1' } } } as const
  for (const purpose of ['service', 'news'] as const) {
    const agreed = purpose === 'news' ? ' and news = 1' : ''
    const counted = async (whom: object) =>
      (await app.call(notifications.count, { ...whom, purpose })).data.held_back.unknown_zone
    expect(await counted({ user_ids })).toBe(await plainly(`${chosen}${agreed} and ${WITHOUT_ZONE}`))
    expect(await counted({ all_matching })).toBe(await plainly(`name like '%1'${agreed} and ${WITHOUT_ZONE}`))
  }
})
