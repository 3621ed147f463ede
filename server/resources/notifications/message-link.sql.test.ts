import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import { notifications } from '#contract/notifications.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { startFakeFcm } from '../../testing/fake-fcm.ts'
import { addOwner } from '../../testing/people.ts'
import { formOf } from '../../testing/pictures.ts'

const HOUR = 3_600_000
/** Daytime from Newfoundland to Los Angeles. */
const START = Date.parse('2031-06-10T17:00:00.000Z')

let app: TestApp
let fcm: Awaited<ReturnType<typeof startFakeFcm>>
let owner: { id: string; token: string }
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  fcm = await startFakeFcm()
  app = await buildTestApp({
    ...fcm.env,
    SESSION_IDLE_HOURS: '200',
    SESSION_MAX_DAYS: '30',
    WEEKLY_MESSAGE_LIMIT: '100',
  })
  const id = await addOwner(app)
  owner = { id, token: await addPhone(app, id, { token: 'phone', time_zone: 'America/Denver' }) }
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  await fcm.stop()
})

const aPage = async (more: object = {}) =>
  (await app.call(cmsPages.add, { title: 'Winter', code: 'winter', content: '<p>Drain the tanks.</p>', ...more })).data
    ._id
const northgate = {
  type: 'both',
  active_lines: 'TT/TC',
  name: 'Northgate RV',
  address: '400 J Street',
  city: 'Reno',
  state: 'Nevada',
  country: 'United States',
  zip: '89502',
  hour_sales: 'Mon-Sat 9-6',
  hour_service: 'Mon-Fri 8-5',
  hour_parts: 'Closed',
  latitude: 39.5,
  longitude: -119.8,
}
const message = (more: object) => ({ title: 'Winter', description: 'Please read.', user_ids: [owner.id], ...more })
const send = async (more: object) => (await app.call(notifications.send, message(more))).data
const statusOf = async (notification_id: string) => (await app.call(notifications.status, { notification_id })).data
const inbox = async () => (await app.call(ownNotifications.inbox, {}, owner)).data

it('A message leads to a record that owners see, on the phone and in the app, until that is gone', async () => {
  const link = { type: 'cms_pages', id: await aPage() }
  const { _id, ...sent } = await send({ link })
  expect([sent.link, sent.link_lost_at]).toEqual([link, null])
  await send({})
  await app.runJobs()
  expect(fcm.taken.map(({ link_type, link_id }) => [link_type, link_id])).toEqual([
    ['cms_pages', link.id],
    [undefined, undefined],
  ])
  expect((await inbox()).map(({ link }) => link)).toEqual([null, link])
  await app.call(cmsPages.delete, { cms_page_id: link.id })
  expect((await inbox()).map(({ link }) => link)).toEqual([null, null])
  expect(await statusOf(_id)).toMatchObject({ link, link_lost_at: null })
})

it('One that owners do not see is refused on its field', async () => {
  const page = await aPage()
  await app.call(cmsPages.delete, { cms_page_id: page })
  const later = await aPage({ code: 'later', publish_at: new Date(START + HOUR).toISOString() })
  for (const link of [
    { type: 'cms_pages', id: page },
    { type: 'cms_pages', id: later },
    { type: 'dealers', id: later },
    { type: 'manual_pages', id: 'nowhere' },
  ]) {
    const { status, errors } = await app.refusal(notifications.send, message({ link }))
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['link']])
  }
  for (const link of [{ type: 'users', id: owner.id }, { type: 'dealers' }, 'dealers']) {
    const { status, errors } = await app.refusal(notifications.send, message({ link }))
    expect([status, Object.keys(errors ?? {})[0]?.startsWith('link')]).toEqual([422, true])
  }
  expect(await inbox()).toEqual([])
})

it('One that is gone when the message goes is left out, and the ledger says so', async () => {
  const link = { type: 'cms_pages', id: await aPage() }
  const { _id } = await send({ link, send_at: new Date(START + HOUR).toISOString() })
  await app.call(cmsPages.delete, { cms_page_id: link.id })
  vi.setSystemTime(START + HOUR)
  await app.runJobs()
  expect(fcm.taken.map(({ title, link_id }) => [title, link_id])).toEqual([['Winter', undefined]])
  expect(await statusOf(_id)).toMatchObject({ link, link_lost_at: new Date(START + HOUR).toISOString(), stage: 'sent' })
  await app.call(cmsPages.restore, { cms_page_id: link.id })
  expect((await inbox()).map(({ link }) => link)).toEqual([null])
})

it('An edit that says nothing of the link leaves it, one that says null takes it away', async () => {
  const page = { type: 'cms_pages', id: await aPage() }
  const dealer = { type: 'dealers', id: (await app.call(dealers.add, formOf(northgate))).data._id }
  const first = await send({ link: page, send_at: new Date(START + HOUR).toISOString() })
  const edit = async (version: number, more: object) =>
    (
      await app.call(notifications.rewrite, {
        notification_id: first._id,
        version,
        title: 'A',
        description: 'B',
        ...more,
      })
    ).data
  const kept = await edit(first.version, {})
  expect(kept.link).toEqual(page)
  const other = await edit(kept.version, { link: dealer })
  expect(other.link).toEqual(dealer)
  const wrong = { notification_id: first._id, version: other.version, title: 'A', description: 'B' }
  const link = { type: 'dealers', id: 'nobody' }
  expect((await app.refusal(notifications.rewrite, { ...wrong, link })).errors).toHaveProperty('link')
  expect((await edit(other.version, { link: null })).link).toBeNull()
})
