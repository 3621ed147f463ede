import { afterEach, beforeEach, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { dashboard } from '#contract/dashboard.ts'
import { keys } from '#contract/keys.ts'
import { secondFactor, sessions } from '#contract/sign-in.ts'
import { webhooks } from '#contract/webhooks.ts'
import { years } from '#contract/years.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'
import { visitor } from '../../testing/team.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
  await app.signIn()
  await app.runJobs()
  app.mails.length = 0
  await soon()
})
afterEach(() => app.close())

const soon = () => new Promise((wait) => setTimeout(wait, 2))
const key = (name: string) => ({
  name,
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  scope: 'read' as const,
  record_types: ['years' as const, 'users' as const],
})
const hook = { url: 'https://evil.example/hook', record_types: ['years' as const], events: ['record.changed' as const] }
const strange = (address: string) => ({ headers: { 'x-browser-id': `a-browser-of-a-stranger-${address}` } })
const signInAsStranger = async (password = ADMIN.password) => {
  const { data } = await app.call(
    account.login,
    { email: ADMIN.email, password },
    { ...visitor, ...strange('one'), address: '198.51.100.4' },
  )
  return { token: 'token' in data ? data.token : '' }
}
const mailed = async (pattern: RegExp, to: string) => {
  await app.runJobs()
  return app.mails.flatMap((mail) => (mail.to === to ? (pattern.exec(mail.text)?.[1] ?? []) : []))
}
const statesOf = async (as: { token: string }) => {
  const { data } = await app.call(webhooks.list, {}, as)
  return data.map(({ url, state, why }) => [url, state, why])
}

it('the link against a new browser ends the keys and webhooks added there, by whichever of its sessions', async () => {
  const cora = await addAnotherAdmin(app, 'Cora')
  const own = await app.call(keys.add, key('Nightly'))
  await soon()
  const stranger = await signInAsStranger()
  await soon()
  const { secret } = await app.call(keys.add, key('Strange'), stranger)
  const again = await signInAsStranger()
  const { secret: other } = await app.call(keys.add, key('Stranger'), again)
  const { data: planted } = await app.call(webhooks.add, hook, again)
  await app.call(webhooks.newSecret, { webhook_id: planted._id }, cora)
  const [link] = await mailed(/end-session#(\S+)/, ADMIN.email)
  const { message } = await app.call(sessions.endByLink, { token: link }, visitor)
  expect(message).toBe('The session has been ended. The keys and webhooks that were added with it have been ended too.')
  for (const token of [secret, other, stranger.token, again.token])
    expect((await app.refusal(years.list, {}, { token })).status).toBe(401)
  expect(await statesOf(cora)).toEqual([[hook.url, 'ended', null]])
  await app.call(years.list, {}, { token: own.secret })
  await app.runJobs()
  expect(app.mails.find(({ to, text }) => to === cora.email && text.includes('- the key “Strange”'))?.text).toContain(
    '- the webhook to evil.example',
  )
})

it('“not me” pauses what a stranger had told of more, and ends what was turned, though a colleague turned it back', async () => {
  const { data: widened } = await app.call(webhooks.add, { ...hook, url: 'https://erp.example.com/a' })
  const { data: turned } = await app.call(webhooks.add, { ...hook, url: 'https://erp.example.com/b' })
  const { data: kept } = await app.call(webhooks.add, { ...hook, url: 'https://erp.example.com/c' })
  await app.runJobs()
  app.mails.length = 0
  await soon()
  const stranger = await signInAsStranger()
  await soon()
  await app.call(webhooks.edit, { webhook_id: widened._id, record_types: ['years', 'users'] }, stranger)
  await app.call(webhooks.edit, { webhook_id: turned._id, url: hook.url }, stranger)
  const cora = await addAnotherAdmin(app, 'Cora')
  await app.call(webhooks.edit, { webhook_id: turned._id, url: 'https://erp.example.com/b' }, cora)
  const [link] = await mailed(/\/not-me#(\S+)/, ADMIN.email)
  await app.call(secondFactor.notMe, { token: link }, visitor)
  expect(await statesOf(cora)).toEqual([
    [kept.url, 'active', null],
    ['https://erp.example.com/b', 'ended', null],
    [widened.url, 'paused', 'stranger'],
  ])
})

it('“not me” begins with the first sign-in of the stranger, whichever of the mails its link came in', async () => {
  const cora = await addAnotherAdmin(app, 'Cora')
  await app.call(administrators.deactivate, { administrator_id: cora.id }, await signInAsStranger())
  const changer = await signInAsStranger()
  await app.call(account.editPassword, { old_password: ADMIN.password, new_password: 'taken-over-1!' }, changer)
  await app.runJobs()
  app.mails.length = 0
  await soon()
  const mover = await signInAsStranger('taken-over-1!')
  await app.call(account.editEmail, { email: 'mine@evil.example' }, mover)
  const [confirm] = await mailed(/confirm-email#(\S+)/, 'mine@evil.example')
  await app.call(account.confirmEmail, { token: confirm }, visitor)
  const [link] = await mailed(/\/not-me#(\S+)/, ADMIN.email)
  await app.call(secondFactor.notMe, { token: link }, visitor)
  const row = await app.db.selectFrom('admins').select('status').where('id', '=', cora.id).executeTakeFirstOrThrow()
  expect(row.status).toBe('ACTIVE')
})

it('“not me” begins with the session that changed the password, where no browser was new', async () => {
  const cora = await addAnotherAdmin(app, 'Cora')
  await soon()
  const stranger = { token: await app.signIn() }
  await app.call(administrators.deactivate, { administrator_id: cora.id }, stranger)
  await app.call(account.editPassword, { old_password: ADMIN.password, new_password: 'taken-over-1!' }, stranger)
  await soon()
  const mover = { token: await app.signIn({ email: ADMIN.email, password: 'taken-over-1!' }) }
  await app.runJobs()
  app.mails.length = 0
  await app.call(account.editEmail, { email: 'mine@evil.example' }, mover)
  const [confirm] = await mailed(/confirm-email#(\S+)/, 'mine@evil.example')
  await app.call(account.confirmEmail, { token: confirm }, visitor)
  const [link] = await mailed(/\/not-me#(\S+)/, ADMIN.email)
  await app.call(secondFactor.notMe, { token: link }, visitor)
  const row = await app.db.selectFrom('admins').select('status').where('id', '=', cora.id).executeTakeFirstOrThrow()
  expect(row.status).toBe('ACTIVE')
})

it('adding, widening or moving needs a proof within five minutes, and is mailed to the whole team', async () => {
  const cora = await addAnotherAdmin(app, 'Cora')
  const { data } = await app.call(webhooks.add, hook)
  await app.db
    .updateTable('sessions')
    .set({ proved_at: new Date(Date.now() - 6 * 60_000).toISOString() })
    .execute()
  for (const [endpoint, input] of [
    [keys.add, key('Late')],
    [webhooks.add, hook],
    [webhooks.edit, { webhook_id: data._id, url: 'https://evil.example/other' }],
    [webhooks.newSecret, { webhook_id: data._id }],
  ] as const)
    expect((await app.refusal(endpoint, input)).code).toBe('proof_required')
  const now = { token: await app.signIn() }
  await app.runJobs()
  app.mails.length = 0
  await app.call(keys.add, key('Nightly'), now)
  await app.call(webhooks.edit, { webhook_id: data._id, record_types: ['years', 'users'] }, now)
  await app.runJobs()
  const told = app.mails.map(({ to, text }) => [to, text.split('\n\n')[1], text.includes('/not-me#')])
  const words = [
    'Administrator added the key “Nightly” for a program, which reads years and users.',
    'Administrator changed what the webhook to evil.example is told of.',
  ]
  expect(told).toHaveLength(4)
  expect(told).toEqual(
    expect.arrayContaining(
      words.flatMap((what) => [
        [ADMIN.email, what, true],
        [cora.email, what, false],
      ]),
    ),
  )
})

it('they need attention for a week, which nobody can put off, and without their maker until they end', async () => {
  const cora = await addAnotherAdmin(app, 'Cora')
  const lines = async () =>
    (await app.call(dashboard.attention, {})).data
      .filter(({ kind }) => /^(?:key|webhook)_/.test(kind))
      .map(({ kind, title, action }) => [kind, title, action])
  const { data: added } = await app.call(keys.add, key('Nightly'), cora)
  await app.call(webhooks.add, hook, cora)
  expect(await lines()).toEqual([
    ['key_added', 'Cora added the key “Nightly”', 'end_key'],
    ['webhook_changed', 'Cora added the webhook to evil.example', 'end_webhook'],
  ])
  const { message } = await app.refusal(dashboard.put_off, { kind: 'key_added', record_id: added._id, for_all: true })
  expect(message).toBe('This cannot be put off.')
  const before = new Date(Date.now() - 8 * 86_400_000).toISOString()
  await app.db.updateTable('program_keys').set({ created_at: before }).execute()
  await app.db.updateTable('webhooks').set({ touches: '[]' }).execute()
  expect(await lines()).toEqual([])
  await app.call(administrators.deactivate, { administrator_id: cora.id })
  expect(await lines()).toEqual([
    ['key_maker_inactive', 'The key “Nightly” goes on without Cora, who is deactivated', 'end_key'],
    ['webhook_maker_inactive', 'The webhook to evil.example goes on without Cora, who is deactivated', 'end_webhook'],
  ])
  await app.call(keys.end, { key_id: added._id })
  expect((await lines()).map(([kind]) => kind)).toEqual(['webhook_maker_inactive'])
})
