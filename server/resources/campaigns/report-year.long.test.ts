import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isBefore, lastDayOf, quarterOf, reasons } from '#contract/campaign-report.ts'
import { type CampaignUnit, campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, openTheCampaign, vinOf } from '../../testing/campaigns.ts'
import { generatorFrom, SEED } from '../../testing/seed.ts'

const DAY = 86_400_000
const QUARTERS = ['2026-2', '2026-3', '2026-4', '2027-1', '2027-2']
const STEPS = 400
const random = generatorFrom(SEED)
const upTo = (count: number) => Math.floor(random() * count)
const oneOf = <One>(some: readonly One[]) => some[upTo(some.length)] as One

let app: TestApp
let campaign_id: string
let token: string
/** Changes that may be undone, and what was filed. */
let made: string[]
let filed: Map<string, object>
let added: number
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-05T12:00:00.000Z') })
  app = await buildTestApp()
  made = []
  filed = new Map()
  added = 20
  campaign_id = await addCampaign(
    app,
    Array.from({ length: added }, (_, place) => vinOf(place)),
  )
  await openTheCampaign(app, campaign_id)
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const today = () => new Date().toISOString().slice(0, 10)
const someDay = () => new Date(Date.now() - upTo(120) * DAY).toISOString().slice(0, 10)

async function units(): Promise<CampaignUnit[]> {
  const filters = { is_deleted: { op: 'in', value: ['true', 'false'] } } as const
  return (await app.call(campaignUnits.list, { page: 1, per_page: 100, filters }, { token })).data
}

/** A random fact about a random vehicle, or an undo of any change so far. */
async function step() {
  const what = upTo(10)
  if (what === 0) {
    added += 1
    return app.call(campaignUnits.add, { campaign_id, vin: vinOf(added) }, { token })
  }
  if (what <= 2 && made.length) {
    const [change_id = ''] = made.splice(upTo(made.length), 1)
    const { statusCode } = await app.send(changes.undo, { change_id }, { token })
    // Later edits may be in its way.
    expect([200, 409, 422]).toContain(statusCode)
    return undefined
  }
  const unit = oneOf(await units())
  const which = { unit_id: unit._id }
  if (unit.is_deleted) return app.call(campaignUnits.restore, which, { token })
  if (what === 3) return app.call(campaignUnits.delete, which, { token })
  const edit = { ...which, campaign_id, vin: unit.vin, note: 'So it was said.' }
  if (what === 4) return app.call(campaignUnits.edit, { ...edit, status: 'open' }, { token })
  const status = oneOf(['remedied', 'remedied', 'no_remedy_needed', 'unreachable'] as const)
  const why = status === 'unreachable' ? { reason: oneOf(reasons) } : {}
  return app.call(campaignUnits.edit, { ...edit, status, ...why, done_on: someDay() }, { token })
}

/** The figures of a quarter, counted vehicle by vehicle. */
function plainly(all: CampaignUnit[], quarter: string) {
  const until = lastDayOf(quarter)
  const unreachable = { exported: 0, stolen: 0, scrapped: 0, not_notified: 0, other: 0 }
  const figures = { involved: 0, remedied: 0, no_remedy_needed: 0, open: 0 }
  for (const { status, reason, done_on, is_deleted } of all) {
    if (is_deleted) continue
    figures.involved += 1
    if (status === 'open' || done_on === null || done_on > until) figures.open += 1
    else if (status === 'unreachable') unreachable[reason ?? 'other'] += 1
    else figures[status] += 1
  }
  return { ...figures, unreachable }
}

async function check() {
  const all = await units()
  const { counts } = (await app.call(campaigns.get, { campaign_id }, { token })).data
  expect(counts.units).toBe(counts.open + counts.remedied + counts.no_remedy_needed + counts.unreachable)
  expect(counts.units).toBe(all.filter(({ is_deleted }) => !is_deleted).length)
  for (const quarter of QUARTERS) {
    const { data } = await app.call(campaigns.report, { campaign_id, quarter }, { token })
    const { involved, remedied, no_remedy_needed, open, unreachable, differs } = data
    const shown = { involved, remedied, no_remedy_needed, open, unreachable }
    const away = Object.values(unreachable).reduce((sum, one) => sum + one, 0)
    expect(involved).toBe(open + remedied + no_remedy_needed + away)
    const now = plainly(all, quarter)
    const kept = filed.get(quarter)
    expect([quarter, shown]).toEqual([quarter, kept ?? now])
    if (!kept) continue
    const by = Object.entries(differs).map(([name, difference]) => [name, difference])
    const expected = (['involved', 'remedied', 'no_remedy_needed', 'open'] as const).map((name) => [
      name,
      now[name] - shown[name],
    ])
    const why = reasons.map((name) => [`unreachable.${name}`, now.unreachable[name] - unreachable[name]])
    expect(by).toEqual([...expected, ...why].filter(([, difference]) => difference !== 0))
  }
}

it('a report is what a plain count of its vehicles gives, over a year of edits and undos, and stays as it was filed', async () => {
  for (let place = 0; place < STEPS; place += 1) {
    vi.setSystemTime(Date.now() + DAY + upTo(3_600_000))
    token = await app.signIn()
    const answer = await step()
    if (answer?.change_id) made.push(answer.change_id)
    for (const quarter of QUARTERS) {
      if (filed.has(quarter) || !isBefore(quarter, today()) || random() > 0.05) continue
      const handed = { campaign_id, quarter, submitted_on: today() }
      await app.call(campaigns.fileReport, handed, { token })
      filed.set(quarter, plainly(await units(), quarter))
    }
    if (place % 10 === 9) await check()
  }
  expect(quarterOf(today()) > '2027-1').toBe(true)
  expect(filed.size).toBeGreaterThan(1)
})
