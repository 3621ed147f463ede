import type { Db } from '../../db/schema.ts'
import { LastingError } from '../../errors.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import { noteEvent } from '../../secrets/security-events.ts'
import { findAdminByEmail } from './account.repository.ts'

/** Writes why the last mail to an administrator was refused for good; null that there is no such reason any more. */
export async function noteMailProblem(db: Db, adminId: string, problem: string | null) {
  const admin = db.updateTable('admins').set({ mail_problem: problem }).where('id', '=', adminId)
  await admin.where('mail_problem', problem === null ? 'is not' : 'is distinct from', problem).execute()
}

type Payload = { admin_id?: string; email?: string }

/**
 * The job of a mail to an administrator that notes when it was refused for good, or given up: in the person's row and
 * security record. `what` is what the mail was; the row has problems of the person's own address only.
 */
export const notingProblems =
  (db: Db, what: string, job: JobHandlers[string], { isOwnAddress } = { isOwnAddress: true }): JobHandlers[string] =>
  async (payload, context) => {
    const { admin_id, email }: Payload = payload
    const adminId = admin_id ?? (email && (await findAdminByEmail(db, email))?.id)
    try {
      await job(payload, context)
    } catch (error) {
      if (adminId && (error instanceof LastingError || context.isLast)) {
        const reason = error instanceof Error ? error.message : String(error)
        await context.write(db, async (db) => {
          if (isOwnAddress) await noteMailProblem(db, adminId, reason)
          await noteEvent(db, { kind: 'mail_undelivered', adminId, detail: `${what}: ${reason}` })
        })
      }
      throw error
    }
    if (adminId && isOwnAddress) await noteMailProblem(db, adminId, null)
  }
