import { afterEach, beforeEach, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, addOwnerWith, inboxOf, openTheCampaign, vinOf } from '../../testing/campaigns.ts'
import { addCatalogue } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

it('two administrators who remind at the same time open one round, one after the other two', async () => {
  const grace = await addOwnerWith(app, await addCatalogue(app), 'Grace Hopper', vinOf(1))
  const campaign_id = await addCampaign(app, [vinOf(1)])
  await openTheCampaign(app, campaign_id)
  const round = async () => (await app.call(campaigns.get, { campaign_id })).data.round
  const remind = () => app.send(campaigns.remind, { campaign_id, expect: 1 })
  const answers = await Promise.all([remind(), remind()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 409]))
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
    code: 'conflict',
    message: 'Someone else has just reminded the owners. Nobody was told again.',
  })
  await app.runJobs()
  expect([await round(), (await inboxOf(app, grace)).length]).toEqual([2, 2])
  expect((await remind()).statusCode).toBe(200)
  await app.runJobs()
  expect([await round(), (await inboxOf(app, grace)).length]).toEqual([3, 3])
})
