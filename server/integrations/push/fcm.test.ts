import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../../settings/settings.ts'
import { startFakeFcm, type Whim } from '../../testing/fake-fcm.ts'
import { fcmPush } from './fcm.ts'
import { readServiceAccount } from './service-account.ts'
import { pushSource } from './source.ts'

let fcm: Awaited<ReturnType<typeof startFakeFcm>>
beforeEach(async () => {
  fcm = await startFakeFcm()
})
afterEach(() => fcm.stop())

const message = { id: 'n1', title: 'Recall', body: 'Please call your dealer.' }
const push = () => pushSource(readSettings(fcm.env))
/** What the server does at each attempt; the last entry repeats. */
function whims(...list: Whim[]) {
  let tries = 0
  fcm.state.whim = () => list[Math.min(tries++, list.length - 1)]
}

describe('Firebase', () => {
  it('is handed the message for the device, with an access token that is asked for once', async () => {
    const tell = push()
    const results = await Promise.all(['a', 'b', 'c'].map((token) => tell(message, [token])))
    expect(results).toEqual(Array(3).fill({ state: 'accepted', reason: null, gone: [] }))
    expect(fcm.taken).toContainEqual({ token: 'a', title: 'Recall', body: 'Please call your dealer.', id: 'n1' })
    expect(fcm.state.tokensGiven).toBe(1)
  })

  it('is asked for another access token when one has ended', async () => {
    const tell = push()
    await tell(message, ['a'])
    fcm.endAccess()
    expect((await tell(message, ['a'])).state).toBe('accepted')
    expect(fcm.state.tokensGiven).toBe(2)
  })

  it('is never asked more than twenty things at a time', async () => {
    fcm.state.whim = () => ({ delay: 200 })
    const tell = push()
    await Promise.all(Array.from({ length: 100 }, (_, place) => tell(message, [`device-${place}`])))
    expect(fcm.taken).toHaveLength(100)
    expect(fcm.state.mostAtATime).toBeLessThanOrEqual(20)
    expect(fcm.state.mostAtATime).toBeGreaterThan(10)
  })

  it('that is busy is asked again, when it wants to', async () => {
    whims({ status: 429, code: 'QUOTA_EXCEEDED', retryAfter: 1 }, { status: 503, retryAfter: 0 }, {})
    const start = Date.now()
    expect((await push()(message, ['a'])).state).toBe('accepted')
    expect(Date.now() - start).toBeGreaterThan(950)
    expect([fcm.taken.length, fcm.state.asked]).toEqual([1, 3])
  })

  it('that stays busy is left alone after three tries, for as long as it asks, or a minute', async () => {
    whims({ status: 503, code: 'UNAVAILABLE', message: 'Try later.', retryAfter: new Date(0).toUTCString() })
    const busy = { about: 'later', ofAll: true, message: 'UNAVAILABLE: Try later.', retryAfter: 0 }
    await expect(push()(message, ['a'])).rejects.toMatchObject(busy)
    expect(fcm.state.asked).toBe(3)
    whims({ status: 429, code: 'QUOTA_EXCEEDED' })
    await expect(push()(message, ['a'])).rejects.toMatchObject({ about: 'later', retryAfter: 60 })
    whims({ status: 429, code: 'QUOTA_EXCEEDED', retryAfter: 300 })
    await expect(push()(message, ['a'])).rejects.toMatchObject({ about: 'later', retryAfter: 300 })
    expect(fcm.state.asked).toBe(5)
  })

  it('that fails without a reason is about us, unless others are told', async () => {
    whims({ status: 500, code: 'INTERNAL' })
    expect(await push()(message, ['a'])).toMatchObject({ state: 'failed', doubt: { about: 'later' }, gone: [] })
    whims({ status: 400, code: 'INVALID_ARGUMENT', message: 'The token is not valid.' })
    const refused = await push()(message, ['a'])
    expect(refused).toMatchObject({ state: 'failed', reason: 'INVALID_ARGUMENT: The token is not valid.', gone: [] })
    expect(refused.doubt).toMatchObject({ about: 'set-up' })
    expect(fcm.state.asked).toBe(4)
  })

  it.each([
    [401, 'THIRD_PARTY_AUTH_ERROR', 1],
    [401, 'UNAUTHENTICATED', 2],
    [403, 'PERMISSION_DENIED', 1],
    [404, 'NOT_FOUND', 1],
    [404, undefined, 1],
  ])('that answers %s %s refuses us, and no device', async (status, code, asked) => {
    whims({ status, code })
    await expect(push()(message, ['a'])).rejects.toMatchObject({ service: 'push', about: 'set-up' })
    expect(fcm.state.asked).toBe(asked)
  })

  it('is not asked for the devices that wait, once it refuses us for one', async () => {
    whims({ status: 403, code: 'PERMISSION_DENIED' })
    const tell = push()
    const told = await Promise.allSettled(Array.from({ length: 100 }, (_, place) => tell(message, [`device-${place}`])))
    expect(told.every(({ status }) => status === 'rejected')).toBe(true)
    expect(fcm.state.asked).toBeLessThanOrEqual(20)
    whims({})
    expect((await tell(message, ['a'])).state).toBe('accepted')
  })

  it('that knows a device no longer, or as one of another sender, leaves the others', async () => {
    fcm.state.whim = (token) => {
      if (token === 'old') return { status: 404, code: 'UNREGISTERED' }
      return token === 'other' ? { status: 403, code: 'SENDER_ID_MISMATCH' } : undefined
    }
    const gone = ['old', 'other']
    expect(await push()(message, [...gone, 'new'])).toEqual({ state: 'accepted', reason: null, gone, mismatches: 1 })
    expect(await push()(message, ['old'])).toEqual({ state: 'no_device', reason: null, gone: ['old'] })
    expect((await push()(message, [])).state).toBe('no_device')
  })

  it('is not asked again when its answer was lost', async () => {
    whims({ lost: true })
    expect((await push()(message, ['a'])).state).toBe('unknown')
    expect(fcm.state.asked).toBe(1)
  })

  it('that takes too long counts as lost', async () => {
    fcm.state.whim = () => ({ delay: 300 })
    const { FCM_CREDENTIALS, FCM_ENDPOINT } = fcm.env
    const impatient = fcmPush(readServiceAccount(FCM_CREDENTIALS), FCM_ENDPOINT, 100)
    expect((await impatient(message, ['a'])).state).toBe('unknown')
    expect((await push()(message, ['a'])).state).toBe('accepted')
  })

  it('is known to be out of reach when nothing could be sent', async () => {
    const tell = push()
    fcm.state.givesAccess = false
    await expect(tell(message, ['a'])).rejects.toMatchObject({ about: 'set-up' })
    fcm.state.givesAccess = true
    await tell(message, ['a'])
    await fcm.stop()
    await expect(tell(message, ['a'])).rejects.toMatchObject({ about: 'later' })
  })
})
