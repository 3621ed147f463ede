import fc from 'fast-check'
import { account } from '#contract/account.ts'
import { administrators, invitations } from '#contract/administrators.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { keys } from '#contract/keys.ts'
import { secondFactor, sessions } from '#contract/sign-in.ts'
import { webhooks } from '#contract/webhooks.ts'
import { years } from '#contract/years.ts'
import { sha256 } from '../auth/tokens.ts'
import { currentStep, totpCode } from '../auth/totp.ts'
import { ADMIN, buildTestApp, type TestApp } from './build-test-app.ts'
import { addAnotherAdmin } from './people.ts'
import { acceptWith, PASSWORD, visitor } from './team.ts'

const nat = fc.nat(1000)
/** An intruder's step: which act, with which of the tokens in hand, against whom. */
type Act = { act: number; by: number; whom: number }
const act: fc.Arbitrary<Act> = fc.record({ act: nat, by: nat, whom: nat })
export const acts = fc.array(act, { minLength: 4, maxLength: 18 })

const OWN_BROWSER = { 'x-browser-id': 'the-browser-of-the-stranger' }
const KINDS = { record_types: ['years' as const], events: ['record.changed' as const] }

const keyFields = (name: string) => ({
  name,
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  scope: 'read' as const,
  record_types: ['years' as const],
})
const NEW_PASSWORD = 'mine-again-2026!'

/**
 * An intruder who has the password of the administrator Ada, and makes random calls with her session and everything
 * that follows from it, from another browser. Two colleagues, a key and a webhook existed before. Resolves to what does
 * not hold after Ada has followed one of the links mailed to her: the intruder has nothing left, no key or webhook
 * either, Ada gets in, the colleagues can sign in as before, and what the intruder did not touch continues.
 */
export async function takeOver(acts: Act[]): Promise<string[]> {
  const app = await buildTestApp()
  try {
    return await play(app, acts)
  } finally {
    await app.close()
  }
}

async function play(app: TestApp, acts: Act[]) {
  const colleagues = [await addAnotherAdmin(app, 'Grace'), await addAnotherAdmin(app, 'Cora')]
  const team = async () => app.db.selectFrom('admins').select(['id', 'email', 'name', 'status', 'is_deleted']).execute()
  const before = await team()
  const ada = before.find(({ email }) => email === ADMIN.email)?.id ?? ''
  await app.signIn()
  const own = await app.call(keys.add, keyFields('Nightly'))
  const hook = await app.call(webhooks.add, { url: 'https://erp.example.com/hook', ...KINDS })
  await new Promise((wait) => setTimeout(wait, 2))
  await app.runJobs()
  app.mails.length = 0
  const secrets: string[] = []
  /** Whether the intruder has touched the existing webhook. */
  let turned = false
  const passwords = new Map([[ADMIN.email, ADMIN.password]])
  let names = 0

  async function tried(endpoint: Endpoint, input: object, token: string | null | undefined) {
    const response = await app.send(endpoint, input, { token: token ?? null, headers: OWN_BROWSER })
    if (response.statusCode >= 500) throw new Error(`${endpoint.path}: ${response.body}`)
    return response.statusCode === 200 ? response.json() : undefined
  }
  const signIn = async (email: string, password = passwords.get(email) ?? '') => {
    const { token } = (await tried(account.login, { email, password }, null))?.data ?? {}
    if (token) tokens.push(token)
  }
  const tokens: string[] = []
  await signIn(ADMIN.email, ADMIN.password)
  const whom = async (place: number) => {
    const rows = await team()
    return rows[place % rows.length]
  }
  /** What the intruder reads: mails to the intruder's own addresses. */
  const mailed = async (pattern: RegExp) => {
    await app.runJobs()
    return app.mails
      .map(({ to, text }) => (to.endsWith('@evil.example') ? pattern.exec(text)?.[1] : undefined))
      .findLast(Boolean)
  }
  const accept = async (token: string | undefined, email: string) => {
    if (!token || !(await tried(invitations.accept, acceptWith(token, 'Mallory'), null))) return
    passwords.set(email, PASSWORD)
    await signIn(email)
  }
  const strange: ((by: string | undefined, act: Act) => Promise<unknown>)[] = [
    async (by) => {
      const email = `mallory${names++}@evil.example`
      await tried(administrators.invite, { name: 'Mallory', email }, by)
      await accept(await mailed(/accept-invitation#(\S+)/), email)
    },
    async (by, { whom: place }) => {
      const one = await whom(place)
      const link = (await tried(administrators.invitationLink, { administrator_id: one?.id }, by))?.data.link as string
      await accept(link?.split('#').at(-1), one?.email ?? '')
    },
    async (by, { whom: place }) => tried(administrators.deactivate, { administrator_id: (await whom(place))?.id }, by),
    async (by, { whom: place }) => tried(administrators.activate, { administrator_id: (await whom(place))?.id }, by),
    async (by, { whom: place }) => tried(administrators.withdraw, { administrator_id: (await whom(place))?.id }, by),
    async (by, { whom: place }) => {
      const one = await whom(place)
      await tried(administrators.edit, { administrator_id: one?.id, name: `Renamed ${names++}` }, by)
    },
    async (by, { whom: place }) =>
      tried(administrators.resetFactors, { administrator_id: (await whom(place))?.id }, by),
    async (by) => {
      const { secret } = (await tried(secondFactor.totpBegin, {}, by))?.data ?? {}
      if (secret) await tried(secondFactor.totpConfirm, { code: totpCode(secret, currentStep()) }, by)
    },
    async (by) => {
      await tried(account.editEmail, { email: `ada${names++}@evil.example` }, by)
      const token = await mailed(/confirm-email#(\S+)/)
      if (token) await tried(account.confirmEmail, { token }, null)
    },
    async (by) => {
      const old_password = passwords.get(ADMIN.email)
      const new_password = `taken-over-${names++}!`
      if (await tried(account.editPassword, { old_password, new_password }, by))
        passwords.set(ADMIN.email, new_password)
    },
    async (by) => tried(sessions.end, { others: true }, by),
    async () => signIn(ADMIN.email),
    async (by) => {
      const added = await tried(keys.add, keyFields(`Strange ${names++}`), by)
      if (added) secrets.push(added.secret as string)
    },
    async (by) => tried(webhooks.add, { url: `https://evil.example/${names++}`, ...KINDS }, by),
    async (by) => {
      const edit = { webhook_id: hook.data._id, url: `https://evil.example/${names++}` }
      if (await tried(webhooks.edit, edit, by)) turned = true
    },
    async (by) => {
      if (await tried(webhooks.newSecret, { webhook_id: hook.data._id }, by)) turned = true
    },
    async (_by, { whom: place }) => {
      const rows = await app.db.selectFrom('webhooks').select('id').orderBy('id').execute()
      await tried(webhooks.newSecret, { webhook_id: rows[place % rows.length]?.id }, colleagues[0]?.token)
    },
    async (by) => {
      const email = ADMIN.email
      await tried(administrators.invite, { name: 'Ada', email }, by)
      const invited = (await team()).find((one) => one.email === email && one.id !== ada)
      const link = (await tried(administrators.invitationLink, { administrator_id: invited?.id }, by))?.data
        .link as string
      await accept(link?.split('#').at(-1), email)
    },
  ]
  for (const one of acts) await strange[one.act % strange.length]?.(tokens[one.by % tokens.length], one)
  await app.runJobs()
  // An account that the intruder let in under Ada's address gets its own links.
  const about = await app.db.selectFrom('one_time_secrets').select('subject').where('whose', '=', ada).execute()
  const hashes = new Set(about.map(({ subject }) => subject))
  const links = app.mails.flatMap(({ to, text }) => {
    const token = to === ADMIN.email ? /\/not-me#(\S+)/.exec(text)?.[1] : undefined
    return token !== undefined && hashes.has(sha256(token)) ? token : []
  })
  const link = links[(acts[0]?.whom ?? 0) % links.length]
  if (!link) return []
  const takenBack = await tried(secondFactor.notMe, { token: link }, null)
  if (!takenBack) return ['a link does not work']
  await app.runJobs()

  const wrong: string[] = []
  for (const token of tokens) if (await tried(account.me, {}, token)) wrong.push('a session of the stranger goes on')
  for (const [email, password] of passwords)
    if (await tried(account.login, { email, password }, null)) wrong.push(`the stranger signs in as ${email}`)
  for (const secret of secrets) if (await tried(years.list, {}, secret)) wrong.push('a key of the stranger works')
  const hooks = await app.db.selectFrom('webhooks').select(['id', 'url', 'state']).execute()
  for (const { id, url, state } of hooks) {
    const isStrange = id === hook.data._id ? turned : true
    if (isStrange !== (state === 'ended')) wrong.push(`the webhook to ${url} is ${state}`)
  }
  if (!(await tried(years.list, {}, own.secret))) wrong.push('a key that was there before does not work')
  const left = await mailed(/(?:not-me|accept-invitation|confirm-email)#(\S+)/)
  for (const endpoint of [secondFactor.notMe, account.confirmEmail])
    if (left && (await tried(endpoint, { token: left }, null)))
      wrong.push(`a link of the stranger works: ${endpoint.path}`)
  if (left && (await tried(invitations.get, { token: left }, null))) wrong.push('an invitation of the stranger is open')
  const otp = app.mails
    .map(({ to, text }) => (to === ADMIN.email ? /is (\d{6})/.exec(text)?.[1] : undefined))
    .findLast(Boolean)
  const reset = { email: ADMIN.email, otp, new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
  if (!(await tried(account.resetPassword, reset, visitor.token))) wrong.push('the code does not set a new password')
  const login = await tried(account.login, { email: ADMIN.email, password: NEW_PASSWORD }, null)
  if (!login?.data.token) wrong.push('Ada does not get in')
  const now = await team()
  for (const { id, email, name, status } of before) {
    const row = now.find((one) => one.id === id)
    if (row?.status !== status || row.email !== email || (row.name !== name && id !== ada))
      wrong.push(`${name} is ${JSON.stringify(row)}`)
  }
  for (const { email } of colleagues)
    if (!(await tried(account.forgotPassword, { email }, null))) wrong.push(`${email} cannot ask for a code`)
  return wrong
}

/**
 * Tries the law with this many random intruders. Resolves to what one of them did and what did not hold; to undefined
 * if all held.
 */
export async function brokenBy(plays: number) {
  const law = fc.asyncProperty(acts, async (some) => {
    const wrong = await takeOver(some)
    if (wrong.length) throw new Error(wrong.join('; '))
  })
  const tried = await fc.check(law, { numRuns: plays, endOnFailure: true })
  return tried.failed ? { play: tried.counterexample, error: String(tried.errorInstance) } : undefined
}
