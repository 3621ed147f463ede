import { noteEvent } from '../../auth/security-events.ts'
import type { Db } from '../../db/schema.ts'
import { OutsideFault } from '../../errors.ts'
import type { Mailer } from '../../integrations/mail/mailer.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import type { Bus } from '../../live/bus.ts'
import { findOwnerByEmail } from '../owner/owner-account.repository.ts'
import { findAdminByEmail } from './account.repository.ts'

type Table = 'admins' | 'users'

/** Writes why the last mail to a person was refused for good; null clears the reason. Returns whether that is new. */
export async function noteMailProblem(db: Db, table: Table, id: string, problem: string | null) {
  const person = db.updateTable(table).set({ mail_problem: problem }).where('id', '=', id)
  const other = person.where('mail_problem', problem === null ? 'is not' : 'is distinct from', problem)
  return (await other.returning('id').executeTakeFirst()) !== undefined
}

type Payload = { admin_id?: string; user_id?: string; email?: string }

/**
 * Whom a mail is for, and what is to be noted when it was refused for good, and when it went out; each resolves to whether
 * lists show it.
 */
type Noting = {
  whom: (payload: Payload) => Promise<string | undefined>
  refused: (db: Db, id: string, reason: string) => Promise<boolean>
  sent: (id: string) => Promise<boolean>
}

/** A job that sends its mail, or finds that there is none to send any more. */
export type MailJob = (mail: Mailer, ...job: Parameters<JobHandlers[string]>) => Promise<void>

type Outside = { db: Db; mail: Mailer; bus: Pick<Bus, 'publish'> }

const noting =
  ({ db, mail, bus }: Outside, job: MailJob, { whom, refused, sent }: Noting): JobHandlers[string] =>
  async (payload, context) => {
    const id = await whom(payload)
    // It is not a change of a record, so open lists just read again.
    const tell = (isNews: boolean) => isNews && bus.publish({ kind: 'missed' })
    let isSent = false
    const sending: Mailer = async (one) => {
      await mail(one)
      isSent = true
      await context.reached()
    }
    try {
      await job(sending, payload, context)
    } catch (error) {
      if (id && isAboutRecipient(error, context)) {
        tell(await context.write(db, (db) => refused(db, id, error.message)))
      }
      throw error
    }
    if (id && isSent) tell(await sent(id))
  }

/** What a server puts off for one receiver alone, for as long as it was tried, is about that receiver. */
const isAboutRecipient = (error: unknown, { isLast }: { isLast: boolean }): error is OutsideFault =>
  error instanceof OutsideFault && (error.about === 'recipient' || (error.about === 'later' && !error.ofAll && isLast))

/**
 * The job of a mail to an administrator that notes when it was refused for good: in the person's row and
 * security record. `what` is what the mail was; the row has problems of the person's own address only.
 */
export const recordBounces = (
  outside: Outside,
  what: string,
  job: MailJob,
  { isOwnAddress } = { isOwnAddress: true },
) =>
  noting(outside, job, {
    whom: async ({ admin_id, email }) =>
      admin_id ?? (email && (await findAdminByEmail(outside.db, email))?.id) ?? undefined,
    refused: async (db, adminId, reason) => {
      await noteEvent(db, { kind: 'mail_undelivered', adminId, detail: `${what}: ${reason}` })
      return isOwnAddress && noteMailProblem(db, 'admins', adminId, reason)
    },
    sent: async (adminId) => isOwnAddress && noteMailProblem(outside.db, 'admins', adminId, null),
  })

/** The job of a mail to an owner that notes in the owner's row when it was refused for good. */
export const notingOwnersProblems = (outside: Outside, job: MailJob) =>
  noting(outside, job, {
    whom: async ({ user_id, email }) =>
      user_id ?? (email && (await findOwnerByEmail(outside.db, email))?.id) ?? undefined,
    refused: (db, userId, reason) => noteMailProblem(db, 'users', userId, reason),
    sent: (userId) => noteMailProblem(outside.db, 'users', userId, null),
  })
