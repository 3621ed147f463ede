import type { Db } from '../db/schema.ts'
import type { Mail } from '../integrations/mail/mailer.ts'
import { dropJobs, enqueue, FIRST, type JobContext } from '../jobs/jobs.ts'
import type { Settings } from '../settings/settings.ts'

/** The one kind of job that sends a mail to one person; its payload names a template in `mails.ts` and its values. */
export const MAIL = 'mail'

/** A mail in paragraphs. */
export type Letter = Omit<Mail, 'text'> & { text: string[] }
/** What a template has besides its values. `publicUrl` is the base of links in mails; days are the office's. */
export type Writing = Pick<JobContext, 'write'> & Pick<Settings, 'publicUrl' | 'officeTimeZone' | 'languages'>
/** Makes a mail from the values it was requested with, at the time it is sent; nothing if it is no longer wanted. */
export type Template = (db: Db, values: never, writing: Writing) => Promise<Letter | undefined>

/** Enqueues a mail. Call it in the transaction that wants it. */
export const mailLater = (db: Db, template: string, values: object) => enqueue(db, MAIL, { template, ...values })

/** The same for a mail with a code, which works only for minutes: it goes before all waiting ones. */
export const mailSoon = (db: Db, template: string, values: object) => enqueue(db, MAIL, { template, ...values }, FIRST)

/** Drops waiting mails of some templates whose values are `unwanted`. */
export const dropMails = <Values>(db: Db, templates: string[], unwanted: (values: Values) => boolean) =>
  dropJobs<Values & { template: string }>(db, MAIL, (job) => templates.includes(job.template) && unwanted(job))

/** Pages that mailed links lead to. */
type Page = 'accept-invitation' | 'confirm-email' | 'end-session' | 'not-me'

/** The address of such a page. The token comes after #, which browsers send to no server and proxies do not log. */
export const linkTo = (publicUrl: string, page: Page, token: string) => `${publicUrl}/${page}#${token}`
