import { users } from '#contract/users.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listUsers } from './users.repository.ts'
import { changeUserStatus, resetUserPassword } from './users.service.ts'

/** Answers the calls of contract/users.ts. */
export function userRoutes(app: App, { db, lookForJobs }: Deps) {
  serve(app, users.list, async (input) => ({ message: 'Users', ...(await listUsers(db, input)) }))

  serve(app, users.resetPassword, async ({ user_id }, { actor, idempotent }) => {
    const answer = await idempotent(db, async (db) => ({
      message: 'New password has been sent to selected email id.',
      data: await resetUserPassword(db, user_id, actor),
    }))
    lookForJobs()
    return answer
  })

  serve(app, users.changeStatus, async ({ user_id, status }, { actor }) => ({
    message: status ? 'User has been activated.' : 'User has been deactivated.',
    data: await changeUserStatus(db, user_id, status, actor),
  }))
}
