import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { users } from '#contract/users.ts'
import { folderMailer, type Mail } from '#server/integrations/mail/mailer.ts'
import { ADMIN, buildTestApp, type TestApp } from '#server/testing/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const visitor = { token: null }
const smuggled = 'eve@elsewhere.invalid'

/** What a mailer makes of a mail, headers as they are sent. */
async function written(mail: Mail, from = 'RV Owner Back-Office <no-reply@example.com>') {
  const folder = join(app.dataDir, 'mail')
  await folderMailer(folder, from, { info: () => {} })(mail)
  const [newest = ''] = (await readdir(folder))
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .reverse()
  const raw = await readFile(join(folder, newest), 'utf8')
  return { raw, headers: raw.slice(0, raw.indexOf('\r\n\r\n')), mail: await PostalMime.parse(raw) }
}

describe('line breaks in what people type', () => {
  it.each([
    `${ADMIN.email}\r\nBcc: ${smuggled}`,
    `${ADMIN.email}\nBcc: ${smuggled}`,
    `${ADMIN.email}, ${smuggled}`,
    `${ADMIN.email};${smuggled}`,
    `${ADMIN.email}%0d%0aBcc:${smuggled}`,
    `<${ADMIN.email}>`,
    `"Ada" <${ADMIN.email}>`,
    `${ADMIN.email}\u2028Bcc: ${smuggled}`,
    `ada@example.com>\r\nRCPT TO:<${smuggled}`,
    `ada(${smuggled})@example.com`,
  ])('are no address of a mail: %j', async (email) => {
    for (const [call, fields] of [
      [account.forgotPassword, { email }],
      [account.login, { email, password: 'no' }],
      [ownerAccount.register, { name: 'Eve', email, password: 'apple-tree-1!' }],
    ] as const) {
      expect((await app.refusal(call, fields, visitor)).status).toBe(422)
    }
    await app.runJobs()
    expect(app.mails).toEqual([])
  })

  it.each(['Eve\r\nBcc: eve@elsewhere.invalid', 'Eve\n\n<h1>You won</h1>', 'Eve\u2028https://elsewhere.invalid'])(
    'are refused in a name: %j',
    async (name) => {
      const owner = { name, email: 'eve@example.com', password: 'apple-tree-1!' }
      const { errors } = await app.refusal(ownerAccount.register, owner, visitor)
      expect(errors).toEqual({ name: ['Please write this on one line.'] })
    },
  )
})

describe('the name that somebody gave to an address', () => {
  const name = 'you won $500 https://elsewhere.invalid =?utf-8?B?Qmc=?='
  const owner = { name: name.slice(0, 50), email: 'eve@example.com', password: 'apple-tree-1!' }

  it('is in no mail to that address', async () => {
    for (let turn = 0; turn < 2; turn++) await app.call(ownerAccount.register, owner, visitor)
    const [{ _id: user_id } = { _id: '' }] = (await app.call(users.list, {})).data
    const { email, password: old_password } = owner
    await app.call(ownerAccount.changePassword, { email, old_password, new_password: 'pear-tree-2!' }, visitor)
    await app.call(users.resetPassword, { user_id })
    await app.runJobs()
    expect(app.mails.map(({ subject }) => subject)).toEqual([
      'Welcome',
      'You already have an account',
      'Your password was changed',
      'Your new password',
    ])
    for (const sent of app.mails) {
      const { headers, mail } = await written(sent)
      expect(mail.to).toEqual([{ address: 'eve@example.com', name: '' }])
      expect([mail.bcc, mail.cc]).toEqual([undefined, undefined])
      expect(headers + mail.text + mail.html).not.toMatch(/you won|elsewhere\.invalid/)
    }
  })
})

describe('whatever reaches the mailer', () => {
  const hostile = `"><img src=x onerror=alert(1)><a href='https://elsewhere.invalid'>Eve</a>&amp;`

  it('is text in HTML as well, also the name that an administrator has', async () => {
    await app.db.updateTable('admins').set({ name: hostile }).execute()
    await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
    await app.runJobs()
    const [sent] = app.mails
    if (!sent) throw new Error('no mail was sent')
    const { mail } = await written(sent)
    expect(mail.text).toContain(hostile)
    expect(mail.html).not.toMatch(/<(img|a)\b/)
    const elements = DomUtils.getElementsByTagName('*', parseDocument(mail.html ?? ''))
    expect(elements.map(({ name }) => name)).toEqual(['html', 'head', 'meta', 'title', 'body', 'p', 'p', 'p'])
    const said = elements.filter(({ name }) => name === 'p').map((paragraph) => DomUtils.textContent(paragraph))
    expect(said).toEqual(sent.text.split('\n\n'))
  })

  it.each(['One line.\nAnother.\n\nA paragraph.', 'Grüße\nаnd ещё\r\nмного слов 👋\n'])(
    'has line breaks of one kind, and says that a program sent it: %j',
    async (text) => {
      const { raw, headers } = await written({ to: 'ada@example.com', subject: 'Grüße', text })
      expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      expect(headers).toMatch(/^Auto-Submitted: auto-generated\r$/m)
      expect(headers).toMatch(/^Content-Type: multipart\/alternative/m)
    },
  )

  it('adds no header and no receiver', async () => {
    const { headers, mail } = await written(
      { to: 'ada@example.com', subject: `Hello\r\nBcc: ${smuggled}\r\n\r\nBody`, text: '.\r\nQUIT' },
      `Back-Office\r\nBcc: ${smuggled}\r\n <no-reply@example.com>`,
    )
    expect(headers).not.toMatch(/^(bcc|cc|x-\w+):/im)
    expect(mail.to).toEqual([{ address: 'ada@example.com', name: '' }])
    expect(mail.bcc).toBeUndefined()
  })
})
