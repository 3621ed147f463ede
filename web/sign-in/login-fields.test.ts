import { describe, expect, it } from 'vitest'
import { loginFields as byContract } from '#contract/account.ts'
import { loginFields } from './login-fields.ts'

const emails = [
  '',
  ' ',
  'ada',
  'ada@',
  'ada@example',
  'ada@example.com',
  ' ada@example.com ',
  '.ada@example.com',
  'a..b@example.com',
  "o'neill+rv_1-a@mail.example.co.uk",
  'ada@-example.com',
  'ada@example.c',
  'ada@exämple.com',
  'ada@example.com\nbcc: x@example.com',
  `${'a'.repeat(242)}@example.com`,
  `${'a'.repeat(243)}@example.com`,
  '<b>@example.com',
]
const passwords = ['', ' ', 'x', 'x'.repeat(1024), 'x'.repeat(1025)]

const messages = (result: { issues?: readonly { message: string; path?: unknown }[] | undefined }) =>
  (result.issues ?? []).map(({ message, path }) => ({ message, path }))

describe('the fields of the login page', () => {
  it.each(emails.flatMap((email) => passwords.map((password) => ({ email, password }))))(
    'are checked as the contract checks them: %j',
    async (fields) => {
      const [own, contracts] = await Promise.all([
        loginFields['~standard'].validate(fields),
        byContract['~standard'].validate(fields),
      ])
      expect(messages(own)).toEqual(messages(contracts))
    },
  )
})
