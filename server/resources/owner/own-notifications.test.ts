import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { users } from '#contract/users.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'

let app: TestApp
let grace: string
let mine: { token: string }
let others: { token: string }
beforeEach(async () => {
  app = await buildTestApp()
  grace = await addOwner(app)
  mine = { token: await openAppSession(app.db, grace) }
  others = { token: await openAppSession(app.db, await addOwner(app, 'Ada Byron')) }
})
afterEach(() => app.close())

const send = (title: string) => app.call(notifications.send, { title, description: 'Please call.', user_ids: [grace] })
const inbox = async (as = mine, input = {}) => (await app.call(ownNotifications.inbox, input, as)).data
const devices = () => app.db.selectFrom('devices').select(['token', 'user_id', 'platform']).execute()

describe('notifications', () => {
  it('are there at once, newest first, and only for whom they are meant', async () => {
    await send('First')
    await send('Second')
    expect((await inbox()).map(({ title, is_read }) => [title, is_read])).toEqual([
      ['Second', false],
      ['First', false],
    ])
    expect((await inbox(mine, { page: 2, per_page: 1 })).map(({ title }) => title)).toEqual(['First'])
    expect(await inbox(others)).toEqual([])
  })

  it('come to an inbox that has been read before', async () => {
    await send('First')
    expect(await inbox()).toHaveLength(1)
    await send('Second')
    expect(await inbox()).toHaveLength(2)
  })

  it('are marked as read one by one, or all at once', async () => {
    const { data } = await send('First')
    await send('Second')
    const unread = async () => (await inbox()).filter(({ is_read }) => !is_read).map(({ title }) => title)
    await app.call(ownNotifications.markRead, { notification_id: data._id }, others)
    expect(await unread()).toEqual(['Second', 'First'])
    await app.call(ownNotifications.markRead, { notification_id: data._id }, mine)
    expect(await unread()).toEqual(['Second'])
    await app.call(ownNotifications.markRead, { all: true }, mine)
    expect(await unread()).toEqual([])
  })

  it.each([
    ['nothing', {}],
    ['a misspelt field', { notification: 'n' }],
    ['a misspelt field beside all', { all: true, id: 'n' }],
    ['all and one of them', { all: true, notification_id: 'n' }],
    ['not all', { all: false }],
  ])('stay unread where %s is said', async (_what, input) => {
    await send('First')
    expect((await app.refusal(ownNotifications.markRead, input, mine)).status).toBe(422)
    expect((await app.call(ownNotifications.unread, {}, mine)).data.count).toBe(1)
  })

  it('are counted while they are unread', async () => {
    const { data } = await send('First')
    await send('Second')
    const count = async (as = mine) => (await app.call(ownNotifications.unread, {}, as)).data.count
    expect([await count(), await count(others)]).toEqual([2, 0])
    await app.call(ownNotifications.markRead, { notification_id: data._id }, mine)
    expect(await count()).toBe(1)
  })

  it('are deleted from the own inbox only, and stay sent', async () => {
    const { data } = await send('First')
    await send('Second')
    await inbox()
    const notification_id = data._id
    await app.call(ownNotifications.delete, { notification_id }, others)
    expect((await app.call(ownNotifications.inbox, {}, mine)).total).toBe(2)
    await app.call(ownNotifications.delete, { notification_id }, mine)
    await app.call(ownNotifications.delete, { notification_id }, mine)
    expect((await inbox()).map(({ title }) => title)).toEqual(['Second'])
    expect((await app.call(ownNotifications.unread, {}, mine)).data.count).toBe(1)
    expect((await app.call(notifications.recipients, { notification_id })).total).toBe(1)
  })
})

describe('devices', () => {
  it('are registered once, and belong to who registered them last', async () => {
    const device = { token: 'one', platform: 'ios' }
    await app.call(ownNotifications.addDevice, device, others)
    await app.call(ownNotifications.addDevice, device, mine)
    await app.call(ownNotifications.addDevice, { ...device, platform: 'android' }, mine)
    expect(await devices()).toEqual([{ token: 'one', user_id: grace, platform: 'android' }])
  })

  it('keeps the zone and language of a phone, but no zone whose clock nobody here can read', async () => {
    const zones = async (time_zone?: string, language?: string) => {
      await app.call(ownNotifications.addDevice, { token: 'zoned', platform: 'ios', time_zone, language }, mine)
      return app.db
        .selectFrom('devices')
        .select(['time_zone', 'language'])
        .where('token', '=', 'zoned')
        .executeTakeFirst()
    }
    expect(await zones('America/Denver', 'fr-CA')).toEqual({ time_zone: 'America/Denver', language: 'fr-CA' })
    expect(await zones()).toEqual({ time_zone: 'America/Denver', language: 'fr-CA' })
    expect(await zones('America/Atlantis', 'en')).toEqual({ time_zone: null, language: 'en' })
    const odd = { token: 'zoned', platform: 'ios', time_zone: 'five o’clock', language: '1' } as const
    expect((await app.refusal(ownNotifications.addDevice, odd, mine)).errors).toEqual({
      time_zone: ['Please send a time zone such as America/Denver.'],
      language: ['Please send a language such as en or fr-CA.'],
    })
  })

  it('are removed by nobody but their owner', async () => {
    await app.call(ownNotifications.addDevice, { token: 'one', platform: 'web' }, mine)
    await app.call(ownNotifications.removeDevice, { token: 'one' }, others)
    expect(await devices()).toHaveLength(1)
    await app.call(ownNotifications.removeDevice, { token: 'one' }, mine)
    await app.call(ownNotifications.removeDevice, { token: 'one' }, mine)
    expect(await devices()).toEqual([])
  })

  it('are forgotten when their session ends', async () => {
    const second = { token: await openAppSession(app.db, grace) }
    await app.call(ownNotifications.addDevice, { token: 'phone', platform: 'ios' }, mine)
    await app.call(ownNotifications.addDevice, { token: 'tablet', platform: 'ios' }, second)
    await app.call(ownerAccount.signOut, {}, mine)
    expect((await devices()).map(({ token }) => token)).toEqual(['tablet'])
    await app.call(users.changeStatus, { user_id: grace, status: false })
    expect(await devices()).toEqual([])
  })

  it('are at most twenty, the newest', async () => {
    for (let place = 0; place < 22; place++) {
      await app.call(ownNotifications.addDevice, { token: `device-${place}`, platform: 'ios' }, mine)
      await new Promise((soon) => setTimeout(soon, 2))
    }
    expect((await devices()).map(({ token }) => token)).not.toContain('device-1')
    expect(await devices()).toHaveLength(20)
  })

  it('must have a token and a platform that is known', async () => {
    const { errors } = await app.refusal(ownNotifications.addDevice, { token: '', platform: 'pager' }, mine)
    expect(Object.keys(errors ?? {})).toEqual(['token', 'platform'])
  })
})
