import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import type { Push } from '../../integrations/push/push.ts'
import { heldServices, trustService } from '../../jobs/holds.ts'
import { runNextJob } from '../../jobs/jobs.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { startFakeFcm, type Whim } from '../../testing/fake-fcm.ts'
import { addOwner } from '../../testing/people.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { DELIVER_NOTIFICATION, deliverNotification } from './delivery.service.ts'

let app: TestApp
let fcm: Awaited<ReturnType<typeof startFakeFcm>>
beforeEach(async () => {
  fcm = await startFakeFcm()
  app = await buildTestApp({ ...fcm.env, SESSION_IDLE_HOURS: '48' })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  await fcm.stop()
})

/** Owners with one device each, named by its position. */
async function addOwners(count: number) {
  const owners: string[] = []
  for (let place = 0; place < count; place++) {
    const id = await addOwner(app, `Owner ${place}`)
    const token = await app.db.transaction().execute((db) => openAppSession(db, id))
    await app.call(ownNotifications.addDevice, { token: `device-${place}`, platform: 'ios' }, { token })
    owners.push(id)
  }
  return owners
}

const send = async (user_ids: string[]) =>
  (await app.call(notifications.send, { title: 'Recall', description: 'Please call.', user_ids, purpose: 'safety' }))
    .data._id
const countsOf = async (notification_id: string) =>
  (await app.call(notifications.status, { notification_id })).data.counts
const retry = (notification_id: string) => app.call(notifications.retry, { notification_id })
const rowsIn = async (notification_id: string, state: string) =>
  (await app.call(notifications.recipients, { notification_id, filters: { state: { op: 'eq', value: state } } })).data
/** Even after the session has ended. */
async function storedCounts(id: string) {
  const row = app.db.selectFrom('notifications').select('counts').where('id', '=', id)
  return JSON.parse((await row.executeTakeFirstOrThrow()).counts) as Record<string, number>
}
const devices = async () => (await app.db.selectFrom('devices').select('token').execute()).length
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const told = () => fcm.taken.map(({ token }) => token).toSorted()

describe('a message', () => {
  it('reaches everybody once, also when there are more than fit one step', async () => {
    const id = await send(await addOwners(450))
    await app.runJobs()
    expect(new Set(told()).size).toBe(450)
    expect(told()).toHaveLength(450)
    expect(await countsOf(id)).toMatchObject({ accepted: 450, waiting: 0, sending: 0 })
  })

  it('that fails for one in twenty is sent again to those, and to nobody else', async () => {
    const id = await send(await addOwners(100))
    fcm.state.whim = (token) => (Number(token.slice(7)) % 20 === 7 ? { status: 400, code: 'INTERNAL' } : undefined)
    await app.runJobs()
    expect(await countsOf(id)).toMatchObject({ accepted: 95, failed: 5 })
    expect((await rowsIn(id, 'failed'))[0]).toMatchObject({ name: 'Owner 7', reason: 'INTERNAL', attempts: 1 })
    fcm.state.whim = () => undefined
    const again = await retry(id)
    expect([again.message, again.data.counts.waiting]).toEqual(['The notification is being sent again.', 5])
    await app.runJobs()
    expect(await countsOf(id)).toMatchObject({ accepted: 100, failed: 0 })
    expect(told()).toHaveLength(100)
    expect((await retry(id)).message).toBe(
      'Nothing was sent: this message failed for no one, or is already being sent again.',
    )
    await app.runJobs()
    expect(told()).toHaveLength(100)
  })

  it('whose answer was lost is not sent again, not even when asked', async () => {
    const id = await send(await addOwners(3))
    fcm.state.whim = (token) => ({ lost: token === 'device-1' })
    await app.runJobs()
    expect(await countsOf(id)).toMatchObject({ accepted: 2, unknown: 1 })
    expect(await rowsIn(id, 'unknown')).toMatchObject([{ reason: 'The answer of the push service was lost.' }])
    await retry(id)
    await app.runJobs()
    expect(told()).toHaveLength(3)
  })

  it('says who has no device, and forgets devices that are gone', async () => {
    const owners = [...(await addOwners(2)), await addOwner(app, 'No Device')]
    fcm.state.whim = (token) => (token === 'device-0' ? { status: 404, code: 'UNREGISTERED' } : undefined)
    const id = await send(owners)
    await app.runJobs()
    expect((await rowsIn(id, 'no_device')).map(({ name }) => name)).toEqual(['Owner 0', 'No Device'])
    expect(await app.db.selectFrom('devices').select('token').execute()).toEqual([{ token: 'device-1' }])
  })

  it('waits while the push service is out of reach, for as long as that takes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await send(await addOwners(3))
    fcm.state.givesAccess = false
    for (let tried = 0; tried < 70; tried++) {
      await app.runJobs()
      later(900)
    }
    expect(await storedCounts(id)).toEqual({ waiting: 3, sending: 0 })
    expect(await heldServices(app.db)).toMatchObject([{ service: 'push', about: 'set-up' }])
    fcm.state.givesAccess = true
    await app.runJobs()
    expect(await storedCounts(id)).toMatchObject({ accepted: 3 })
    expect(told()).toHaveLength(3)
    expect(await heldServices(app.db)).toEqual([])
  })

  it.each<[string, Whim]>([
    ['a wrong project', { status: 404, code: 'NOT_FOUND' }],
    ['a message or app that it does not take', { status: 400, code: 'INVALID_ARGUMENT' }],
    ['a key of Apple that it cannot use', { status: 401, code: 'THIRD_PARTY_AUTH_ERROR' }],
    ['an account without the right', { status: 403, code: 'PERMISSION_DENIED' }],
    ['too many messages', { status: 429, code: 'QUOTA_EXCEEDED' }],
  ])('that meets %s waits with its devices, asks little, and goes on once it is mended', async (_what, whim) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await send(await addOwners(40))
    fcm.state.whim = () => whim
    const most = whim.status === 400 ? 21 : 1
    for (let tried = 1; tried <= 3; tried++) {
      await app.runJobs()
      expect(fcm.state.asked).toBeLessThanOrEqual(tried * most)
      later(400)
    }
    expect(await countsOf(id)).toMatchObject({ waiting: 40, failed: 0, no_device: 0, sending: 0 })
    expect(await devices()).toBe(40)
    fcm.state.whim = () => undefined
    await app.runJobs()
    expect(await countsOf(id)).toMatchObject({ accepted: 40, waiting: 0 })
    expect(told()).toHaveLength(40)
  })

  it('of which only a few are refused without a reason leaves those as failed', async () => {
    const id = await send(await addOwners(40))
    fcm.state.whim = (token) => (token === 'device-0' ? { status: 400, code: 'INVALID_ARGUMENT' } : undefined)
    await app.runJobs()
    expect(await countsOf(id)).toMatchObject({ accepted: 39, failed: 1, waiting: 0 })
    expect([await devices(), await heldServices(app.db)]).toEqual([40, []])
  })

  it('to one whose device is refused without a reason holds up others only until they are served', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [bad = '', good = ''] = await addOwners(2)
    fcm.state.whim = (token) => (token === 'device-0' ? { status: 400, code: 'INVALID_ARGUMENT' } : undefined)
    const first = await send([bad])
    await app.runJobs()
    const second = await send([good])
    for (let tried = 0; tried < 30; tried++) {
      later(900)
      await app.runJobs()
    }
    expect(await storedCounts(second)).toMatchObject({ accepted: 1 })
    expect(await storedCounts(first)).toMatchObject({ failed: 1, waiting: 0 })
  })

  describe('for which many devices look gone at once', () => {
    const some = (share: number) => (token: string) =>
      Number(token.slice(7)) % 100 < share ? { status: 404, code: 'UNREGISTERED' } : undefined

    it('waits for those with them, removes none, and goes on once they are known again', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const id = await send(await addOwners(300))
      fcm.state.whim = () => ({ status: 403, code: 'SENDER_ID_MISMATCH' })
      await app.runJobs()
      expect(fcm.state.asked).toBeLessThan(125)
      expect(await countsOf(id)).toMatchObject({ waiting: 300, no_device: 0 })
      expect(await devices()).toBe(300)
      const [held] = await heldServices(app.db)
      expect(held).toMatchObject({
        about: 'set-up',
        reason: expect.stringMatching(/^\d+ of \d+ devices look unregistered/),
      })
      fcm.state.whim = () => undefined
      later(60)
      await app.runJobs()
      expect(await countsOf(id)).toMatchObject({ accepted: 300, waiting: 0 })
    })

    it('stays held however often it is tried, until an administrator believes it and they are removed', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const id = await send(await addOwners(200))
      fcm.state.whim = some(10)
      await app.runJobs()
      const first = fcm.state.asked
      for (let tried = 0; tried < 4; tried++) {
        later(400)
        await app.runJobs()
      }
      expect(fcm.state.asked).toBe(first + 4)
      // Telling another one does not make it right.
      const living = await app.db.selectFrom('devices').select('user_id').where('token', '=', 'device-50').execute()
      await send(living.map(({ user_id }) => user_id))
      for (let tried = 0; tried < 4; tried++) {
        later(400)
        await app.runJobs()
      }
      expect(await countsOf(id)).toMatchObject({ no_device: 0, failed: 0 })
      expect(await devices()).toBe(200)
      const [held] = await heldServices(app.db)
      expect(held?.reason).toMatch(/^\d+ of 1\d\d devices look unregistered/)
      await trustService(app.db, 'push')
      await app.runJobs()
      expect(await countsOf(id)).toMatchObject({ accepted: 180, waiting: 0, no_device: 20 })
      expect([await devices(), await heldServices(app.db)]).toEqual([180, []])
    })

    it('removes them where they are few, or few are asked', async () => {
      const id = await send(await addOwners(200))
      fcm.state.whim = some(3)
      await app.runJobs()
      expect(await countsOf(id)).toMatchObject({ accepted: 194, no_device: 6 })
      expect(await devices()).toBe(194)
      fcm.state.whim = (token) => (Number(token.slice(7)) % 2 ? { status: 404, code: 'UNREGISTERED' } : undefined)
      await send((await app.db.selectFrom('users').select('id').limit(50).execute()).map(({ id }) => id))
      await app.runJobs()
      expect(await devices()).toBeLessThan(180)
    })

    it.each([
      [1, { status: 403, code: 'SENDER_ID_MISMATCH' }],
      [5, { status: 403, code: 'SENDER_ID_MISMATCH' }],
      [5, { status: 404, code: 'UNREGISTERED' }],
    ])('removes none of %i that all get one answer, and asks', async (count, answer) => {
      const id = await send(await addOwners(count))
      fcm.state.whim = () => answer
      await app.runJobs()
      expect(await countsOf(id)).toMatchObject({ waiting: count, no_device: 0 })
      expect(await devices()).toBe(count)
      const [held] = await heldServices(app.db)
      expect(held?.reason).toContain(`${count} of ${count} devices look unregistered`)
      await trustService(app.db, 'push')
      await app.runJobs()
      expect([await devices(), await heldServices(app.db)]).toEqual([0, []])
    })
  })
})

describe('a server that is killed in the middle of a message', () => {
  it('goes on after its restart: nobody is told twice, nobody is forgotten', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await send(await addOwners(300))
    const tokens: string[] = []
    const take: Push = async (_message, [token]) => {
      tokens.push(token as string)
      return { state: 'accepted', reason: null, gone: [] }
    }
    // The first process told 150 and recorded 140, twenty at a time, before it died.
    const dying: Push = (message, devices) => (tokens.length < 150 ? take(message, devices) : new Promise(() => {}))
    const run = (push: Push) =>
      runNextJob(
        app.db,
        {
          [DELIVER_NOTIFICATION]: (payload, about) =>
            deliverNotification({ ...app.deps, push, weeklyLimit: 2 }, payload, about),
        },
        app.deps.log,
      )
    void run(dying)
    await waitFor(() => expect(tokens).toHaveLength(150))
    expect(await run(take)).toBe(false)

    vi.setSystemTime(Date.now() + 61_000)
    while (await run(take));
    expect(await countsOf(id)).toMatchObject({ accepted: 280, unknown: 20, waiting: 0, sending: 0 })
    expect(new Set(tokens).size).toBe(tokens.length)
    expect((await rowsIn(id, 'unknown'))[0]?.reason).toContain('was interrupted')
  })
})

describe('a server that was only paused for longer than its lease', () => {
  it('writes nothing more for a message that another has taken over, and the counts stay right', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await send(await addOwners(60))
    const take: Push = async () => ({ state: 'accepted', reason: null, gone: [] })
    const run = (push: Push) =>
      runNextJob(
        app.db,
        {
          [DELIVER_NOTIFICATION]: (payload, about) =>
            deliverNotification({ ...app.deps, push, weeklyLimit: 2 }, payload, about),
        },
        app.deps.log,
      )
    let asked = 0
    let wake = () => {}
    const sleep = new Promise<void>((resolve) => (wake = resolve))
    const paused = run(async (...message) => {
      asked++
      await sleep
      return take(...message)
    })
    await waitFor(() => expect(asked).toBe(1))
    vi.setSystemTime(Date.now() + 61_000)
    // The other is at its own batch when the first wakes up.
    const other = run(async (...message) => {
      wake()
      await paused
      return take(...message)
    })
    await other
    expect(asked).toBe(1)
    expect(await countsOf(id)).toMatchObject({ unknown: 1, accepted: 59, sending: 0, waiting: 0 })
    expect(await rowsIn(id, 'unknown')).toHaveLength(1)
    expect(await app.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })
})
