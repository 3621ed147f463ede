import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { ownerAccount } from '#contract/app/account.ts'
import { folderMailer, type Mail } from '#server/outside/mail/mailer.ts'
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
  const [newest = ''] = (await readdir(folder)).sort().reverse()
  const raw = await readFile(join(folder, newest), 'utf8')
  return { headers: raw.slice(0, raw.indexOf('\r\n\r\n')), mail: await PostalMime.parse(raw) }
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

  it.each(['Eve\r\nBcc: eve@elsewhere.invalid', 'Eve\n\n<h1>You won</h1>', 'Eve\r\n.\r\nQUIT', '=?utf-8?B?Qmc=?='])(
    'are not mailed to strangers in a name: %j',
    async (name) => {
      await app.call(ownerAccount.register, { name, email: 'eve@example.com', password: 'apple-tree-1!' }, visitor)
      await app.runJobs()
      const [sent] = app.mails
      if (!sent) throw new Error('no mail was sent')
      const { headers, mail } = await written(sent)
      expect(mail.to).toEqual([{ address: 'eve@example.com', name: '' }])
      expect([mail.bcc, mail.cc, mail.html, mail.subject]).toEqual([undefined, undefined, undefined, 'Welcome'])
      expect(headers + mail.text).not.toMatch(/elsewhere\.invalid|You won|QUIT|Eve/)
    },
  )
})

describe('whatever reaches the mailer', () => {
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
