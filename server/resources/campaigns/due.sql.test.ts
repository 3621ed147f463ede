import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { dashboard } from '#contract/dashboard.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCampaign, openTheCampaign, vinOf } from '../../testing/campaigns.ts'
import { addAnotherAdmin } from '../../testing/people.ts'

const DECIDED = '2027-01-04'
const LETTERS_DUE = '03-05-2027'
let app: TestApp
let campaign_id: string
let token: string
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await begin()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

async function begin() {
  vi.setSystemTime('2027-01-05T12:00:00.000Z')
  app = await buildTestApp({ OFFICE_TIME_ZONE: 'America/Los_Angeles' })
  campaign_id = await addCampaign(app, [vinOf(1), vinOf(2)], { decided_on: DECIDED })
  await openTheCampaign(app, campaign_id)
}

/** The mails sent at this moment, with two servers that each look twice. */
async function mailsAt(at: string) {
  vi.setSystemTime(at)
  const before = app.mails.length
  await Promise.all([app.runJobs(), app.runJobs()])
  await app.runJobs()
  return app.mails.slice(before).flatMap(({ subject }) => (subject.startsWith('27V-101') ? subject : []))
}
/** The last of them; mails about a sign-in may come in between. */
const textOfLast = () => app.mails.findLast(({ subject }) => subject.startsWith('27V-101'))?.text
const letters = `27V-101: letters to owners are due on ${LETTERS_DUE}`
const report = '27V-101: the report of quarter 2027-1 is due on 04-30-2027'
const mailed = (mailed_on: string) => app.call(campaigns.mailed, { campaign_id, mailed_on, expect: 2 }, { token })
const signIn = async () => {
  token = await app.signIn()
}

describe('administrators are mailed', () => {
  it('14 and 2 days before letters or a report are due, in the morning of the office, once each', async () => {
    expect(await mailsAt('2027-02-18T18:00:00.000Z')).toEqual([])
    expect(await mailsAt('2027-02-19T16:59:00.000Z')).toEqual([])
    expect(await mailsAt('2027-02-19T17:00:00.000Z')).toEqual([letters])
    expect(textOfLast()).toContain(`/campaigns/${campaign_id}?tab=notices`)
    expect(textOfLast()).toContain('2 of its vehicles are without a letter.')
    expect(await mailsAt('2027-02-25T18:00:00.000Z')).toEqual([])
    await signIn()
    const unit = (await app.call(campaignUnits.list, {}, { token })).data[0]
    const one = { campaign_id, unit_ids: [unit?._id ?? ''], mailed_on: '2027-02-25', expect: 1 }
    await app.call(campaigns.mailed, one, { token })
    expect(await mailsAt('2027-03-03T18:00:00.000Z')).toEqual([letters])
    expect(textOfLast()).toContain('1 of its vehicles is without a letter.')
    expect(await mailsAt('2027-03-04T18:00:00.000Z')).toEqual([])
    expect(await mailsAt('2027-04-16T16:00:00.000Z')).toEqual([report])
    expect(await mailsAt('2027-04-30T16:00:00.000Z')).toEqual([report])
    expect(await mailsAt('2027-05-01T16:00:00.000Z')).toEqual([])
  })

  it('each of them, and no more than once where the clock goes back or a server was down for weeks', async () => {
    await addAnotherAdmin(app, 'Grace')
    expect(await mailsAt('2027-02-20T18:00:00.000Z')).toEqual([letters, letters])
    expect(await mailsAt('2027-02-18T18:00:00.000Z')).toEqual([])
    expect(await mailsAt('2027-02-21T18:00:00.000Z')).toEqual([])
    // The one for two weeks before is too late now.
    expect(await mailsAt('2027-04-29T18:00:00.000Z')).toEqual([report, report])
    expect(await mailsAt('2027-04-30T18:00:00.000Z')).toEqual([])
  })

  it('about nothing that is done: letters that went, a report that was filed, a campaign that was closed', async () => {
    await signIn()
    await mailed('2027-01-05')
    expect(await mailsAt('2027-02-20T18:00:00.000Z')).toEqual([])
    vi.setSystemTime('2027-04-10T12:00:00.000Z')
    await signIn()
    const filed = { campaign_id, quarter: '2027-1', submitted_on: '2027-04-10' }
    await app.call(campaigns.fileReport, filed, { token })
    expect(await mailsAt('2027-04-20T18:00:00.000Z')).toEqual([])
    expect(await mailsAt('2027-07-17T18:00:00.000Z')).toEqual([
      '27V-101: the report of quarter 2027-2 is due on 07-30-2027',
    ])
    await signIn()
    await app.call(campaigns.close, { campaign_id }, { token })
    expect(await mailsAt('2027-10-17T18:00:00.000Z')).toEqual([])
  })

  it('by the day on which it is due now, also where that was edited', async () => {
    await signIn()
    const { data } = await app.call(campaigns.get, { campaign_id }, { token })
    const { _id: _, regulators, ...fields } = data
    await app.call(campaigns.edit, { ...fields, regulators, campaign_id, decided_on: '2027-01-05' }, { token })
    expect(await mailsAt('2027-02-19T18:00:00.000Z')).toEqual([])
    expect(await mailsAt('2027-02-20T18:00:00.000Z')).toEqual([letters.replace('03-05', '03-06')])
  })
})

it('the dashboard says what is due within two weeks, or overdue', async () => {
  const lines = async (at: string) => {
    vi.setSystemTime(at)
    await signIn()
    const { data } = await app.call(dashboard.attention, {}, { token })
    return data.flatMap(({ kind, count, title, link, since }) =>
      kind.startsWith('campaign') ? [{ kind, count, title, link, since }] : [],
    )
  }
  // By the office's days, where it is still the day before.
  expect(await lines('2027-02-19T07:00:00.000Z')).toEqual([])
  expect(await lines('2027-02-19T09:00:00.000Z')).toEqual([
    {
      kind: 'campaign_letters_due',
      count: 2,
      title: letters,
      link: `/campaigns/${campaign_id}?tab=notices`,
      since: '2027-02-19T00:00:00.000Z',
    },
  ])
  const [late] = await lines('2027-03-07T09:00:00.000Z')
  expect(late?.title).toBe(letters.replace('are due', 'were due'))
  await mailed('2027-03-06')
  expect(await lines('2027-03-08T09:00:00.000Z')).toEqual([])
  expect(await lines('2027-04-20T09:00:00.000Z')).toMatchObject([
    { kind: 'campaign_report_due', count: 1, title: report, link: `/campaigns/${campaign_id}?tab=reports` },
  ])
})
