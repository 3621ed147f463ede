import { noteEvent } from '../../auth/security-events.ts'
import type { Db } from '../../db/schema.ts'
import { OutsideFault } from '../../errors.ts'
import type { Mailer } from '../../integrations/mail/mailer.ts'
import type { JobContext } from '../../jobs/jobs.ts'
import type { Bus } from '../../live/bus.ts'
import type { Template, Writing } from '../letters.ts'
import { findOwnerByEmail } from '../owner/owner-account.repository.ts'
import { findAdminByEmail } from './account.repository.ts'

type Table = 'admins' | 'users'

/** Writes why the last mail to a person was refused for good; null clears the reason. Returns whether that is new. */
export async function noteMailProblem(db: Db, table: Table, id: string, problem: string | null) {
  const person = db.updateTable(table).set({ mail_problem: problem }).where('id', '=', id)
  const other = person.where('mail_problem', problem === null ? 'is not' : 'is distinct from', problem)
  return (await other.returning('id').executeTakeFirst()) !== undefined
}

type Values = { admin_id?: string; user_id?: string; email?: string }

/**
 * A mail: whom it is for, and what is to be noted when it was refused for good, and when it went out; each resolves to
 * whether lists show it. `forHandOver` where whoever administers may hand its text over.
 */
export type MailKind = {
  template: Template
  forHandOver?: boolean
  whom: (db: Db, values: Values) => Promise<string | undefined>
  refused: (db: Db, id: string, reason: string) => Promise<boolean>
  sent: (db: Db, id: string) => Promise<boolean>
}

type Outside = { db: Db; mail: Mailer; bus: Pick<Bus, 'publish'> }

/** The job that makes a mail by its template, sends it, and notes when it was refused for good. */
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
      await mail({ ...letter, text: letter.text.join('\n\n') }, kind.forHandOver)
      await context.reached()
    } catch (error) {
      if (id && isAboutRecipient(error, context)) {
        tell(await context.write(db, (db) => kind.refused(db, id, error.message)))
      }
      throw error
    }
    if (id) tell(await kind.sent(db, id))
  }

/** What a server puts off for one receiver alone, for as long as it was tried, is about that receiver. */
const isAboutRecipient = (error: unknown, { isLast }: { isLast: boolean }): error is OutsideFault =>
  error instanceof OutsideFault && (error.about === 'recipient' || (error.about === 'later' && !error.ofAll && isLast))

/**
 * A mail to an administrator; when it was refused for good is noted in the person's row and security record. `what` is what
 * the mail was; the row has problems of the person's own address only.
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

/** A mail to an owner; when it was refused for good is noted in the owner's row. */
export const toOwner = (template: Template): MailKind => ({
  template,
  // New passwords are handed over by whoever administers.
  forHandOver: true,
  whom: async (db, { user_id, email }) => user_id ?? (email && (await findOwnerByEmail(db, email))?.id) ?? undefined,
  refused: (db, userId, reason) => noteMailProblem(db, 'users', userId, reason),
  sent: (db, userId) => noteMailProblem(db, 'users', userId, null),
})
