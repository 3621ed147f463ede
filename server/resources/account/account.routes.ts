import { account } from '#contract/account.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { endSession } from '../../secrets/sessions.ts'
import { findAdmin, readCounters, toAdmin } from './account.repository.ts'
import { changePassword, editProfile, signIn } from './account.service.ts'
import { resetPassword, sendResetCode } from './forgotten-password.service.ts'

/** Answers the calls of contract/account.ts. */
export function accountRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, account.login, async (fields, { address }) => ({
    message: 'Logged in successful',
    data: await signIn(deps, fields, address),
  }))

  serve(app, account.logout, async (_nothing, { session }) => {
    await endSession(db, session.tokenHash)
    return { message: 'Logged out.' }
  })

  serve(app, account.me, async (_nothing, { actor }) => ({
    message: 'Signed in',
    data: { ...toAdmin(await findAdmin(db, actor._id)), ...(await readCounters(db)) },
  }))

  serve(app, account.forgotPassword, async ({ email }, { address }) => {
    await sendResetCode(deps, email, address)
    return { message: 'Reset password OTP has been sent to your email id.' }
  })

  serve(app, account.resetPassword, async (fields, { address }) => {
    await resetPassword(deps, fields, address)
    return { message: 'Password has been updated successfully.' }
  })

  serve(app, account.editProfile, async (fields, { actor }) => ({
    message: 'Profile updated successfully.',
    data: await editProfile(deps, fields, actor),
  }))

  serve(app, account.editPassword, async (fields, { session, address }) => {
    await changePassword(deps, fields, session, address)
    return { message: 'Password changed successfully.' }
  })
}
