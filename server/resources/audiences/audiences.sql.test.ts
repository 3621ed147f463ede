import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Audience, AudienceCondition } from '#contract/audience.ts'
import { audiences } from '#contract/audiences.ts'
import { todayIn } from '#contract/maintenance-items.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { sha256 } from '../../auth/tokens.ts'
import { DAY, dayLater, isoNow, newId } from '../../clock.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'
import { random } from '../../testing/seed.ts'
import { milesBetween } from '../dealers/near.ts'
import { meantSql, toldWhere } from './audiences.service.ts'

const OWNERS = 250
const TRIES = 150
const below = (count: number) => Math.floor(random() * count)
const oneOf = <One>(list: readonly One[]) => list[below(list.length)] as One

type Rv = { cat_id: string; year_id: string; model_id: string; is_deleted: boolean; ends: string | null }
type Owner = {
  id: string
  isActive: boolean
  news: boolean
  state: string | null
  at: { latitude: number; longitude: number } | null
  rvs: Rv[]
  platforms: string[]
  due: string[]
  seen: string
}

let app: TestApp
let owners: Owner[]
let catalogue: Pick<Rv, 'cat_id' | 'year_id' | 'model_id'>[]
const today = todayIn('UTC')

/** What owners write, and what it says: the state, and where that is. */
const BEND = { latitude: 44.06, longitude: -121.31 }
const PLACES: [state: string, zip: string, code: string | null, at: Owner['at']][] = [
  ['Nevada', '', 'NV', null],
  ['nv', '97701', 'NV', BEND],
  ['', '97701', 'OR', BEND],
  ['', '97701-1234', 'OR', BEND],
  ['Nevda', '89501', 'NV', { latitude: 39.53, longitude: -119.81 }],
  ['OREGON', '', 'OR', null],
  ['', '', null, null],
  ['Nowhere', '00000', null, null],
  ['', 'V6B 1A1', 'BC', { latitude: 49.25, longitude: -123.1 }],
  ['Ontario', 'k9z', 'ON', null],
  ['QUÉBEC', 'H2X 1Y4', 'QC', { latitude: 45.51, longitude: -73.59 }],
  ['Washington, D.C.', '', 'DC', null],
]

beforeAll(async () => {
  app = await buildTestApp()
  for (const name of ['2027', '2028', '2029']) await addCatalogue(app, name)
  const rows = (await app.call(models.list, {})).data
  // Each type also in each year, so that a type and a year may belong to different RVs.
  catalogue = rows.flatMap(({ cat_id }) =>
    rows.map(({ year_id, _id }) => ({ cat_id: cat_id._id, year_id: year_id._id, model_id: _id })),
  )
  owners = []
  for (let place = 0; place < OWNERS; place++) owners.push(await addOne(place))
})
afterAll(() => app.close())

async function addOne(place: number): Promise<Owner> {
  const id = await addOwner(app, `Ada ${place}`)
  const [state, zip, code, at] = oneOf(PLACES)
  const isActive = below(8) > 0
  const news = below(2) > 0
  const created_at = isoNow(-400 * DAY)
  const set = { state, zip, status: isActive ? 1 : 0, news: news ? 1 : 0, created_at }
  await app.db.updateTable('users').set(set).where('id', '=', id).execute()
  const rvs = Array.from({ length: below(3) }, (_, rv) => aRv(place * 10 + rv))
  const shared = { version: 1, created_at, updated_at: created_at }
  if (rvs.length)
    await insertMany(
      app.db,
      'rvs',
      rvs.map(({ ends: _ends, is_deleted, serial_no, ...rv }) => ({
        ...shared,
        ...rv,
        id: newId(),
        user_id: id,
        is_deleted: is_deleted ? 1 : 0,
        vin: serial_no,
        serial_no,
        external_id: null,
      })) as never,
    )
  for (const { serial_no, ends } of rvs) if (ends) await addWarranty(serial_no, ends)
  const platforms = ['ios', 'android'].filter(() => below(3) === 0) as ('ios' | 'android')[]
  for (const platform of platforms) await addDevice(id, platform, created_at)
  const due = Array.from({ length: below(2) }, () => dayLater(today, below(60) - 10))
  for (const due_date of due) await addItem(id, due_date, created_at)
  const seen = isoNow(-below(300) * DAY)
  await app.db.insertInto('app_sign_ins').values({ id: newId(), user_id: id, at: seen }).execute()
  return { id, isActive, news, state: code, at, rvs, platforms, due, seen }
}

/** A phone whose session has not been used since. */
async function addDevice(user_id: string, platform: 'ios' | 'android', created_at: string) {
  const session = sha256(await openAppSession(app.db, user_id))
  await app.db.updateTable('app_sessions').set({ used_at: created_at }).where('user_id', '=', user_id).execute()
  await app.db.deleteFrom('app_sign_ins').where('user_id', '=', user_id).execute()
  await app.db.insertInto('devices').values({ token: newId(), user_id, platform, created_at, session }).execute()
}

function aRv(serial: number) {
  const ends = below(2) ? dayLater(today, below(100) - 20) : null
  return { ...oneOf(catalogue), is_deleted: below(5) === 0, serial_no: String(100_000 + serial), ends }
}

/** In the register, with an earlier one, or as the dealer site said. */
async function addWarranty(serial: string, ends: string) {
  if (below(2)) {
    const answer = { serial, answer: '[]', at: isoNow(), ends_on: ends }
    await app.db.insertInto('warranty_answers').values(answer).execute()
    return
  }
  const sold = { serial, model: '2285', purchased_on: '2020-01-01' }
  const all = [ends, dayLater(ends, -30)].map((expires_on) => ({ id: newId(), ...sold, expires_on }))
  await app.db.insertInto('warranties').values(all).execute()
}

async function addItem(added_by_id: string, due_date: string, created_at: string) {
  const text = (name: string, value: string) => ({ [name]: value, [`${name}_key`]: value })
  await insertMany(app.db, 'maintenance_items', [
    {
      id: newId(),
      is_deleted: 0,
      version: 1,
      created_at,
      updated_at: created_at,
      ...text('reminder_name', 'oil'),
      ...text('item_name', 'oil'),
      ...text('note', ''),
      due_date,
      added_by_kind: 'user',
      added_by_id,
      done_at: null,
    },
  ] as never)
}

const within = (day: string, { op, value, value_to = value }: { op: string; value: number; value_to?: number }) =>
  day >= dayLater(today, op === 'within' ? 0 : value) && day <= dayLater(today, op === 'within' ? value : value_to)

const ofRv = ['rv_type_id', 'year_id', 'model_id', 'warranty_ends_in']
function rvMeets(rv: Rv, condition: AudienceCondition) {
  if (condition.field === 'warranty_ends_in') return rv.ends !== null && within(rv.ends, condition)
  const id = { rv_type_id: rv.cat_id, year_id: rv.year_id, model_id: rv.model_id }[condition.field as 'year_id']
  return [condition.value].flat().includes(id as never)
}

/** The same as the SQL, for one owner: true, false, or null if unclear. */
function meant(audience: Audience, owner: Owner): boolean | null {
  if ('not' in audience) {
    const one = meant(audience.not, owner)
    return one === null ? null : !one
  }
  if ('any' in audience) {
    const all = audience.any.map((part) => meant(part, owner))
    return all.includes(true) ? true : all.includes(null) ? null : false
  }
  if ('all' in audience) {
    const about = audience.all.filter((part): part is AudienceCondition => 'field' in part && ofRv.includes(part.field))
    const same = owner.rvs.some((rv) => !rv.is_deleted && about.every((one) => rvMeets(rv, one)))
    const others = audience.all.filter((part) => !about.includes(part as AudienceCondition))
    const all = [...(about.length ? [same] : []), ...others.map((part) => meant(part, owner))]
    return all.includes(false) ? false : all.includes(null) ? null : true
  }
  switch (audience.field) {
    case 'has_rv':
      return audience.value === owner.rvs.some((rv) => !rv.is_deleted)
    case 'platform':
      return [audience.value].flat().some((platform) => owner.platforms.includes(platform))
    case 'maintenance_due_in':
      return owner.due.some((day) => within(day, audience))
    case 'last_seen_before':
      return owner.seen < audience.value && isoNow(-400 * DAY) < `${audience.value}T24`
    case 'state': {
      const codes = {
        Nevada: 'NV',
        or: 'OR',
        'British Columbia': 'BC',
        on: 'ON',
        Québec: 'QC',
        'D.C.': 'DC',
      } as Record<string, string>
      return owner.state === null ? null : [audience.value].flat().some((state) => codes[state] === owner.state)
    }
    case 'near':
      return owner.at === null ? null : milesBetween(owner.at, audience.value) <= audience.value.miles
    case 'rv_type_id':
    case 'year_id':
    case 'model_id':
    case 'warranty_ends_in':
      return owner.rvs.some((rv) => !rv.is_deleted && rvMeets(rv, audience))
  }
}

const some = <One>(list: readonly One[]) => [...new Set([oneOf(list), oneOf(list)])]
const span = () => {
  const value = below(40)
  return below(2) ? { op: 'within', value } : { op: 'between', value, value_to: value + below(30) }
}
const chosen = (list: readonly string[]) =>
  below(2) ? { op: 'eq', value: oneOf(list) } : { op: 'in', value: some(list) }
const anyCondition: (() => object)[] = [
  () => ({ field: 'rv_type_id', ...chosen(catalogue.map(({ cat_id }) => cat_id)) }),
  () => ({ field: 'year_id', ...chosen(catalogue.map(({ year_id }) => year_id)) }),
  () => ({ field: 'model_id', ...chosen(catalogue.map(({ model_id }) => model_id)) }),
  () => ({ field: 'warranty_ends_in', ...span() }),
  () => ({ field: 'maintenance_due_in', ...span() }),
  () => ({ field: 'state', ...chosen(['Nevada', 'or', 'British Columbia', 'on', 'Québec', 'D.C.']) }),
  () => ({ field: 'near', op: 'within', value: { ...BEND, miles: oneOf([20, 400, 900]) } }),
  () => ({ field: 'has_rv', op: 'eq', value: below(2) === 0 }),
  () => ({ field: 'last_seen_before', op: 'eq', value: dayLater(today, -below(300)) }),
  () => ({ field: 'platform', ...chosen(['ios', 'android']) }),
]
function anyAudience(level = 1): Audience {
  const kind = level < 4 ? below(5) : 4
  const parts = () => Array.from({ length: 1 + below(3) }, () => anyAudience(level + 1))
  if (kind < 2) return { all: parts() }
  if (kind === 2) return { any: parts() }
  if (kind === 3) return { not: anyAudience(level + 1) }
  return oneOf(anyCondition)() as Audience
}

const TRIED = { timeout: 900_000 }
it('counts whom a plain look at each owner finds, whatever is asked, and walks to the same', TRIED, async () => {
  for (let time = 0; time < TRIES; time++) {
    const audience = anyAudience()
    const active = owners.filter(({ isActive }) => isActive)
    const told = active.filter((owner) => meant(audience, owner) === true)
    const purpose = oneOf(['service', 'news'] as const)
    const { data } = await app.call(audiences.count, { audience, purpose })
    const isNews = purpose === 'news'
    const reached = told.filter(({ news }) => !isNews || news)
    const said = JSON.stringify(audience)
    expect([said, data.count, data.held_back]).toEqual([
      said,
      reached.length,
      {
        no_consent: told.length - reached.length,
        no_device: reached.filter(({ platforms }) => !platforms.length).length,
        weekly_limit: 0,
        unknown_zone: reached.filter(({ platforms }) => platforms.length).length,
        unknown_place: active.filter((owner) => meant(audience, owner) === null).length,
      },
    ])
    const ids = new Set(reached.map(({ id }) => id))
    expect(data.sample.every(({ _id }) => ids.has(_id))).toBe(true)
    expect(data.sample).toHaveLength(Math.min(10, reached.length))
    const walk = toldWhere(
      await meantSql(app.deps, audience, { today, purpose: isNews ? 'news' : 'service', plan: 'walk' }),
      isNews,
    )
    const rows = await readQuery<{ id: string }>(app.db, `select users.id from users ${walk.sql}`, walk.values)
    expect(new Set(rows.map(({ id }) => id))).toEqual(ids)
  }
})

describe('an audience', () => {
  const errorsOf = async (audience: unknown) => (await app.refusal(audiences.count, { audience })).errors
  const hasRv = { field: 'has_rv', op: 'eq', value: true }
  const levels = (count: number): object => (count > 1 ? { not: levels(count - 1) } : hasRv)

  it('is refused where it is empty, too deep or too much, on the field', async () => {
    const empty = 'Please add a condition: without one this would be everybody.'
    expect(await errorsOf({ all: [] })).toEqual({ 'audience.all': [empty] })
    expect(await errorsOf({ all: [hasRv, { any: [] }] })).toEqual({ 'audience.all.1.any': [empty] })
    expect(await errorsOf(levels(6))).toEqual({ 'audience.not.not.not.not.not': ['Please use at most 5 levels.'] })
    expect(await errorsOf({ any: Array.from({ length: 51 }, () => hasRv) })).toEqual({
      audience: ['Please use at most 50 conditions.'],
    })
    for (const odd of [undefined, null, 'all', [], 5])
      expect(await errorsOf(odd)).toEqual({ audience: ['Please say who is meant.'] })
    expect((await app.call(audiences.count, { audience: levels(5) })).data.count).toBeGreaterThan(0)
  })

  it('has a closed set of fields, operators and values', async () => {
    const at = 'audience.all.0'
    const wrong = async (condition: object) => Object.keys((await errorsOf({ all: [condition] })) ?? {})
    expect(await wrong({ field: 'password', op: 'eq', value: 'x' })).toEqual([`${at}.field`])
    expect(await wrong({ field: '__proto__', op: 'eq', value: 'x' })).toEqual([`${at}.field`])
    expect(await wrong({ field: 'has_rv', op: 'constructor', value: true })).toEqual([`${at}.op`])
    expect(await wrong({ field: 'has_rv', op: 'eq', value: 'yes' })).toEqual([`${at}.value`])
    expect(await wrong({ field: 'year_id', op: 'in', value: [] })).toEqual([`${at}.value`])
    expect(await wrong({ field: 'warranty_ends_in', op: 'between', value: 5, value_to: 4 })).toEqual([`${at}.value_to`])
    expect(await wrong({ field: 'near', op: 'within', value: { ...BEND, miles: 0 } })).toEqual([`${at}.value.miles`])
    expect(await wrong({ field: 'last_seen_before', op: 'eq', value: '2027-02-30' })).toEqual([`${at}.value`])
    expect(await wrong({ ...hasRv, more: 1 })).toEqual([`${at}.more`])
    expect(await errorsOf({ field: 'state', op: 'eq', value: 'Nevda' })).toEqual({
      'audience.value': ['“Nevda” is no state or province.'],
    })
  })
})

describe('admin/notifications/send to an audience', () => {
  const audience = {
    any: [
      { field: 'has_rv', op: 'eq', value: true },
      { field: 'platform', op: 'eq', value: 'ios' },
    ],
  }
  const message = { title: 'Recall', description: 'Please call.' }

  it('tells those who were counted, and says in the ledger who was meant', async () => {
    const { count } = (await app.call(audiences.count, { audience })).data
    const { data } = await app.call(notifications.send, { ...message, audience, expect: count })
    const meant_for = 'Owners with an RV or with the app on iOS'
    expect([data.recipients, data.audience, data.meant_for]).toEqual([count, audience, meant_for])
    await app.runJobs()
    const told = await app.db
      .selectFrom('notification_recipients')
      .select('user_id')
      .where('notification_id', '=', data._id)
      .execute()
    const wanted = owners.filter((owner) => owner.isActive && meant(audience as Audience, owner))
    expect(told.map(({ user_id }) => user_id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
  })

  it('is refused without the number, with another one, with two ways, and for nobody', async () => {
    const { count } = (await app.call(audiences.count, { audience })).data
    const send = (more: object) => app.refusal(notifications.send, { ...message, audience, ...more })
    expect((await send({})).errors).toEqual({ expect: ['Please send in `expect` how many were counted.'] })
    const off = await send({ expect: Math.round(count * 1.2) })
    expect([off.status, off.code]).toEqual([409, 'unexpected_number'])
    expect((await send({ expect: count, user_ids: [owners[0]?.id] })).status).toBe(422)
    expect((await send({ expect: count, all_matching: {} })).status).toBe(422)
    const nobody = {
      all: [
        { field: 'has_rv', op: 'eq', value: true },
        { field: 'has_rv', op: 'eq', value: false },
      ],
    }
    const none = await app.refusal(notifications.send, { ...message, audience: nobody, expect: 0 })
    expect(none.errors).toEqual({ audience: ['Nobody meets these conditions now.'] })
    await app.call(notifications.send, { ...message, audience, expect: Math.round(count * 1.03) })
  })
})
