import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { changes } from '#contract/changes.ts'
import { privacy } from '#contract/privacy.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, addOwnerWith, unitsOf, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue } from '../../testing/people.ts'
import { keepPrivacy } from '../privacy/retention.service.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const OWNER = { owner_name: 'Ada Byron', address: '1 Main Street', city: 'Bend', state: 'Oregon', zip: '97701' }
const NOBODY = { owner_name: '', address: '', city: '', state: '', zip: '', country: '', language: null }
const onDay = async (day: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${day}T12:00:00Z`) })
  await keepPrivacy(app.db, [], { ownerInactiveMonths: undefined, privacyDays: 45 })
  vi.useRealTimers()
}

it('who a vehicle is registered to is kept for five years from the day the regulator was told, and no longer', async () => {
  await addCampaign(app, [])
  await addCampaign(app, [], { number: 'later', decided_on: '2026-08-01' })
  const row = { vin: vinOf(1), status: 'remedied', done_on: '2026-06-01', country: 'USA', language: 'en', ...OWNER }
  const upsert = (campaign_id: string) =>
    app.call(campaignUnits.upsert, { records: [{ ...row, campaign_id, note: 'By hand.' }] })
  const added = await upsert('27V-101')
  await upsert('later')
  await onDay('2031-05-04')
  expect((await unitsOf(app)).map(({ owner_name }) => owner_name)).toEqual(['Ada Byron', 'Ada Byron'])
  await onDay('2031-05-06')
  const [later, first] = await unitsOf(app)
  expect(later).toMatchObject(OWNER)
  expect(first).toMatchObject({ ...NOBODY, status: 'remedied', done_on: '2026-06-01', note: 'By hand.' })
  const history = await app.db
    .selectFrom('activity')
    .select('changes')
    .where('record_id', '=', first?._id ?? '')
    .execute()
  expect(JSON.stringify(history)).not.toMatch(/Ada Byron|Main Street|Bend/)
  expect(JSON.stringify(history)).toContain('2026-06-01')
  const all = (await app.call(changes.list, {})).data.map(({ sentence }) => sentence)
  expect(all.filter((one) => one.includes('removed the registered owners of'))).toHaveLength(1)
  await onDay('2031-05-07')
  expect((await app.call(changes.list, {})).data).toHaveLength(all.length)
  // Nothing restores them.
  await app.call(changes.undo, { change_id: added.change_id ?? '' })
  const unit_id = first?._id ?? ''
  await app.call(campaignUnits.restore, { unit_id })
  expect((await app.call(campaignUnits.get, { unit_id })).data).toMatchObject(NOBODY)
})

it('an owner who is erased is told before that it stays, and until when', async () => {
  const chosen = await addCatalogue(app)
  const { id } = await addOwnerWith(app, chosen, 'Ada Byron', vinOf(1))
  const kept = async () => (await app.call(privacy.ofUser, { user_id: id })).data.kept
  const before = await kept()
  await addCampaign(app, [vinOf(1)])
  const [unit] = await unitsOf(app)
  const edit = { unit_id: unit?._id ?? '', campaign_id: unit?.campaign_id._id ?? '', vin: vinOf(1), ...OWNER }
  await app.call(campaignUnits.edit, edit)
  const after = await kept()
  expect(after.length).toBe(before.length + 1)
  expect(after).toContainEqual({
    what: 'The registered owner of 1 vehicle on lists of campaigns',
    why: 'The law wants it kept for five years from the day on which the regulator was told.',
    until: '2031-05-05T00:00:00.000Z',
  })
})
