import { ownerAccount } from '#contract/owner/account.ts'
import { endAppSession } from '../../auth/app-sessions.ts'
import type { Deps } from '../../deps.ts'
import { type App, FINAL, serve, serveChange } from '../../http/serve.ts'
import { mailed } from '../mailed.ts'
import { findOwner, toOwner } from './owner-account.repository.ts'
import { changePassword, giveNonce, register, signIn, signInSocial } from './owner-account.service.ts'
import { confirmEmail, resetOwnerPassword, sendConfirmation, sendOwnerReset } from './owner-codes.service.ts'

const ASK_SUPPORT = 'Please contact support.'

/** Answers the calls of contract/owner/account.ts. */
export function ownerAccountRoutes(app: App, deps: Deps) {
  const { db } = deps

  serveChange(
    app,
    ownerAccount.register,
    // Nothing else is answered, so that it does not reveal who has an account.
    () =>
      deps.settings.smtpUrl === undefined
        ? 'Thank you. Please sign in.'
        : 'Thank you. Please check your email, and sign in.',
    (fields, { write, browser }) => register(deps, fields, browser, write),
    FINAL,
  )

  serve(app, ownerAccount.signIn, async (fields, { browser }) => {
    const data = await signIn(deps, fields, browser)
    return { message: data.must_change_password ? 'Please choose a new password.' : 'Logged in successful', data }
  })

  serve(app, ownerAccount.socialNonce, async (_nothing, { address }) => ({
    message: 'Nonce',
    data: { nonce: await giveNonce(deps, address) },
  }))

  serveChange(
    app,
    ownerAccount.signInSocial,
    'Logged in successful',
    async (fields, { write, browser }) => ({ data: await signInSocial(deps, fields, browser, write) }),
    FINAL,
  )

  serveChange(
    app,
    ownerAccount.changePassword,
    'Password changed successfully.',
    async (fields, { write, browser }) => ({ data: await changePassword(deps, fields, browser, write) }),
    FINAL,
  )

  serve(app, ownerAccount.forgotPassword, async ({ email }, { browser }) => {
    await sendOwnerReset(deps, email, browser)
    return { message: await mailed(deps, 'Reset password OTP has been sent to your email id.', ASK_SUPPORT) }
  })

  serveChange(
    app,
    ownerAccount.resetPassword,
    'Password has been updated successfully.',
    (fields, { write, browser }) => resetOwnerPassword(deps, fields, browser, write),
    FINAL,
  )

  serve(app, ownerAccount.sendConfirmation, async ({ email }, { browser }) => {
    await sendConfirmation(deps, email, browser)
    return { message: await mailed(deps, 'An OTP to confirm the address has been sent to your email id.', ASK_SUPPORT) }
  })

  serveChange(
    app,
    ownerAccount.confirmEmail,
    'Your email address has been confirmed.',
    (fields, { write, browser }) => confirmEmail(deps, fields, browser, write),
    FINAL,
  )

  serve(app, ownerAccount.signOut, async (_nothing, { session }) => {
    await endAppSession(db, session.tokenHash)
    return { message: 'Logged out.' }
  })

  serve(app, ownerAccount.me, async (_nothing, { actor }) => ({
    message: 'Signed in',
    data: toOwner(await findOwner(db, actor._id)),
  }))
}
