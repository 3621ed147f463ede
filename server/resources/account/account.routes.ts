import { account } from '#contract/account.ts'
import { secondFactor, sessions, signIn as signInCalls } from '#contract/sign-in.ts'
import { draftKeyOf } from '../../auth/draft-keys.ts'
import { endSession } from '../../auth/ended-sessions.ts'
import { noteEvent } from '../../auth/security-events.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { FINAL, serve, serveChange } from '../../http/serve.ts'
import { askForEmail, confirmEmail } from '../administrators/own-email.service.ts'
import { mailed, mailNote } from '../mailed.ts'
import { hasSecondFactor } from '../second-factor/factors.ts'
import { findAdmin, readCounters, toAdmin } from './account.repository.ts'
import { changePassword, editProfile, signIn } from './account.service.ts'
import { resetPassword, sendResetCode } from './forgotten-password.service.ts'
import { askForPasskey, confirmSignIn } from './login-confirm.service.ts'
import { takeBack } from './not-me.service.ts'
import { endByLink, endOwn, listSessions, optionsToProve, prove } from './sessions.service.ts'

/** If no mail is sent, it is written to the server's folder. */
const KEPT_HERE = 'The mail is kept on it.'

/** Answers the calls of contract/account.ts. */
export function accountRoutes(app: App, deps: Deps) {
  const { db, settings } = deps
  const tellStreams = () => deps.bus.publish({ kind: 'sessions' })

  serve(app, account.login, async (fields, { browser }) => {
    const data = await signIn(deps, fields, browser)
    return { message: 'ticket' in data ? 'Please confirm it’s you.' : 'Logged in successful', data }
  })

  serve(app, signInCalls.loginConfirm, async (fields, { browser }) => ({
    message: 'Logged in successful',
    data: await confirmSignIn(deps, fields, browser),
  }))

  serve(app, signInCalls.passkeyOptions, async ({ ticket }, { address }) => ({
    message: 'Passkey',
    data: await askForPasskey(deps, ticket, address),
  }))

  serve(app, account.logout, async (_nothing, { session, actor, browser }) => {
    await endSession(db, { token_hash: session.tokenHash })
    await noteEvent(db, { kind: 'session_ended', adminId: actor._id, place: browser, detail: 'By logging out' })
    tellStreams()
    return { message: 'Logged out.' }
  })

  serve(app, account.me, async (_nothing, { actor }) => {
    const admin = await findAdmin(db, actor._id)
    const second_factor_required = settings.requireSecondFactor && !hasSecondFactor(admin)
    return { message: 'Signed in', data: { ...toAdmin(admin), ...(await readCounters(db)), second_factor_required } }
  })

  serve(app, account.draftKey, async (_nothing, { actor }) => ({
    message: 'Draft key',
    data: { admin_id: actor._id, key: await draftKeyOf(db, actor._id) },
  }))

  serve(app, account.forgotPassword, async ({ email }, { browser }) => {
    await sendResetCode(deps, email, browser)
    return { message: 'Reset password OTP has been sent to your email id.', note: await mailNote(deps, KEPT_HERE) }
  })

  serveChange(
    app,
    account.resetPassword,
    'Password has been updated successfully.',
    (fields, { write, browser }) => resetPassword(deps, fields, browser, write).then(tellStreams),
    FINAL,
  )

  serveChange(
    app,
    secondFactor.notMe,
    'The changes have been undone.',
    async ({ token }, { write, browser }) => {
      const data = await takeBack(deps, token, browser, write)
      tellStreams()
      return { data }
    },
    FINAL,
  )

  serveChange(
    app,
    account.editProfile,
    'Profile updated successfully.',
    async (fields, { write, actor }) => ({ data: await editProfile(deps, fields, actor, write) }),
    FINAL,
  )

  serve(app, account.editEmail, async ({ email }, { session, browser, write }) => {
    await askForEmail(deps, email, session, browser, write)
    const instead = 'Please ask the server’s operator for the link that confirms the address.'
    return { message: await mailed(deps, `A link to confirm it has been sent to ${email}.`, instead) }
  })

  serveChange(
    app,
    account.confirmEmail,
    'Email address updated successfully.',
    ({ token }, { write, browser }) => confirmEmail(deps, token, browser, write),
    FINAL,
  )

  serveChange(
    app,
    account.editPassword,
    'Password changed successfully.',
    (fields, { write, session, browser }) => changePassword(deps, fields, session, browser, write).then(tellStreams),
    FINAL,
  )
}

/** Answers the calls of contract/sign-in.ts about sessions. */
export function sessionRoutes(app: App, deps: Deps) {
  const tellStreams = () => deps.bus.publish({ kind: 'sessions' })

  serve(app, sessions.list, async (_nothing, { session }) => ({
    message: 'Sessions',
    data: await listSessions(deps, session),
  }))

  serveChange(
    app,
    sessions.end,
    ({ session_id }) =>
      session_id === undefined ? 'All other sessions have been ended.' : 'The session has been ended.',
    ({ session_id }, { write, session }) =>
      write((db, change) => endOwn(db, session_id, session, change)).then(tellStreams),
    FINAL,
  )

  serve(app, sessions.endByLink, async ({ token }, { browser }) => {
    const message = await endByLink(deps, token, browser)
    tellStreams()
    return { message }
  })

  serve(app, sessions.proofOptions, async (_nothing, { session }) => ({
    message: 'Passkey',
    data: await optionsToProve(deps, session),
  }))

  serve(app, sessions.prove, async (fields, { session, browser }) => ({
    message: 'Thank you.',
    data: await prove(deps, fields, session, browser),
  }))
}
