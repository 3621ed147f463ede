import fc from 'fast-check'
import { account } from '#contract/account.ts'
import { administrators, invitations } from '#contract/administrators.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { secondFactor, sessions } from '#contract/sign-in.ts'
import { currentStep, totpCode } from '../auth/totp.ts'
import { ADMIN, buildTestApp, type TestApp } from './build-test-app.ts'
import { addAnotherAdmin } from './people.ts'
import { acceptWith, PASSWORD, visitor } from './team.ts'

const nat = fc.nat(1000)
/** What a stranger does: which act, by which of the tokens in hand, with whom. */
type Act = { act: number; by: number; whom: number }
const act: fc.Arbitrary<Act> = fc.record({ act: nat, by: nat, whom: nat })
export const acts = fc.array(act, { minLength: 4, maxLength: 14 })

const NEW_PASSWORD = 'mine-again-2026!'

/**
 * A stranger who has the password of the administrator Ada, and makes random calls with a session of hers and with all
 * that follows from it. Two colleagues have been there before. Resolves to what does not hold after Ada has followed the
 * first link that was mailed to her: the stranger holds nothing, Ada gets in, the colleagues can sign in as before.
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
  await app.runJobs()
  app.mails.length = 0
  const tokens = [await app.signIn()]
  const passwords = new Map([[ADMIN.email, ADMIN.password]])
  let names = 0

  async function tried(endpoint: Endpoint, input: object, token: string | null | undefined) {
    const response = await app.send(endpoint, input, { token: token ?? null })
    if (response.statusCode >= 500) throw new Error(`${endpoint.path}: ${response.body}`)
    return response.statusCode === 200 ? response.json() : undefined
  }
  const whom = async (place: number) => {
    const rows = await team()
    return rows[place % rows.length]
  }
  /** What the stranger reads: mails to addresses of the stranger's own. */
  const mailed = async (pattern: RegExp) => {
    await app.runJobs()
    return app.mails
      .map(({ to, text }) => (to.endsWith('@evil.example') ? pattern.exec(text)?.[1] : undefined))
      .findLast(Boolean)
  }
  const accept = async (token: string | undefined, email: string) => {
    if (!token || !(await tried(invitations.accept, acceptWith(token, 'Mallory'), null))) return
    passwords.set(email, PASSWORD)
    const { token: opened } = (await tried(account.login, { email, password: PASSWORD }, null))?.data ?? {}
    if (opened) tokens.push(opened)
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
    async (by) => tried(account.editPassword, { old_password: ADMIN.password, new_password: 'taken-over-1!' }, by),
    async (by) => tried(sessions.end, { others: true }, by),
    async () => {
      const { token } = (await tried(account.login, ADMIN, null))?.data ?? {}
      if (token) tokens.push(token)
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
  const link = app.mails
    .map(({ to, text }) => (to === ADMIN.email ? /\/not-me#(\S+)/.exec(text)?.[1] : undefined))
    .find(Boolean)
  if (!link) return []
  const takenBack = await tried(secondFactor.notMe, { token: link }, null)
  if (!takenBack) return ['the first link does not work']
  await app.runJobs()

  const wrong: string[] = []
  for (const token of tokens) if (await tried(account.me, {}, token)) wrong.push('a session of the stranger goes on')
  for (const [email, password] of passwords)
    if (await tried(account.login, { email, password }, null)) wrong.push(`the stranger signs in as ${email}`)
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
 * Tries the law with this many random strangers. Resolves to what one of them did and what did not hold; to nothing
 * when all did.
 */
export async function brokenBy(plays: number) {
  const law = fc.asyncProperty(acts, async (some) => {
    const wrong = await takeOver(some)
    if (wrong.length) throw new Error(wrong.join('; '))
  })
  const tried = await fc.check(law, { numRuns: plays, endOnFailure: true })
  return tried.failed ? { play: tried.counterexample, error: String(tried.errorInstance) } : undefined
}
