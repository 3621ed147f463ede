import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { checkDigitOf, withCheckDigit } from '#contract/vin.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, addOwnerWith, inboxOf, openTheCampaign, unitsOf, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue } from '../../testing/people.ts'
import { hasWrongCheckDigit } from '../campaign-units/pairs.repository.ts'

let app: TestApp
let chosen: Awaited<ReturnType<typeof addCatalogue>>
beforeEach(async () => {
  app = await buildTestApp()
  chosen = await addCatalogue(app)
})
afterEach(() => app.close())

const VIN = vinOf(310_312)
/** One letter of it is mistyped, so the check digit is wrong. */
const MISTYPED = VIN.replace('1FDXE', '1FDXF')
const ASKED = 'Your RV may be part of a recall. Please enter its full VIN.'
const TOLD = 'Gas line may leak. Do not drive your RV until it is repaired. Please call 800-555-0100.'
const anOwner = (name: string, vin: string) => addOwnerWith(app, chosen, name, vin)
const inbox = async (owner: { token: string }) => (await inboxOf(app, owner)).map(([, description]) => description)
const unit = async () => (await unitsOf(app))[0] ?? { _id: '', rv_id: '' }

async function opened() {
  const campaign_id = await addCampaign(app, [VIN])
  await openTheCampaign(app, campaign_id)
  return campaign_id
}

describe('an owner whose full VIN has a wrong check digit and the six digits of a vehicle', () => {
  it('is asked for it, and told once it is right', async () => {
    const grace = await anOwner('Grace Hopper', MISTYPED)
    await opened()
    const ada = await anOwner('Ada Byron', MISTYPED)
    await app.runJobs()
    expect([await inbox(grace), await inbox(ada)]).toEqual([[ASKED], [ASKED]])
    expect(await unit()).toMatchObject({ match: 'possible', not_told: 'possible', told_at: null })
    const [rv] = (await app.call(ownRecords.rvs, {}, grace)).data
    await app.call(ownRecords.editRv, { ...chosen, rv_id: rv?._id ?? '', vin: VIN }, grace)
    await app.runJobs()
    expect([await inbox(grace), await inbox(ada)]).toEqual([[TOLD, ASKED], [ASKED]])
  })

  it('is asked once more after mistyping it in answer to that, and no third time', async () => {
    const grace = await anOwner('Grace Hopper', '310312')
    const campaign_id = await opened()
    const [rv] = (await app.call(ownRecords.rvs, {}, grace)).data
    for (const typed of [MISTYPED, '310312', MISTYPED, VIN.replace('1FDXE', '1FDXH')]) {
      await app.call(ownRecords.editRv, { ...chosen, rv_id: rv?._id ?? '', vin: typed, full_vin: null }, grace)
      await app.runJobs()
    }
    await app.call(campaigns.remind, { campaign_id, expect: 0 })
    await app.runJobs()
    expect(await inbox(grace)).toEqual([ASKED, ASKED])
  })

  it('is a doubt, which is ruled out by hand, or cleared by correcting the RV', async () => {
    await anOwner('Grace Hopper', MISTYPED)
    const campaign_id = await opened()
    const doubts = async () => (await app.call(campaigns.doubts, { campaign_id })).data
    expect(await doubts()).toMatchObject([{ why: 'possible', vin: VIN, user: { name: 'Grace Hopper' } }])
    const { _id: unit_id, rv_id } = await unit()
    const which = { unit_id, rv_id: rv_id ?? '' }
    const says = { rv_id: ['The full VIN of this RV is mistyped: its check digit is wrong. Please correct it there.'] }
    expect((await app.refusal(campaignUnits.confirm, which)).errors).toEqual(says)
    await app.call(campaignUnits.reject, which)
    expect([await doubts(), (await unit()).rv_id]).toEqual([[], null])
  })
})

it('an owner of another RV with the same six digits is asked nothing', async () => {
  const other = await anOwner('Ida', withCheckDigit('1FDXF4FS8HD310312') ?? '')
  await opened()
  expect(await inbox(other)).toEqual([])
  expect(await unit()).toMatchObject({ match: null, not_told: 'no_owner' })
})

it('the databases find the wrong check digits that the contract finds', async () => {
  const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
  const vins = Array.from({ length: 330 }, (_, place) =>
    Array.from({ length: 17 }, (_, at) => letters[(place * (at + 1) + at * 7) % letters.length]).join(''),
  ).flatMap((vin) => [vin, withCheckDigit(vin) ?? ''])
  const wrong = await Promise.all(
    vins.map(async (vin) => {
      const text = `select case when ${hasWrongCheckDigit(`'${vin}'`)} then 1 else 0 end as wrong`
      const { rows } = await sql.raw<{ wrong: number }>(text).execute(app.db)
      return rows[0]?.wrong === 1
    }),
  )
  expect(wrong).toEqual(vins.map((vin) => checkDigitOf(vin) !== vin[8]))
})
