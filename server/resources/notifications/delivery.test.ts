import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { runNextJob } from '../../jobs/jobs.ts'
import type { Push } from '../../outside/push/push.ts'
import { openAppSession } from '../../secrets/app-sessions.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { startFakeFcm } from '../../testing/fake-fcm.ts'
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
  (await app.call(notifications.send, { title: 'Recall', description: 'Please call.', user_ids })).data._id
const countsOf = async (notification_id: string) =>
  (await app.call(notifications.status, { notification_id })).data.counts
const retry = (notification_id: string) => app.call(notifications.retry, { notification_id })
const rowsIn = async (notification_id: string, state: string) =>
  (await app.call(notifications.recipients, { notification_id, filters: { state: { op: 'eq', value: state } } })).data
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
    await retry(id)
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

  it('waits while the push service is out of reach', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await send(await addOwners(3))
    fcm.state.givesAccess = false
    expect(await rowsIn(id, 'waiting')).toMatchObject(Array(3).fill({ reason: null }))
    await app.runJobs()
    expect(await countsOf(id)).toMatchObject({ waiting: 3 })
    const why = { reason: 'The push service could not be reached.', attempts: 1 }
    expect(await rowsIn(id, 'waiting')).toMatchObject([why, why, why])
    fcm.state.givesAccess = true
    vi.setSystemTime(Date.now() + 10_000)
    await app.runJobs()
    expect(await countsOf(id)).toMatchObject({ accepted: 3 })
    expect(told()).toHaveLength(3)
  })

  it('has failed when the push service stays out of reach', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await send(await addOwners(3))
    fcm.state.givesAccess = false
    for (let tried = 0; tried < 60; tried++) {
      await app.runJobs()
      vi.setSystemTime(Date.now() + 1_200_000)
    }
    expect(await countsOf(id)).toMatchObject({ failed: 3, waiting: 0 })
    expect((await rowsIn(id, 'failed'))[0]?.reason).toBe('The push service could not be reached.')
    fcm.state.givesAccess = true
    await retry(id)
    await app.runJobs()
    expect(await countsOf(id)).toMatchObject({ accepted: 3 })
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
        { [DELIVER_NOTIFICATION]: (payload, about) => deliverNotification(app.db, push, payload, about) },
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
        { [DELIVER_NOTIFICATION]: (payload, about) => deliverNotification(app.db, push, payload, about) },
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
    await waitFor(() => expect(asked).toBe(20))
    vi.setSystemTime(Date.now() + 61_000)
    // The other one is at its own batch when the first wakes up.
    const other = run(async (...message) => {
      wake()
      await paused
      return take(...message)
    })
    await other
    expect(asked).toBe(20)
    expect(await countsOf(id)).toMatchObject({ unknown: 20, accepted: 40, sending: 0, waiting: 0 })
    expect(await rowsIn(id, 'unknown')).toHaveLength(20)
    expect(await app.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  })
})
