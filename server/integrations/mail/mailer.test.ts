import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { mailFault } from '../refusals/mail.ts'
import { folderMailer, removeOldMails, smtpMailer, tryMailServer } from './mailer.ts'

type Step = 'MAIL' | 'RCPT' | 'DATA'

/** A server that answers certain steps with these words. */
async function withSmtpServer(
  answers: Partial<Record<Step, string>>,
  test: (url: string) => Promise<void>,
  received: string[] = [],
) {
  const answerTo = (step: Step) => {
    const [, code, said = ''] = /^(\d+) (.*)/.exec(answers[step] ?? '') ?? []
    return code ? Object.assign(new Error(said), { responseCode: Number(code) }) : null
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(answerTo('MAIL')),
    onRcptTo: (_address, _session, done) => done(answerTo('RCPT')),
    onData(stream, _session, done) {
      let raw = ''
      stream.on('data', (chunk) => (raw += chunk))
      stream.on('end', () => {
        received.push(raw)
        done(answerTo('DATA'))
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  await test(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  await new Promise<void>((closed) => server.close(closed))
}

const mail = { to: 'ada@example.com', subject: 'Grüße', text: 'A word with ümlauts.' }

const OFFICE = 'https://office.example.com'

describe('mail through a real SMTP server', () => {
  it('says its language, which screen readers and translators go by', async () => {
    const received: string[] = []
    const french = { ...mail, language: 'fr' } as const
    await withSmtpServer(
      {},
      async (url) => {
        for (const one of [mail, french]) await smtpMailer(url, 'a@example.com', OFFICE)(one)
      },
      received,
    )
    const said = await Promise.all(received.map(async (raw) => (await PostalMime.parse(raw)).html?.slice(16, 36)))
    expect(said).toEqual([expect.stringContaining('lang="en"'), expect.stringContaining('lang="fr-CA"')])
  })

  it('is greeted by the host that people use', async () => {
    const names: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, { hostNameAppearsAs }, done) => {
        names.push(String(hostNameAppearsAs))
        done()
      },
    })
    const listening = server.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
    await smtpMailer(url, 'no-reply@example.com', OFFICE)(mail)
    await expect(tryMailServer(url, OFFICE)).resolves.toBeTruthy()
    await new Promise<void>((done) => server.close(() => done()))
    expect(names).toEqual(['office.example.com'])
    await expect(tryMailServer(url, OFFICE)).rejects.toMatchObject({ service: 'mail', about: 'later' })
  })

  it('arrives as it was meant', async () => {
    const received: string[] = []
    await withSmtpServer({}, (url) => smtpMailer(url, 'Back-Office <no-reply@example.com>', OFFICE)(mail), received)
    const parsed = await PostalMime.parse(received[0] ?? '')
    expect(parsed).toMatchObject({
      from: { name: 'Back-Office', address: 'no-reply@example.com' },
      to: [{ address: 'ada@example.com' }],
      subject: 'Grüße',
    })
    expect(parsed.text?.trim()).toBe(mail.text)
    expect(parsed.html).toContain('<p>A word with ümlauts.</p>')
    expect(parsed.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    expect((received[0] ?? '').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it.each([
    ['recipient', 'RCPT', '550 5.1.1 No such user here'],
    ['recipient', 'RCPT', '550 5.1.1 Recipient address rejected: User unknown in relay recipient table'],
    ['recipient', 'RCPT', '550 No such mailbox'],
    ['recipient', 'RCPT', '552 5.2.2 Mailbox quota exceeded'],
    ['recipient', 'RCPT', '550 5.4.1 Recipient address rejected: Access denied'],
    ['recipient', 'RCPT', '550 5.2.1 The email account that you tried to reach is disabled'],
    ['recipient', 'DATA', '550 5.1.1 No such user here'],
    ['set-up', 'RCPT', '554 5.7.1 Relay access denied'],
    ['set-up', 'RCPT', '550 relay not permitted'],
    ['set-up', 'RCPT', '550 5.7.1 Unable to relay'],
    ['set-up', 'RCPT', '550 5.1.8 Domain of sender address does not exist'],
    ['set-up', 'RCPT', '550 Sender verify failed'],
    ['set-up', 'RCPT', '530 5.7.0 Authentication required'],
    ['set-up', 'RCPT', '553 5.7.1 Sender address rejected: not owned by user rv'],
    ['set-up', 'DATA', '554 Message rejected: Email address is not verified.'],
    ['set-up', 'DATA', '550 5.7.60 Client does not have permissions to send as this sender'],
    ['set-up', 'DATA', '554 5.2.252 SendAsDenied; office not allowed to send as no-reply'],
    ['set-up', 'DATA', '550 5.7.1 Message rejected because of SPF policy'],
    ['set-up', 'DATA', '554 5.7.1 Service unavailable; client host blocked using a blocklist'],
    ['set-up', 'MAIL', '553 5.1.7 This address is not allowed'],
    ['later', 'RCPT', '550 5.4.5 Daily user sending limit exceeded'],
    ['later', 'DATA', '554 Daily message quota exceeded'],
    ['later', 'DATA', '550 Too many messages per second'],
    ['later', 'RCPT', '451 4.7.1 Greylisted, try again', false],
    ['later', 'RCPT', '450 4.7.1 Too many connections, slow down'],
    ['later', 'DATA', '454 Throttling failure: Maximum sending rate exceeded.'],
    ['later', 'DATA', '421 4.3.2 Service shutting down'],
    ['later', 'RCPT', '452 4.2.2 Mailbox full', false],
  ] as const)(
    'is refused about the %s in answer to %s by "%s"',
    async (about, step, said, ofAll: boolean = about !== 'recipient') => {
      await withSmtpServer({ [step]: said }, async (url) => {
        const sent = smtpMailer(url, 'no-reply@example.com', OFFICE)(mail)
        await expect(sent).rejects.toMatchObject({ service: 'mail', about, ofAll })
        await expect(sent).rejects.toThrow(said.slice(0, 3))
      })
    },
  )

  it('says in one line what the server said', async () => {
    const fault = mailFault(
      Object.assign(new Error('no'), { command: 'DATA', responseCode: 550, response: '550 No\r\n550 way' }),
    )
    expect(fault.message).toBe('550 No 550 way')
  })

  it('is not about the receiver when the password is wrong or the certificate is another one', async () => {
    const about = (more: object) => mailFault(Object.assign(new Error('no'), more)).about
    expect(about({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 no' })).toBe('set-up')
    expect(about({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 454, response: '454 4.7.0 later' })).toBe(
      'later',
    )
    expect(about({ code: 'EAUTH', command: 'API' })).toBe('set-up')
    expect(about({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', command: 'CONN' })).toBe('set-up')
    expect(about({ code: 'ETIMEDOUT', command: 'CONN' })).toBe('later')
    expect(about({ code: 'EENVELOPE', command: 'API' })).toBe('recipient')
  })

  it('cannot be sent when the server is down', async () => {
    await expect(smtpMailer('smtp://127.0.0.1:9', 'no-reply@example.com', OFFICE)(mail)).rejects.toThrow('ECONNREFUSED')
  })
})

it('mails in a folder are kept for a week, and other files for good', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  await removeOldMails(join(folder, 'missing'))
  const log = { info() {} }
  const send = folderMailer(folder, 'no-reply@example.com', log)
  await send(mail)
  const [old = ''] = await readdir(folder)
  await writeFile(join(folder, 'mine.eml'), '')
  const longAgo = new Date(Date.now() - 8 * 86_400_000)
  for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo)
  await send(mail)
  await removeOldMails(folder)
  const left = await readdir(folder)
  expect([left.length, left.includes(old), left.includes('mine.eml')]).toEqual([3, false, true])
  await rm(folder, { recursive: true })
})
