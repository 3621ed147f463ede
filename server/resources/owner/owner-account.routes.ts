import { ownerAccount } from '#contract/owner/account.ts'
import { endAppSession } from '../../auth/app-sessions.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { type Call, FINAL, FileAnswer, serve, serveChange } from '../../http/serve.ts'
import { mailed } from '../mailed.ts'
import { exportPersonal } from '../privacy/personal-export.service.ts'
import { personalFile } from '../privacy/personal-file.ts'
import { askForDeletion, checkPresence } from './own-deletion.service.ts'
import { askForNewEmail, confirmNewEmail, editProfile, readPreferences, setPreferences } from './own-profile.service.ts'
import { findOwner, toOwner } from './owner-account.repository.ts'
import { changePassword, giveNonce, register, signIn, signInSocial } from './owner-account.service.ts'
import { confirmEmail, resetOwnerPassword, sendConfirmation, sendOwnerReset } from './owner-codes.service.ts'

/** The caller, and the language for mails to them. */
const asking = ({ browser, askedLanguage }: Pick<Call, 'browser' | 'askedLanguage'>) => ({
  ...browser,
  language: askedLanguage,
})

const ASK_SUPPORT = 'Please contact support.'

/** Answers the calls of contract/owner/account.ts. */
export function ownerAccountRoutes(app: App, deps: Deps) {
  const { db } = deps

  serveChange(
    app,
    ownerAccount.register,
    // The answer says nothing else, so that it does not reveal who has an account.
    () =>
      deps.settings.smtpUrl === undefined
        ? 'Thank you. Please sign in.'
        : 'Thank you. Please check your email, and sign in.',
    (fields, call) => register(deps, fields, asking(call), call.write),
    FINAL,
  )

  serve(app, ownerAccount.signIn, async (fields, { browser, write }) => {
    const data = await signIn(deps, fields, browser, write)
    return { message: data.must_change_password ? 'Please choose a new password.' : 'Logged in successful', data }
  })

  serve(app, ownerAccount.socialNonce, async (_nothing, { address, write }) => ({
    message: 'Nonce',
    data: { nonce: await giveNonce(deps, address, write) },
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
    async (fields, call) => ({ data: await changePassword(deps, fields, asking(call), call.write) }),
    FINAL,
  )

  serve(app, ownerAccount.forgotPassword, async ({ email }, call) => {
    await sendOwnerReset(deps, email, asking(call), call.write)
    return { message: await mailed(deps, 'Reset password OTP has been sent to your email id.', ASK_SUPPORT) }
  })

  serveChange(
    app,
    ownerAccount.resetPassword,
    'Password has been updated successfully.',
    (fields, call) => resetOwnerPassword(deps, fields, asking(call), call.write),
    FINAL,
  )

  serve(app, ownerAccount.sendConfirmation, async ({ email }, call) => {
    await sendConfirmation(deps, email, asking(call), call.write)
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

  serveChange(app, ownerAccount.editProfile, 'Profile updated successfully.', async (fields, { actor, write }) => ({
    data: await editProfile(actor._id, fields, write),
  }))

  serve(app, ownerAccount.changeEmail, async (fields, call) => {
    await askForNewEmail(deps, call.actor._id, fields, asking(call), call.write)
    return { message: await mailed(deps, 'An OTP has been sent to your new email id.', ASK_SUPPORT) }
  })

  serveChange(
    app,
    ownerAccount.confirmChangeEmail,
    'Email updated successfully.',
    async ({ otp }, call) => ({
      data: await confirmNewEmail(deps, call.session, otp, asking(call), call.write),
    }),
    FINAL,
  )

  serveChange(
    app,
    ownerAccount.setPreferences,
    'Preferences updated successfully.',
    async (fields, { actor, app: asker, write }) => ({ data: await setPreferences(actor._id, fields, asker, write) }),
    FINAL,
  )

  serve(app, ownerAccount.preferences, async (_nothing, { actor }) => ({
    message: 'Preferences',
    data: await readPreferences(db, actor._id),
  }))

  serve(app, ownerAccount.export, async ({ format, ...presence }, { actor, browser, write }) => {
    const check = await checkPresence(deps, await findOwner(db, actor._id), presence, browser)
    const checked = (work: (db: Db) => Promise<void>) =>
      write(async (db) => {
        await check(db)
        await work(db)
      })
    const held = await exportPersonal(deps, actor._id, { actor, write: checked, call: ownerAccount.export.path })
    return format === 'zip' ? new FileAnswer(...personalFile(held)) : { message: 'What is held about you', ...held }
  })

  serveChange(
    app,
    ownerAccount.delete,
    'Your account will be deleted in a week. Sign in before then to keep it.',
    async (presence, call) => ({
      erased_at: await askForDeletion(deps, call.actor._id, presence, asking(call), call.write),
    }),
    FINAL,
  )
}
