import { account } from '#contract/account.ts'
import { administrators, invitations } from '#contract/administrators.ts'
import type { TestApp } from './build-test-app.ts'

export const visitor = { token: null }
export const GRACE = { name: 'Grace Hopper', email: 'grace@example.com' }
export const PASSWORD = 'flow-matic-1!'

/** A function that accepts an invitation with its link's token. */
export const acceptWith = (token: string, name = 'Grace') => ({
  token,
  name,
  new_password: PASSWORD,
  confirm_password: PASSWORD,
})

/** What tests of a team do in an app: invite by its first administrator, accept, sign in, list. */
export function teamOf(app: TestApp) {
  const mailedToken = async () => {
    await app.runJobs()
    const tokens = app.mails.map(({ text }) => /\/accept-invitation#(\S+)/.exec(text)?.[1])
    return tokens.findLast(Boolean) ?? ''
  }
  const listed = async (input: object = {}) => (await app.call(administrators.list, input)).data
  return {
    invite: async (fields = GRACE) => (await app.call(administrators.invite, fields)).data,
    /** The token of the last mail. */
    mailedToken,
    /** Accepts the last mailed invitation. */
    accept: async () => app.call(invitations.accept, acceptWith(await mailedToken()), visitor),
    login: (email = GRACE.email, password = PASSWORD) => app.refusal(account.login, { email, password }, visitor),
    listed,
    namesIn: async (input: object = {}) => (await listed(input)).map(({ name }) => name),
  }
}
