import { afterEach, beforeEach, expect, it } from 'vitest'
import { MISSING } from '#contract/campaign-messages.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, frenchFields, openTheCampaign, recallFields, vinOf } from '../../testing/campaigns.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const found = async (campaign_id: string) => (await app.call(campaigns.get, { campaign_id })).data
const asked = (fields: (keyof typeof MISSING)[]) => Object.fromEntries(fields.map((field) => [field, [MISSING[field]]]))

it('keeps what opening it asked for in every later edit, and asks it of a draft only then', async () => {
  const campaign_id = await addCampaign(app, [vinOf(1)])
  const bare = { ...recallFields, campaign_id, type: 'service', regulators: [], defect: '', risk: '', remedy: '' }
  await app.call(campaigns.edit, { ...bare, phone: '' })
  await app.call(campaigns.edit, { ...recallFields, campaign_id })
  await openTheCampaign(app, campaign_id)
  const { errors } = await app.refusal(campaigns.edit, { ...bare, type: 'recall', regulators: ['nhtsa'], phone: '' })
  expect(errors).toEqual(asked(['defect', 'risk', 'remedy', 'phone']))
  const canadian = { ...recallFields, campaign_id, regulators: ['nhtsa', 'transport_canada'] }
  const refusal = await app.refusal(campaigns.edit, { ...canadian, ...frenchFields, title_fr: '', risk_fr: ' ' })
  expect(refusal.errors).toEqual(asked(['title_fr', 'risk_fr']))
  expect(refusal.message).toBe(MISSING.title_fr)
  await app.call(campaigns.edit, { ...canadian, ...frenchFields })
  await app.call(campaigns.close, { campaign_id })
  expect((await app.refusal(campaigns.edit, { ...canadian })).errors).toHaveProperty('remedy_fr')
})

it('keeps it also where what filled it in before it was opened would be undone', async () => {
  const campaign_id = await addCampaign(app, [vinOf(1)], { remedy: '' })
  const filled = await app.call(campaigns.edit, { ...recallFields, campaign_id })
  await openTheCampaign(app, campaign_id)
  await app.send(changes.undo, { change_id: filled.change_id ?? '' })
  expect(await found(campaign_id)).toMatchObject({ remedy: recallFields.remedy, state: 'open' })
})

it('keeps its type from then on, also where an undo would change it', async () => {
  const campaign_id = await addCampaign(app, [vinOf(1)])
  const service = { ...recallFields, campaign_id, type: 'service', regulators: [] }
  await app.call(campaigns.edit, service)
  const { change_id } = await app.call(campaigns.edit, { ...recallFields, campaign_id })
  await openTheCampaign(app, campaign_id)
  const refusal = async () => (await app.refusal(campaigns.edit, service)).errors
  expect(await refusal()).toEqual({ type: ['A campaign that was opened keeps its type.'] })
  await app.call(campaigns.close, { campaign_id })
  expect(await refusal()).toHaveProperty('type')
  await app.send(changes.undo, { change_id: change_id ?? '' })
  expect(await found(campaign_id)).toMatchObject({ type: 'recall', regulators: ['nhtsa'] })
})
