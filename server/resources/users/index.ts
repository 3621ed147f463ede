import { MAIL_REFUSED, users } from '#contract/users.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { FINAL, serve, serveChange } from '../../http/serve.ts'
import { mailNote } from '../mailed.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { readUserInApp, userList } from './users.repository.ts'
import { changeUserStatus, makePassword, resetUserPassword, userRecords } from './users.service.ts'

export const servedUsers: ServedKind<'users'> = {
  list: userList,
  serve: userRoutes,
}

const SHOWN_BEFORE =
  'The password was already reset, and the new one was shown only then. Reset it again if you do not have it.'

const HAND_OVER = 'Please hand over the new password.'

/** Answers the calls of contract/users.ts. */
function userRoutes(app: App, deps: Deps) {
  const { db } = deps
  const isOutOfReach = async (id: string) =>
    deps.settings.smtpUrl !== undefined && (await userRecords.find(db, id)).mail_problem !== null
  serveRecords(app, deps, users, userRecords)

  serve(app, users.inApp, async ({ user_id }) => {
    await userRecords.find(db, user_id)
    return { message: 'In the app', data: await readUserInApp(deps, user_id) }
  })

  serveChange(
    app,
    users.resetPassword,
    async ({ user_id, hand_over }) =>
      hand_over && (await isOutOfReach(user_id))
        ? `${MAIL_REFUSED} ${HAND_OVER}`
        : 'New password has been sent to selected email id.',
    async ({ user_id, hand_over = false }, { write }) => {
      const isMailed = deps.settings.smtpUrl !== undefined && !(hand_over && (await isOutOfReach(user_id)))
      const handedOver = isMailed ? undefined : await makePassword()
      let isSet = false
      const answer = await write(async (db, change) => {
        const data = await resetUserPassword(db, user_id, change, handedOver?.hash)
        isSet = true
        return { data }
      })
      // Not part of the stored answer: no row ever contains a password.
      const isByMail = isMailed || deps.settings.smtpUrl === undefined
      const note = isByMail ? await mailNote(deps, HAND_OVER) : undefined
      if (!handedOver) return { ...answer, note }
      if (!isSet) return { ...answer, message: SHOWN_BEFORE }
      return { ...answer, note, data: { ...answer.data, new_password: handedOver.password } }
    },
    FINAL,
  )

  serveChange(
    app,
    users.changeStatus,
    ({ status }) => (status ? 'User has been activated.' : 'User has been deactivated.'),
    ({ user_id, status }, { write }) =>
      write(async (db, change) => ({ data: await changeUserStatus(db, user_id, status, change) })),
  )
}
