import type { Language } from '#contract/french.ts'
import { noteEvent } from '../../auth/security-events.ts'
import type { Db } from '../../db/schema.ts'
import { OutsideFault } from '../../errors.ts'
import { frenchOf } from '../../french/french-of.ts'
import type { Mailer } from '../../integrations/mail/mailer.ts'
import type { JobContext } from '../../jobs/jobs.ts'
import type { Bus } from '../../live/bus.ts'
import type { Letter, Template, Writing } from '../letters.ts'
import { findOwnerByEmail } from '../owner/owner-account.repository.ts'
import { languageOf } from '../users/languages.ts'
import { findAdminByEmail } from './account.repository.ts'

type Table = 'admins' | 'users'

/** Stores why the last mail to a person was rejected for good; null clears the reason. Returns whether that is new. */
export async function noteMailProblem(db: Db, table: Table, id: string, problem: string | null) {
  const person = db.updateTable(table).set({ mail_problem: problem }).where('id', '=', id)
  const other = person.where('mail_problem', problem === null ? 'is not' : 'is distinct from', problem)
  return (await other.returning('id').executeTakeFirst()) !== undefined
}

/** `language` is the call's, if it asked for one; `owner_id` is set if the mail goes to another address. */
type Values = { admin_id?: string; user_id?: string; owner_id?: string; email?: string; language?: Language | null }

/**
 * A mail: who it is for, and what to record when it was rejected for good, and when it was sent; each resolves to
 * whether lists show it. `forHandOver` if administrators may pass on its text.
 */
export type MailKind = {
  template: Template
  /** Whether it is in the owner's language. */
  isForOwner?: boolean
  forHandOver?: boolean
  whom: (db: Db, values: Values) => Promise<string | undefined>
  refused: (db: Db, id: string, reason: string) => Promise<boolean>
  sent: (db: Db, id: string) => Promise<boolean>
}

type Outside = { db: Db; mail: Mailer; bus: Pick<Bus, 'publish'> }

/** The job that makes a mail from its template, sends it, and records a permanent rejection. */
export const mailJob =
  ({ db, mail, bus }: Outside, settings: Omit<Writing, 'write'>, kinds: Record<string, MailKind>) =>
  async ({ template, ...values }: Values & { template: string }, context: JobContext) => {
    const kind = kinds[template]
    if (!kind) throw new Error(`there is no mail ${template}`)
    const id = await kind.whom(db, values)
    // It is not a change of a record, so open lists just read again.
    const tell = (isNews: boolean) => isNews && bus.publish({ kind: 'missed' })
    try {
      const { write } = context
      const letter = await kind.template(db, values as never, { ...settings, write })
      if (!letter) return
      const isFrench = kind.isForOwner && settings.languages.includes('fr') && (await readsFrench(db, values, id))
      const { text, ...said } = isFrench ? inFrench(letter) : letter
      await mail({ ...said, text: text.join('\n\n') }, kind.forHandOver)
      await context.reached()
    } catch (error) {
      if (id && isAboutRecipient(error, context)) {
        tell(await context.write(db, (db) => kind.refused(db, id, error.message)))
      }
      throw error
    }
    if (id) tell(await kind.sent(db, id))
  }

/** Whether a mail should be in French: as its call asked, else as its owner reads. */
async function readsFrench(db: Db, { language, owner_id }: Values, id: string | undefined) {
  const owner = owner_id ?? id
  return (language ?? (owner && (await languageOf(db, [owner]))(owner))) === 'fr'
}

/** A letter in French; entirely in English if any sentence lacks its French. */
function inFrench({ subject, text, ...more }: Letter): Letter {
  const [title, ...paragraphs] = [subject, ...text].map(frenchOf)
  const known = paragraphs.filter((one) => one !== undefined)
  return title !== undefined && known.length === text.length
    ? { ...more, subject: title, text: known, language: 'fr' }
    : { ...more, subject, text }
}

/** A server's deferral of one recipient alone, throughout all attempts, is about that recipient. */
const isAboutRecipient = (error: unknown, { isLast }: { isLast: boolean }): error is OutsideFault =>
  error instanceof OutsideFault && (error.about === 'recipient' || (error.about === 'later' && !error.ofAll && isLast))

/**
 * A mail to an administrator; a permanent rejection is recorded in the person's row and security record. `what`
 * describes the mail; the row only has problems of the person's own address.
 */
export const toAdmin = (what: string, template: Template, { isOwnAddress } = { isOwnAddress: true }): MailKind => ({
  template,
  whom: async (db, { admin_id, email }) => admin_id ?? (email && (await findAdminByEmail(db, email))?.id) ?? undefined,
  refused: async (db, adminId, reason) => {
    await noteEvent(db, { kind: 'mail_undelivered', adminId, detail: `${what}: ${reason}` })
    return isOwnAddress && noteMailProblem(db, 'admins', adminId, reason)
  },
  sent: async (db, adminId) => isOwnAddress && noteMailProblem(db, 'admins', adminId, null),
})

/** A mail to an owner; a permanent rejection is recorded in the owner's row. */
export const toOwner = (template: Template): MailKind => ({
  template,
  isForOwner: true,
  // Administrators hand over new passwords.
  forHandOver: true,
  whom: async (db, { user_id, email }) => user_id ?? (email && (await findOwnerByEmail(db, email))?.id) ?? undefined,
  refused: (db, userId, reason) => noteMailProblem(db, 'users', userId, reason),
  sent: (db, userId) => noteMailProblem(db, 'users', userId, null),
})
