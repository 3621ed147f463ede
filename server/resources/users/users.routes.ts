import { users } from '#contract/users.ts'
import type { Deps } from '../../deps.ts'
import { type App, FINAL, serve, serveGet } from '../../http/serve.ts'
import { findUser, listUsers } from './users.repository.ts'
import { changeUserStatus, resetUserPassword } from './users.service.ts'

/** Answers the calls of contract/users.ts. */
export function userRoutes(app: App, { db, lookForJobs }: Deps) {
  serve(app, users.list, async (input) => ({ message: 'Users', ...(await listUsers(db, input)) }))

  serveGet(app, users.get, 'User', (id) => findUser(db, id))

  serve(app, users.resetPassword, async ({ user_id }, { changing, idempotent }) => {
    const answer = await changing(
      db,
      'New password has been sent to selected email id.',
      (change) => idempotent(db, async (db) => ({ data: await resetUserPassword(db, user_id, change) })),
      FINAL,
    )
    lookForJobs()
    return answer
  })

  serve(app, users.changeStatus, ({ user_id, status }, { changing }) =>
    changing(db, status ? 'User has been activated.' : 'User has been deactivated.', async (change) => ({
      data: await changeUserStatus(db, user_id, status, change),
    })),
  )
}
