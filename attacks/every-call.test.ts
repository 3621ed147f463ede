import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { account } from '#contract/account.ts'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { frenchCalls } from '#contract/french-calls.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { privacy } from '#contract/privacy.ts'
import { secondFactor, sessions, signIn } from '#contract/sign-in.ts'
import { moveIn, type Tried } from './any-call.ts'
import { inputsOf } from './contract-inputs.ts'
import { everyCall } from './inhabited-app.ts'

/** Calls of the app that need a mailed code. */
const withCode: Endpoint[] = [ownerAccount.resetPassword, ownerAccount.confirmEmail, ownerAccount.confirmChangeEmail]

/** Calls that need a current code or signature, a running change, a picture elsewhere, or filters of a named list. */
const ofTheMoment: Endpoint[] = [
  // They need a phone that the session has registered, and the code that it shows.
  ownNotifications.deviceCode,
  notifications.test,
  // Other calls place the dealer before.
  dealers.mend,
  // They need the number of owners or letters that there are, a campaign that was opened, and what an owner has said.
  campaigns.open,
  campaigns.remind,
  campaigns.close,
  campaigns.mailed,
  campaigns.dealersTold,
  campaigns.letters,
  campaigns.fileReport,
  campaignUnits.accept,
  campaignUnits.confirm,
  campaignUnits.reject,
  ownCampaigns.acknowledge,
  ownCampaigns.say,
  // Another vehicle of the same VIN was added meanwhile.
  campaignUnits.restore,
  // What its preview answers.
  privacy.merge,
  account.resetPassword,
  ...withCode,
  signIn.loginConfirm,
  secondFactor.totpConfirm,
  secondFactor.passkeyAdd,
  changes.stop,
  manualPages.fetch,
  ...Object.values(exports),
  // Where owners read French.
  frenchCalls.export,
]

describe('inputs as a description allows them', () => {
  // The same inputs for every seed, on untouched records.
  const [FEW, MANY] = [10, 500]
  let tried: Tried
  beforeEach(async () => {
    tried = await moveIn()
  })
  afterEach(() => tried.app.close())

  // Owners first: administrators may reset their passwords and turn them off.
  const calls = everyCall
    .map(([, endpoint]) => endpoint)
    .filter((endpoint) => !ofTheMoment.includes(endpoint))
    .toSorted((one, other) => Number(other.owner ?? false) - Number(one.owner ?? false))

  it('get every call carried out, not only refused, but for those that need something of the moment', async () => {
    const never: string[] = []
    for (const endpoint of calls) {
      const response = await carriedOut(endpoint)
      if (!response) never.push(endpoint.path)
      else expect([endpoint.path, tried.mistakesIn(endpoint, response)]).toEqual([endpoint.path, []])
    }
    expect(never).toEqual([])
  })

  it('leave out no call of the app: those with a mailed code are carried out with it', async () => {
    const { app } = tried
    const visitor = { token: null }
    const owner = { name: 'Grace', email: 'grace.codes@example.com', password: 'flow-matic-1!' }
    const { email, password } = owner
    async function newestCode() {
      await app.runJobs()
      return app.mails.flatMap(({ text }) => /(?:is|code) (\d{6})/.exec(text)?.[1] ?? []).at(-1) ?? ''
    }
    const carriedOut = new Set<Endpoint>(calls)
    async function expectDescribed(endpoint: Endpoint, input: object, token: string | null) {
      const response = await app.send(endpoint, input, { token })
      expect([endpoint.path, response.statusCode, response.body]).toEqual([endpoint.path, 200, response.body])
      expect([endpoint.path, tried.mistakesIn(endpoint, response)]).toEqual([endpoint.path, []])
      carriedOut.add(endpoint)
    }

    const { second_campaign_id: campaign_id = '', second_unit_id: _id = '', rv_id = '' } = app.ids
    await app.call(campaignUnits.confirm, { unit_id: _id, rv_id })
    await app.call(campaigns.open, { campaign_id, expect: 1 })
    await expectDescribed(ownCampaigns.acknowledge, { _id }, app.owner)
    await expectDescribed(ownCampaigns.say, { _id, what: 'done' }, app.owner)

    await app.call(ownNotifications.addDevice, { token: 'phone', platform: 'ios' }, { token: app.owner })
    await expectDescribed(ownNotifications.deviceCode, { token: 'phone' }, app.owner)

    await app.call(ownerAccount.register, owner, visitor)
    await expectDescribed(ownerAccount.confirmEmail, { email, otp: await newestCode() }, null)
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    const passwords = { new_password: password, confirm_password: password }
    await expectDescribed(ownerAccount.resetPassword, { email, otp: await newestCode(), ...passwords }, null)
    const { data } = await app.call(ownerAccount.signIn, { email, password }, visitor)
    const token = 'token' in data ? data.token : ''
    await app.call(ownerAccount.changeEmail, { email: 'grace.moved@example.com', password }, { token })
    await expectDescribed(ownerAccount.confirmChangeEmail, { otp: await newestCode() }, token)

    const ofApp = everyCall.map(([, endpoint]) => endpoint).filter((endpoint) => endpoint.owner)
    expect(ofApp.filter((endpoint) => !carriedOut.has(endpoint)).map(({ path }) => path)).toEqual([])
  })

  it('get answers that offer to undo what can be undone, and nothing else', async () => {
    const never: string[] = []
    // Nobody else is signed in, and no message has failed.
    const left: Endpoint[] = [sessions.end, notifications.retry]
    const offering = calls.filter(({ output }) => output instanceof z.ZodObject && 'change_id' in output.shape)
    for (const endpoint of offering.filter((one) => !left.includes(one))) {
      const response = await carriedOut(endpoint, (answer) => answer.change_id !== null)
      if (!response) never.push(endpoint.path)
      else await expectTrueOffer(endpoint, response.json())
    }
    expect(never).toEqual([])
  })

  type Offer = { change_id: string; can_undo: boolean }

  /** Whether the change can be undone, as its answer says; brings it back, because the next call may build on it. */
  async function expectTrueOffer({ path }: Endpoint, { change_id, can_undo }: Offer) {
    const { statusCode, body } = await tried.send(changes.undo, { change_id })
    expect([path, statusCode, body]).toEqual([path, can_undo ? 200 : 422, body])
    if (can_undo) expect((await tried.send(changes.undo, JSON.parse(body))).statusCode).toBe(200)
  }

  /** The first answer to inputs of the call that carries it out; `isWanted` chooses among answers. */
  async function carriedOut(endpoint: Endpoint, isWanted?: (answer: { change_id?: string | null }) => boolean) {
    const inputs = inputsOf(endpoint, tried.known)
    // Most calls are carried out with one of the first inputs, which stay the same if more are made.
    for (const numRuns of [FEW, MANY]) {
      for (const input of fc.sample(inputs, { seed: 1, numRuns }).slice(numRuns === FEW ? 0 : FEW)) {
        const response = await tried.send(endpoint, input)
        if (response.statusCode === 200 && (!isWanted || isWanted(response.json()))) return response
      }
    }
    return undefined
  }
})
