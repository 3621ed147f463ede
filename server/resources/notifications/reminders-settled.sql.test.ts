import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import type { Push } from '../../integrations/push/push.ts'
import { runNextJob } from '../../jobs/jobs.ts'
import { runDue } from '../../jobs/schedule.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'
import { dueHandlers } from '../due-handlers.ts'
import { notificationJobs } from '../record-jobs.ts'
import { remindOwners } from './reminders.service.ts'

const log = { error: () => undefined, info: () => undefined }
let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-06-10T17:00:00Z') })
  app = await buildTestApp({ SESSION_IDLE_HOURS: '800', SESSION_MAX_DAYS: '90', OFFICE_TIME_ZONE: 'America/Denver' })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const item = { reminder_name: 'Spring check', item_name: 'Roof sealant', due_date: '2031-06-12', note: 'Look.' }
/**
 * None of their phones has given its zone: they are reminded by the office's clock, and told when it is day in Hawaii
 * too.
 */
async function owner(name: string, items: string[]) {
  const id = await addOwner(app, name)
  const token = await addPhone(app, id, { token: name })
  const as = { token }
  const added = []
  for (const item_name of items)
    added.push((await app.call(ownRecords.addMaintenance, { ...item, item_name }, as)).data._id)
  const [maintenance_id = ''] = added
  return {
    done: () => app.call(ownRecords.doneMaintenance, { maintenance_id, done: true }, as),
    remove: () => app.call(ownRecords.deleteMaintenance, { maintenance_id }, as),
    putOff: () => app.call(ownRecords.editMaintenance, { ...item, maintenance_id, due_date: '2031-06-20' }, as),
    wantNone: () => app.call(ownerAccount.setPreferences, { news: false, reminders: false, text_version: 'v1' }, as),
    inbox: async () => (await app.call(ownNotifications.inbox, {}, as)).data.map(({ description }) => description),
    read: async () => {
      const [message] = (await app.call(ownNotifications.inbox, {}, as)).data
      await app.call(ownNotifications.markRead, { notification_id: message?._id }, as)
    },
  }
}

it('What is done, deleted or put off before phones ring in the morning is not told any more, and the ledger says so', async () => {
  const names = ['done', 'removed', 'later', 'none', 'read', 'left', 'half'] as const
  const added = names.map(
    async (name) => [name, await owner(name, name === 'half' ? ['Tires', 'Roof'] : ['Roof'])] as const,
  )
  const of = Object.fromEntries(await Promise.all(added)) as Record<
    (typeof names)[number],
    Awaited<ReturnType<typeof owner>>
  >
  const told: string[] = []
  const push: Push = async ({ body }, tokens) => {
    for (const token of tokens) told.push(`${token}: ${body}`)
    return { state: 'accepted', reason: null, gone: [] }
  }
  const jobs = notificationJobs(app.deps, push)
  const at = async (moment: string) => {
    vi.setSystemTime(Date.parse(moment))
    await remindOwners(app.deps)
    await runDue(app.db, dueHandlers(app.deps.bus, app.deps.settings), log)
    for (let job = 0; job < 20 && (await runNextJob(app.db, jobs, log)); job++);
  }
  await at('2031-06-12T15:00:00Z')
  const [sent] = (await app.call(notifications.list, {})).data
  expect([told, sent?.counts.night]).toEqual([[], names.length])
  expect(await of.done.inbox()).toEqual(['Due on June 12, 2031: Roof'])

  await Promise.all([of.done.done(), of.removed.remove(), of.later.putOff(), of.none.wantNone(), of.half.done()])
  await of.read.read()
  await of.read.done()
  await at('2031-06-12T18:00:00Z')
  expect(told.toSorted()).toEqual(['half: Due on June 12, 2031: Roof', 'left: Due on June 12, 2031: Roof'])
  for (const name of ['done', 'removed', 'later', 'none'] as const) expect(await of[name].inbox()).toEqual([])
  for (const name of ['read', 'left'] as const) expect(await of[name].inbox()).toEqual(['Due on June 12, 2031: Roof'])
  const [ledger] = (await app.call(notifications.list, {})).data
  expect(ledger).toMatchObject({ recipients: names.length, counts: { accepted: 2, settled: 5, night: 0, waiting: 0 } })
  const { data } = await app.call(notifications.recipients, { notification_id: ledger?._id ?? '' })
  expect(data.filter(({ state }) => state === 'settled')).toHaveLength(5)
  // Nobody is told later either, and no week counts it.
  await at('2031-06-13T18:00:00Z')
  expect(told).toHaveLength(2)
})
