import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { v7 as newId } from 'uuid'

export type Mail = { to: string; subject: string; text: string }
/** Sends one mail. Rejects when it could not be handed over. */
export type Mailer = (mail: Mail) => Promise<void>

/** Timeouts in milliseconds. The library would wait ten minutes for a server that does not answer. */
const patience = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Sends mail through the SMTP server at `url` (`smtp://user:password@host:port`). Timeouts can be set in the URL:
 * `?greetingTimeout=5000`.
 */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ ...patience, url })
  return async (mail) => {
    await transport.sendMail({ from, ...mail })
  }
}

/** Writes each mail as an .eml file into `folder` and logs where, for demos and tests. */
export function folderMailer(folder: string, from: string, log: { info: (message: string) => void }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return async (mail) => {
    const { message } = await transport.sendMail({ from, ...mail })
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${newId()}.eml`)
    await writeFile(file, message as Buffer, { mode: 0o600 })
    log.info(`Mail '${mail.subject}' was written to ${file}`)
  }
}
