import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { rvs } from '#contract/rvs.ts'
import { users } from '#contract/users.ts'
import { vinProblem, withCheckDigit } from '#contract/vin.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, addOwnerWith, openTheCampaign, unitsOf, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue } from '../../testing/people.ts'
import { generatorFrom, SEED } from '../../testing/seed.ts'
import { syncingApp } from '../../testing/syncing-app.ts'

const STEPS = 300
const random = generatorFrom(SEED)
const upTo = (count: number) => Math.floor(random() * count)
const oneOf = <One>(some: readonly One[]) => some[upTo(some.length)] as One

/** Two whole VINs with the same six digits, others, six digits alone, and a mistyped one. */
const VINS = [vinOf(1), withCheckDigit('1FDXE4FS8HD000001') ?? '', vinOf(2), vinOf(3), vinOf(4)]
const TYPED = [...VINS, '000001', '000002', vinOf(2).replace('1FDXE', '1FDXF')]

type Owner = { id: string; token: string }
type Notice = {
  seq: number
  unit_id: string
  user_id: string
  kind: string
  round: number
  withdrawn_at: string | null
}
type Unit = Record<'id' | 'vin' | 'serial' | 'status' | 'rejected_rvs' | 'campaign_id', string> & {
  confirmed_rv: string | null
  told_at: string | null
  is_deleted: number
}
type Rv = { id: string; vin: string; full_vin: string | null; user_id: string | null; is_deleted: number }

let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
let owners: Owner[]
let phones: ReturnType<typeof syncingApp>[]
/** Changes that may be undone. */
let made: string[]
let last: number
beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
  owners = []
  for (const name of ['Grace Hopper', 'Ada Byron', 'Ida', 'Eva']) owners.push(await addOwnerWith(app, chosen, name))
  phones = owners.map(({ token }) =>
    syncingApp(<E extends Endpoint>(endpoint: E, input: object) => app.call(endpoint, input, { token })),
  )
  made = []
  last = 0
})
afterEach(() => app.close())

const rowsOf = async <Row>(text: string) => (await sql.raw<Row>(text).execute(app.db)).rows
/** Makes a call that may be refused; a change that it made may be undone later. */
async function attempt(endpoint: Endpoint, input: object, as?: { token: string }) {
  const { statusCode, body } = await app.send(endpoint, input, as)
  expect([[200, 404, 409, 422].includes(statusCode), body]).toEqual([true, body])
  const { change_id, can_undo } = JSON.parse(body) as { change_id?: string; can_undo?: boolean }
  if (change_id && can_undo && !as) made.push(change_id)
}

async function ofOwner(owner: Owner) {
  const own = (await app.call(ownRecords.rvs, {}, owner)).data
  const rv_id = oneOf(own)?._id ?? ''
  const [unit] = (await app.call(ownCampaigns.campaigns, {}, owner)).data
  const act = upTo(6)
  if (act <= 1 || !rv_id) return attempt(ownRecords.addRv, { ...chosen, vin: oneOf(TYPED) }, owner)
  if (act === 2) return attempt(ownRecords.editRv, { ...chosen, rv_id, vin: oneOf(TYPED) }, owner)
  if (act === 3) return attempt(ownRecords.soldRv, { rv_id }, owner)
  if (act === 4) return attempt(ownRecords.deleteRv, { rv_id }, owner)
  const what = oneOf(['done', 'sold', 'stolen'] as const)
  return unit && attempt(ownCampaigns.say, { _id: unit._id, what }, owner)
}

async function ofOffice(campaign_id: string) {
  const unit = oneOf(await unitsOf(app))
  const all = await rowsOf<Rv>('select id, vin, full_vin, user_id, is_deleted from rvs')
  const which = { unit_id: unit?._id ?? '' }
  const edit = { ...which, campaign_id, vin: unit?.vin ?? '' }
  const rv_id = oneOf(all)?.id ?? ''
  const acts = [
    () => attempt(campaignUnits.edit, { ...edit, vin: oneOf(VINS) }),
    () => attempt(campaignUnits.edit, { ...edit, status: 'remedied', done_on: '2026-06-01' }),
    () => attempt(campaignUnits.edit, { ...edit, status: 'open' }),
    () => attempt(campaignUnits.delete, which),
    () => attempt(campaignUnits.restore, which),
    () => attempt(campaignUnits.confirm, { ...which, rv_id: unit?.rv_id ?? rv_id }),
    () => attempt(campaignUnits.reject, { ...which, rv_id: unit?.rv_id ?? rv_id }),
    () => attempt(campaignUnits.accept, which),
    () => attempt(campaigns.addUnits, { campaign_id, vins: [oneOf(VINS)] }),
    () => attempt(rvs.edit, { rv_id, ...chosen, vin: oneOf(TYPED) }),
    () => attempt(rvs.upsert, { records: [{ ...chosen, vin: oneOf(TYPED), external_id: `F-${upTo(3)}` }] }),
    () => attempt(rvs.delete, { rv_id }),
    () => attempt(rvs.restore, { rv_id }),
    () => attempt(users.changeStatus, { user_id: oneOf(owners).id, status: false }),
    () => attempt(users.changeStatus, { user_id: oneOf(owners).id, status: true }),
    () => made.length && attempt(changes.undo, { change_id: made.splice(upTo(made.length), 1)[0] }),
    () => made.length && attempt(changes.undo, { change_id: made.splice(upTo(made.length), 1)[0] }),
    async () => {
      const [one, other] = [oneOf(owners), oneOf(owners)]
      const pair = { user_id: one.id, into_id: other.id }
      const { statusCode, body } = await app.send(privacy.merge, { ...pair, preview: true })
      if (statusCode !== 200) return
      const print = (JSON.parse(body) as { data: { expect: string } }).data.expect
      await attempt(privacy.merge, { ...pair, verified_by: 'other', note: 'At the desk.', expect: print })
    },
    async () => {
      const { owners_to_tell } = (await app.call(campaigns.get, { campaign_id })).data
      await attempt(campaigns.remind, { campaign_id, expect: owners_to_tell })
    },
  ]
  await oneOf(acts)()
}

/** What is true of vehicles, RVs and owners, by plain comparison. */
async function facts() {
  const units = await rowsOf<Unit>('select * from campaign_units')
  const all = await rowsOf<Rv>('select id, vin, full_vin, user_id, is_deleted from rvs')
  const active = await rowsOf<{ id: string }>('select id from users where status = 1 and is_deleted = 0')
  const canRead = new Set(active.map(({ id }) => id))
  const isRejected = (unit: Unit, rv: Rv) => unit.rejected_rvs.split(' ').includes(rv.id)
  const isIt = (unit: Unit, rv: Rv) =>
    !isRejected(unit, rv) && (rv.full_vin === unit.vin || (rv.full_vin === null && unit.confirmed_rv === rv.id))
  const mayBe = (unit: Unit, rv: Rv) =>
    !isRejected(unit, rv) && rv.vin === unit.serial && (rv.full_vin === null || vinProblem(rv.full_vin) !== undefined)
  // Nobody else is asked while an account that has it is deactivated, until something of it changes.
  const taken = new Set(units.flatMap((unit) => (all.some((rv) => rv.user_id && isIt(unit, rv)) ? [unit.id] : [])))
  const owned = all.filter(({ user_id, is_deleted }) => !is_deleted && user_id && canRead.has(user_id))
  const pairsOf = (is: typeof isIt) =>
    new Set(
      units.flatMap((unit) =>
        unit.is_deleted ? [] : owned.filter((rv) => is(unit, rv)).map(({ user_id }) => `${unit.id} ${user_id}`),
      ),
    )
  return { units, taken, sure: pairsOf(isIt), perhaps: pairsOf(mayBe) }
}

async function check(campaign_id: string) {
  const { units, taken, sure, perhaps } = await facts()
  const { round, counts } = (await app.call(campaigns.get, { campaign_id })).data
  const notices = await rowsOf<Notice>(`select * from campaign_notices where way = 'app' order by seq`)
  const isOpen = new Set(units.filter((one) => one.status === 'open' && !one.is_deleted).map(({ id }) => id))
  // Law 1.
  expect(counts.units).toBe(counts.open + counts.remedied + counts.no_remedy_needed + counts.unreachable)
  expect(counts.open).toBe(isOpen.size)
  // Law 2: each owner of an open vehicle was told in this round, each who may be one was asked.
  const counting = notices.filter(({ withdrawn_at }) => withdrawn_at === null)
  const heard = (kind: string) =>
    new Set(
      counting.filter((one) => one.kind === kind).map((one) => `${one.unit_id} ${one.user_id} ${Number(one.round)}`),
    )
  const [told, asked] = [heard('told'), heard('asked')]
  for (const pair of sure) if (isOpen.has(pair.split(' ')[0] ?? '')) expect([...told]).toContain(`${pair} ${round}`)
  for (const pair of perhaps) {
    const [unit_id = ''] = pair.split(' ')
    if (isOpen.has(unit_id) && !taken.has(unit_id))
      expect([...asked, ...told].some((one) => one.startsWith(pair))).toBe(true)
  }
  // Law 3: what was said since the last look was said to whom it was right, once.
  for (const { seq, kind, unit_id, user_id } of notices.filter(({ seq }) => Number(seq) > last)) {
    const pair = `${unit_id} ${user_id}`
    if (kind === 'told') expect([seq, kind, sure.has(pair)]).toEqual([seq, kind, true])
    if (kind === 'asked') expect([seq, kind, perhaps.has(pair)]).toEqual([seq, kind, true])
  }
  last = Number(notices.at(-1)?.seq ?? 0)
  // The counts of the office agree with what its list shows.
  const shown = await unitsOf(app)
  for (const { _id, told_at, not_told } of shown.filter(({ _id }) => isOpen.has(_id)))
    expect([_id, told_at !== null || not_told !== null]).toEqual([_id, true])
  const untold = units.filter(({ id, told_at }) => isOpen.has(id) && told_at === null)
  expect(counts.not_told).toBe(untold.length)
  // Owners' apps: what they hold is what they would read now.
  for (const [place, owner] of owners.entries()) {
    const reads = await app.send(ownCampaigns.campaigns, {}, owner)
    if (reads.statusCode !== 200) continue
    const held = (await phones[place]?.sync()) ?? []
    const campaignsHeld = held.flatMap(([key, record]) => (key.startsWith('campaigns ') ? [record] : []))
    const { data } = reads.json<{ data: { _id: string }[] }>()
    const byId = (some: object[]) => Object.fromEntries((some as typeof data).map((one) => [one._id, one]))
    expect([owner.id, byId(campaignsHeld)]).toEqual([owner.id, byId(data)])
  }
}

it('owners are told what is right, once in a round, over random acts of owners and the office', async () => {
  const campaign_id = await addCampaign(app, VINS.slice(0, 3))
  await openTheCampaign(app, campaign_id)
  for (let place = 0; place < STEPS; place += 1) {
    if (upTo(2)) await ofOffice(campaign_id)
    else {
      const owner = oneOf(owners)
      const { statusCode } = await app.send(ownRecords.rvs, {}, owner)
      if (statusCode === 200) await ofOwner(owner)
    }
    // Jobs sometimes find several acts.
    if (upTo(3) === 0) continue
    await app.runJobs()
    await check(campaign_id)
  }
  expect(last).toBeGreaterThan(0)
})
