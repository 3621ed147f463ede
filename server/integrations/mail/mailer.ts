import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { v7 as newId } from 'uuid'
import { z } from 'zod'
import type { Language } from '#contract/french.ts'
import { DAY } from '../../clock.ts'
import { escapeHtml } from '../../escape-html.ts'
import { mailFault, type SmtpError } from '../refusals/mail.ts'

/** A plain-text mail, English if no language is named, with an empty line between paragraphs. An HTML part is made. */
export type Mail = { to: string; subject: string; text: string; language?: Language }
/**
 * Sends one mail. Rejects if it could not be handed over; with an OutsideFault that says who the refusal is about.
 * Where mail is kept instead of sent, every administrator may read what is `forHandOver`.
 */
export type Mailer = (mail: Mail, forHandOver?: boolean) => Promise<void>

/** Timeouts in milliseconds. The library would wait ten minutes for a server that does not answer. */
const patience = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Sends mail through the SMTP server at `url` (`smtp://user:password@host:port`). The URL can set timeouts:
 * `?greetingTimeout=5000`. The client names itself after the host of `publicUrl`, as servers refuse clients that call
 * themselves localhost.
 */
export function smtpMailer(url: string, from: string, publicUrl: string): Mailer {
  const transport = createTransport({ ...patience, url, name: new URL(publicUrl).hostname })
  return async (mail) => {
    await transport.sendMail(asSent(from, mail)).catch((error: SmtpError) => {
      throw mailFault(error)
    })
  }
}

/** Connects and signs in to the SMTP server at `url`, but sends nothing. Throws as a mailer does. */
export const tryMailServer = (url: string, publicUrl: string) =>
  createTransport({ ...patience, url, name: new URL(publicUrl).hostname })
    .verify()
    .catch((error: SmtpError) => {
      throw mailFault(error)
    })

/**
 * Writes each mail as an .eml file into `folder` and logs its path, for demos and tests. What the System page shows of
 * it is beside it, as JSON.
 */
export function folderMailer(folder: string, from: string, log: { info: (message: string) => void }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail, forHandOver = false) => {
    const { message } = await transport.sendMail(asSent(from, mail))
    await mkdir(folder, { recursive: true })
    const id = newId()
    const file = join(folder, `${id}.eml`)
    await writeFile(file, message as Buffer, { mode: 0o600 })
    await writeFile(join(folder, `${id}.json`), JSON.stringify({ ...mail, forHandOver }), { mode: 0o600 })
    log.info(`Mail '${mail.subject}' was written to ${file}`)
  }
}

const KEPT = z.object({ to: z.string(), subject: z.string(), text: z.string(), forHandOver: z.boolean() })
/** Where mails are kept. */
export const mailFolderOf = ({ dataDir }: { dataDir: string }) => join(dataDir, 'mail')

/** A mail kept in this file instead of being sent. */
export type KeptMail = z.output<typeof KEPT> & { id: string; file: string }

/** The newest kept mails in `folder`, and how many there are. */
export async function listKeptMails(folder: string, most: number) {
  const ids = (await readdir(folder).catch(() => []))
    .filter((name) => SHOWN.test(name))
    .map((name) => name.slice(0, -5))
  const mails: KeptMail[] = []
  for (const id of ids.toSorted().toReversed().slice(0, most)) {
    const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => '')
    const read = KEPT.safeParse(parsed(text))
    if (read.success) mails.push({ ...read.data, id, file: join(folder, `${id}.eml`) })
  }
  return { mails, total: ids.length }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A power cut may have left it incomplete.
    return undefined
  }
}

const SHOWN = /^[0-9a-f-]{36}\.json$/
const MAIL_FILE = /^[0-9a-f-]{36}\.(eml|json)$/
const DAYS_KEPT = 7

/** Removes a folder mailer's mails that are over a week old: they contain passwords. */
export async function removeOldMails(folder: string) {
  const oldest = Date.now() - DAYS_KEPT * DAY
  for (const name of await readdir(folder).catch(() => [])) {
    if (!MAIL_FILE.test(name)) continue
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < oldest) await rm(join(folder, name), { force: true })
  }
}

/** Removes a folder mailer's mails to certain addresses, unfinished ones included. */
export async function removeMailsTo(folder: string, isMeant: (address: string) => boolean) {
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => SHOWN.test(one))) {
    const read = KEPT.safeParse(parsed(await readFile(join(folder, name), 'utf8').catch(() => '')))
    if (!read.success || !isMeant(read.data.to)) continue
    for (const ending of ['.json', '.eml']) await rm(join(folder, `${name.slice(0, -5)}${ending}`), { force: true })
  }
}

/** The mail as handed over. Its header asks auto-responders, such as out-of-office replies, not to answer. */
function asSent(from: string, { to, subject, text, language = 'en' }: Mail) {
  const plain = withNetworkBreaks(text)
  const html = withNetworkBreaks(asHtml(subject, text, language))
  return { from, to, subject, text: plain, html, headers: { 'Auto-Submitted': 'auto-generated' } }
}

// Mail allows only this line break.
const withNetworkBreaks = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n')

const TAGS = { en: 'en', fr: 'fr-CA' } as const

function asHtml(subject: string, text: string, language: Language) {
  const paragraphs = escapeHtml(text)
    .split(/(?:\r?\n){2,}/)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, '<br>\n')}</p>`)
  const head = `<meta charset="utf-8"><title>${escapeHtml(subject)}</title>`
  return `<!doctype html>\n<html lang="${TAGS[language]}"><head>${head}</head><body>\n${paragraphs.join('\n')}\n</body></html>\n`
}
