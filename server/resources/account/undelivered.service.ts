import type { Db } from '../../db/schema.ts'
import { LastingError } from '../../errors.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { noteEvent } from '../../secrets/security-events.ts'
import { findOwnerByEmail } from '../owner/owner-account.repository.ts'
import { findAdminByEmail } from './account.repository.ts'

type Table = 'admins' | 'users'

/** Writes why the last mail to a person was refused for good; null that there is no such reason any more. */
export async function noteMailProblem(db: Db, table: Table, id: string, problem: string | null) {
  const person = db.updateTable(table).set({ mail_problem: problem }).where('id', '=', id)
  await person.where('mail_problem', problem === null ? 'is not' : 'is distinct from', problem).execute()
}

type Payload = { admin_id?: string; user_id?: string; email?: string }

/** Whom a mail is for, and what is to be noted when it was refused for good, and when it went out. */
type Noting = {
  whom: (payload: Payload) => Promise<string | undefined>
  refused: (db: Db, id: string, reason: string) => Promise<void>
  sent: (id: string) => Promise<void>
}

const noting =
  (db: Db, job: JobHandlers[string], { whom, refused, sent }: Noting): JobHandlers[string] =>
  async (payload, context) => {
    const id = await whom(payload)
    try {
      await job(payload, context)
    } catch (error) {
      if (id && (error instanceof LastingError || context.isLast)) {
        const reason = error instanceof Error ? error.message : String(error)
        await context.write(db, (db) => refused(db, id, reason))
      }
      throw error
    }
    if (id) await sent(id)
  }

/**
 * The job of a mail to an administrator that notes when it was refused for good, or given up: in the person's row and
 * security record. `what` is what the mail was; the row has problems of the person's own address only.
 */
export const notingProblems = (
  db: Db,
  what: string,
  job: JobHandlers[string],
  { isOwnAddress } = { isOwnAddress: true },
) =>
  noting(db, job, {
    whom: async ({ admin_id, email }) => admin_id ?? (email && (await findAdminByEmail(db, email))?.id) ?? undefined,
    refused: async (db, adminId, reason) => {
      if (isOwnAddress) await noteMailProblem(db, 'admins', adminId, reason)
      await noteEvent(db, { kind: 'mail_undelivered', adminId, detail: `${what}: ${reason}` })
    },
    sent: async (adminId) => {
      if (isOwnAddress) await noteMailProblem(db, 'admins', adminId, null)
    },
  })

/** The job of a mail to an owner that notes in the owner's row when it was refused for good, or given up. */
export const notingOwnersProblems = (db: Db, job: JobHandlers[string]) =>
  noting(db, job, {
    whom: async ({ user_id, email }) => user_id ?? (email && (await findOwnerByEmail(db, email))?.id) ?? undefined,
    refused: (db, userId, reason) => noteMailProblem(db, 'users', userId, reason),
    sent: (userId) => noteMailProblem(db, 'users', userId, null),
  })
