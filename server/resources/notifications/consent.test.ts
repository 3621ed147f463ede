import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { config } from '#contract/owner/config.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { privacy } from '#contract/privacy.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

const SENDER = { SENDER_NAME: 'Camper Works', SENDER_ADDRESS: '1 Main St, Reno', SENDER_CONTACT: 'office@example.com' }
const visitor = { token: null }
let app: TestApp
let owners: { token: string; id: string }[]

beforeEach(async () => {
  app = await buildTestApp({ ...SENDER, TERMS_VERSION: '2026-11', PREFERENCES_VERSION: 'v2' })
  owners = [await join('ada@owners.example'), await join('bob@owners.example')]
})
afterEach(() => app.close())

async function join(email: string) {
  const login = { email, password: 'flow-matic-1!' }
  await app.call(ownerAccount.register, { ...login, name: email, terms_version: '2026-11' }, visitor)
  const { data } = await app.call(ownerAccount.signIn, login, visitor)
  return { token: 'token' in data ? data.token : '', id: data.must_change_password ? '' : data._id }
}
const agree = (owner: { token: string } | undefined, news: boolean) =>
  app.call(ownerAccount.setPreferences, { news, reminders: true, text_version: 'v2' }, owner as { token: string })
const inbox = async (owner: { token: string } | undefined) =>
  (await app.call(ownNotifications.inbox, {}, owner as { token: string })).data
const message = { title: 'Rally', description: 'Come to our rally.', purpose: 'news' } as const
const user_ids = () => owners.map(({ id }) => id)

describe('users/preferences', () => {
  it('are no news and reminders at first, and kept with the words, the time and the app', async () => {
    const [ada] = owners as [{ token: string; id: string }]
    const before = await app.call(ownerAccount.preferences, {}, ada)
    expect(before.data).toEqual({ news: false, reminders: true, text_version: '', changed_at: null })
    const { data } = await agree(ada, true)
    expect(data).toEqual({ news: true, reminders: true, text_version: 'v2', changed_at: expect.any(String) })
    expect((await app.call(ownerAccount.preferences, {}, ada)).data).toEqual(data)
    const proof = (await app.call(privacy.ofUser, { user_id: ada.id })).data
    expect(proof).toMatchObject({
      news: true,
      text_version: 'v2',
      preferences_at: data.changed_at,
      terms_version: '2026-11',
    })
    expect(proof.app).not.toBe('')
    const { data: history } = await app.call(changes.of_record, { record_type: 'users', record_id: ada.id })
    expect(history[0]?.change.sentence).toContain('changed what they want to be told in the app')
    expect(history[0]?.change.can_undo).toBe(false)
  })

  it('refuse what is not said in full', async () => {
    const { status, errors } = await app.refusal(
      ownerAccount.setPreferences,
      { news: true } as never,
      owners[0] as never,
    )
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['reminders', 'text_version']])
  })
})

describe('terms', () => {
  it('are those in force, which `config` says; apps that send none are let in', async () => {
    const { data } = await app.call(config, {}, visitor)
    expect([data.terms_version, data.text_version]).toEqual(['2026-11', 'v2'])
    const fields = { name: 'Cleo', email: 'cleo@owners.example', password: 'flow-matic-1!' }
    const refusal = await app.refusal(ownerAccount.register, { ...fields, terms_version: '2025-01' }, visitor)
    expect([refusal.status, refusal.code]).toEqual([409, 'terms_changed'])
    await app.call(ownerAccount.register, fields, visitor)
  })
})

describe('news', () => {
  it('goes to those who have agreed, with its sender and how to stop it; the others are counted', async () => {
    await agree(owners[0], true)
    const asked = await app.call(notifications.count, { user_ids: user_ids(), purpose: 'news' })
    expect(asked.data).toMatchObject({ count: 1, held_back: { no_consent: 1 } })
    const { data } = await app.call(notifications.send, { ...message, user_ids: user_ids() })
    expect(data).toMatchObject({ recipients: 1, purpose: 'news', held_back: { no_consent: 1 } })
    expect(data.description).toBe(message.description)
    expect((await inbox(owners[0]))[0]?.description).toMatch(
      /rally\.\n\nCamper Works, 1 Main St, Reno, office@example\.com\..*turn it off/,
    )
    expect(await inbox(owners[1])).toEqual([])
  })

  it('is counted and sent in the same way to all that match', async () => {
    await agree(owners[0], true)
    const all_matching = { filters: { email: { op: 'ends_with', value: 'owners.example' } } }
    const asked = await app.call(notifications.count, { all_matching, purpose: 'news' })
    expect(asked.data).toMatchObject({ count: 1, held_back: { no_consent: 1 } })
    const { data } = await app.call(notifications.send, { ...message, all_matching, expect: 1 })
    expect(data).toMatchObject({ recipients: 1, held_back: { no_consent: 1 } })
  })

  it('is not sent where nobody has agreed, and needs a sender', async () => {
    const nobody = await app.refusal(notifications.send, { ...message, user_ids: user_ids() })
    expect(nobody.errors).toEqual({ user_ids: ['None of these users has agreed to news.'] })
    const bare = await buildTestApp()
    const refusal = await bare.refusal(notifications.send, { ...message, user_ids: ['x'] })
    expect([refusal.status, refusal.code]).toEqual([422, 'sender_missing'])
    await bare.close()
  })

  it('does not reach an owner who stops it while it waits, in the inbox neither', async () => {
    for (const owner of owners) await agree(owner, true)
    const { data } = await app.call(notifications.send, { ...message, user_ids: user_ids() })
    await agree(owners[1], false)
    expect(await inbox(owners[1])).toEqual([])
    await agree(owners[1], true)
    await app.runJobs()
    const { data: sent } = await app.call(notifications.get, { notification_id: data._id })
    expect(sent).toMatchObject({ recipients: 1, held_back: { no_consent: 1 } })
    expect(Object.values(sent.counts).reduce((sum, count) => sum + count, 0)).toBe(1)
    const { data: rows } = await app.call(notifications.recipients, { notification_id: data._id })
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['inbox', 'no_consent'])
    expect(await inbox(owners[1])).toEqual([])
  })

  it('is the only one that is held back: safety and service reach everyone', async () => {
    for (const purpose of ['safety', 'service', undefined] as const) {
      const { data } = await app.call(notifications.send, { ...message, purpose, user_ids: user_ids() })
      expect(data).toMatchObject({ recipients: 2, purpose: purpose ?? 'service', held_back: { no_consent: 0 } })
    }
  })
})
