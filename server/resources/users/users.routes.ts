import { users } from '#contract/users.ts'
import type { Deps } from '../../deps.ts'
import { type App, FINAL, serve } from '../../http/serve.ts'
import { mailed } from '../mailed.ts'
import { serveRecords } from '../standard/serve-records.ts'
import { readUserInApp } from './users.repository.ts'
import { changeUserStatus, makePassword, resetUserPassword, userRecords } from './users.service.ts'

const SHOWN_BEFORE =
  'The password was reset before, and the new one was in that answer only. Reset it again if you do not have it.'

/** Answers the calls of contract/users.ts. */
export function userRoutes(app: App, deps: Deps) {
  const { db, lookForJobs } = deps
  serveRecords(app, deps, users, userRecords)

  serve(app, users.inApp, async ({ user_id }) => {
    await userRecords.find(db, user_id)
    return { message: 'In the app', data: await readUserInApp(db, user_id) }
  })

  serve(app, users.resetPassword, async ({ user_id }, { changing, idempotent }) => {
    const handedOver = deps.settings.smtpUrl === undefined ? await makePassword() : undefined
    let isSet = false
    const answer = await changing(
      db,
      await mailed(deps, 'New password has been sent to selected email id.', 'Please hand over the new password.'),
      (change) =>
        idempotent(db, async (db) => {
          const data = await resetUserPassword(db, user_id, change, handedOver?.hash)
          isSet = true
          return { data }
        }),
      FINAL,
    )
    lookForJobs()
    // Beside what is kept of the answer: no row ever contains a password.
    if (!handedOver) return answer
    if (!isSet) return { ...answer, message: SHOWN_BEFORE }
    return { ...answer, data: { ...answer.data, new_password: handedOver.password } }
  })

  serve(app, users.changeStatus, ({ user_id, status }, { changing }) =>
    changing(db, status ? 'User has been activated.' : 'User has been deactivated.', async (change) => ({
      data: await changeUserStatus(db, user_id, status, change),
    })),
  )
}
