import { CompiledQuery, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { insertMany } from '../../db/engines/insert-many.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, addOwnerWith, inboxOf, openTheCampaign, vinOf } from '../../testing/campaigns.ts'
import { TEST_SERVER } from '../../testing/open-test-database.ts'
import { addCatalogue } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({}, { largeChange: { moreThan: 40, step: 3, target: 100 } })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

const vinsUpTo = (count: number) => Array.from({ length: count }, (_, place) => vinOf(place))

describe('vehicles that are added in steps', () => {
  async function stepsTaken() {
    const campaign_id = await addCampaign(app, [])
    await app.call(campaigns.addUnits, { campaign_id, vins: vinsUpTo(80) })
    const { statements } = await app.statementsOf(() => app.runJobs())
    expect((await app.call(campaigns.get, { campaign_id })).data.counts.units).toBe(80)
    return statements.filter((text) => text.includes('delete from campaign_arrivals')).length
  }

  it('come in larger and larger steps as long as these are quick', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    // 3, 6, 12, 24, and the rest.
    expect(await stepsTaken()).toBe(5)
  })

  it('come in small steps where these are slow', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    expect(await stepsTaken()).toBe(27)
  })

  it.runIf(!TEST_SERVER)('are known to the planner while they come', async () => {
    await addCampaign(app, [vinOf(1000)])
    await sql`analyze`.execute(app.db)
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    const campaign_id = await addCampaign(app, [], { number: '27V-102' })
    await app.call(campaigns.addUnits, { campaign_id, vins: vinsUpTo(80) })
    await app.runJobs()
    const { rows } = await sql<{ rows: number }>`
      select cast(substr(stat, 1, instr(stat, ' ')) as integer) as rows from sqlite_stat1
      where idx = 'campaign_units_by_vin'`.execute(app.db)
    expect(rows[0]?.rows).toBeGreaterThan(10)
  })

  it.runIf(!TEST_SERVER)('are looked up by their VINs, even while the planner still expects a single one', async () => {
    await addCampaign(app, [vinOf(1000)])
    await sql`analyze`.execute(app.db)
    const campaign_id = await addCampaign(app, [], { number: '27V-102' })
    const { statements } = await app.statementsOf(() =>
      app.call(campaigns.addUnits, { campaign_id, vins: vinsUpTo(30) }),
    )
    const lookUps = statements.filter((text) => /^\s*select.*\bvin\b.*json_each/s.test(text))
    const plans = await Promise.all(
      lookUps.map(async (text) => {
        const { rows } = await app.db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${text}`))
        return rows.map(({ detail }) => detail).filter((detail) => detail.includes('campaign_units'))
      }),
    )
    const byVin = expect.stringMatching(
      /^SEARCH campaign_units USING .*INDEX campaign_units_twins \(campaign_id=\? AND vin=\?\)$/,
    )
    expect(plans).toEqual([[byVin], [byVin]])
  })
})

describe('the owners of very many vehicles', () => {
  const MANY = 5000
  const isCount = (text: string) => text.includes('count(distinct pair.user_id)')

  async function aLargeCampaign() {
    const owner = await addOwnerWith(app, await addCatalogue(app), 'Jane', vinOf(1))
    const campaign_id = await addCampaign(app, [vinOf(1)])
    const { seq: _, ...one } = await app.db.selectFrom('campaign_units').selectAll().executeTakeFirstOrThrow()
    const like = (place: number) => ({ ...one, id: `unit-${place}`, vin: vinOf(place), serial: vinOf(place).slice(-6) })
    await insertMany(
      app.db,
      'campaign_units',
      Array.from({ length: MANY }, (_, place) => like(place + 2)),
    )
    const read = async () => {
      const { statements } = await app.statementsOf(() => app.call(campaigns.get, { campaign_id }))
      const { data } = await app.call(campaigns.get, { campaign_id })
      return { ...data, isCounted: statements.some(isCount) }
    }
    return { owner, campaign_id, read }
  }

  it('are counted once, also while they are being told', async () => {
    const { campaign_id, read } = await aLargeCampaign()
    expect(await read()).toMatchObject({ owners_to_tell: 1, isCounted: true })
    expect(await read()).toMatchObject({ owners_to_tell: 1, isCounted: false })
    await openTheCampaign(app, campaign_id)
    await read()
    await sql`update campaign_units set told_at = told_at where vin = ${vinOf(2)}`.execute(app.db)
    const told = await read()
    expect(told).toMatchObject({ owners_to_tell: 1, isCounted: false, counts: { not_told: MANY } })
  })

  it.runIf(TEST_SERVER)('are not read to count those of another campaign', async () => {
    await aLargeCampaign()
    const campaign_id = await addCampaign(app, [vinOf(9000)], { number: '27V-102' })
    await sql`analyze`.execute(app.db)
    const { statements } = await app.statementsOf(() => app.call(campaigns.get, { campaign_id }))
    const plans = await Promise.all(
      statements
        .filter((text) => isCount(text) || text.includes('as not_told'))
        .map(async (text) => {
          const explained = CompiledQuery.raw(
            `explain ${text}`,
            isCount(text) ? [campaign_id, campaign_id] : [campaign_id],
          )
          const { rows } = await app.db.executeQuery<Record<string, string>>(explained)
          return rows.map((row) => row['QUERY PLAN']).join()
        }),
    )
    expect(plans).toHaveLength(2)
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on campaign_units')
  })

  it('are counted again as soon as a vehicle, an RV or an owner may be another', async () => {
    const { owner, read } = await aLargeCampaign()
    await read()
    const [rv] = (await app.call(ownRecords.rvs, {}, { token: owner.token })).data
    await app.call(ownRecords.deleteRv, { rv_id: rv?._id ?? '' }, { token: owner.token })
    expect(await read()).toMatchObject({ owners_to_tell: 0, isCounted: true })
  })
})

describe('vehicles that come together to an open campaign', () => {
  async function threeOwnersOf30() {
    const chosen = await addCatalogue(app)
    const campaign_id = await addCampaign(app, [vinOf(1000)])
    await openTheCampaign(app, campaign_id)
    const owners = [
      await addOwnerWith(app, chosen, 'Ann', vinOf(0)),
      await addOwnerWith(app, chosen, 'Bob', vinOf(15)),
      await addOwnerWith(app, chosen, 'Cid', vinOf(29)),
    ]
    await app.runJobs()
    await app.call(campaigns.addUnits, { campaign_id, vins: vinsUpTo(30) })
    return async () => (await Promise.all(owners.map((owner) => inboxOf(app, owner)))).map(({ length }) => length)
  }

  it('have their owners told together, so that nothing else has to wait for each of them', async () => {
    const told = await threeOwnersOf30()
    const { statements } = await app.statementsOf(() => app.runJobs())
    expect(statements.filter((text) => text.includes('set told_at = (')).length).toBe(1)
    expect(await told()).toEqual([1, 1, 1])
  })

  it.runIf(!TEST_SERVER)('have their owners told a minute later if one of them cannot be told about', async () => {
    const told = await threeOwnersOf30()
    await sql`create trigger broken before insert on campaign_notices
      when (select vin from campaign_units where id = new.unit_id) = ${sql.lit(vinOf(15))}
      begin select raise(abort, 'broken'); end`.execute(app.db)
    await app.runJobs()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    await app.runJobs()
    vi.useRealTimers()
    expect(await told()).toEqual([1, 0, 1])
  })
})
