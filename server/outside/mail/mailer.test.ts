import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { LastingError } from '../../errors.ts'
import { folderMailer, removeOldMails, smtpMailer } from './mailer.ts'

async function withSmtpServer(answer: (raw: string) => Error | undefined, test: (url: string) => Promise<void>) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let raw = ''
      stream.on('data', (chunk) => (raw += chunk))
      stream.on('end', () => done(answer(raw)))
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  await test(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`)
  await new Promise<void>((closed) => server.close(closed))
}

const mail = { to: 'ada@example.com', subject: 'Grüße', text: 'A word with ümlauts.' }

describe('mail through a real SMTP server', () => {
  it('arrives as it was meant', async () => {
    const received: string[] = []
    const keep = (raw: string) => void received.push(raw)
    await withSmtpServer(keep as () => undefined, async (url) => {
      await smtpMailer(url, 'Back-Office <no-reply@example.com>')(mail)
    })
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

  it('that the server refuses is an error, so that the queue tries again', async () => {
    await withSmtpServer(
      () => new Error('mailbox full'),
      async (url) => {
        await expect(smtpMailer(url, 'no-reply@example.com')(mail)).rejects.toThrow('mailbox full')
      },
    )
  })

  it('that the server refuses for good is a lasting error, with what it says in one line', async () => {
    const gone = Object.assign(new Error('5.1.1 No such\r\nuser here'), { responseCode: 550 })
    await withSmtpServer(
      () => gone,
      async (url) => {
        const sent = smtpMailer(url, 'no-reply@example.com')(mail)
        await expect(sent).rejects.toThrow(LastingError)
        await expect(sent).rejects.toThrow(/^550[ -]5.1.1 No such/)
      },
    )
  })

  it('cannot be sent when the server is down', async () => {
    await expect(smtpMailer('smtp://127.0.0.1:9', 'no-reply@example.com')(mail)).rejects.toThrow('ECONNREFUSED')
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
  expect([left.length, left.includes(old), left.includes('mine.eml')]).toEqual([2, false, true])
  await rm(folder, { recursive: true })
})
