import type { Db } from '../db/schema.ts'
import type { Mail, Mailer } from '../integrations/mail/mailer.ts'
import { asking, type JobHandlers } from '../jobs/jobs.ts'
import type { Bus } from '../live/bus.ts'
import type { Settings } from '../settings/settings.ts'
import { mailResetCode, RESET_CODE_MAIL } from './account/forgotten-password.service.ts'
import { mailWrongFactors, WRONG_FACTORS_MAIL } from './account/login-confirm.service.ts'
import { mailNewBrowser, NEW_BROWSER_MAIL } from './account/new-browser.service.ts'
import { ADMIN_PASSWORD_MAIL, mailAdminPasswordChanged } from './account/password-changed.service.ts'
import { type MailJob, notingOwnersProblems, recordBounces } from './account/undelivered.service.ts'
import { INVITATION_MAIL, mailInvitation } from './administrators/invitations.service.ts'
import {
  CONFIRM_EMAIL_MAIL,
  EMAIL_CHANGED_MAIL,
  mailConfirmEmail,
  mailEmailChanged,
} from './administrators/own-email.service.ts'
import { mailTeamChanged, TEAM_MAIL } from './administrators/team-mails.service.ts'
import { KEY_ENDS_MAIL, mailKeyEnds } from './keys/keys.service.ts'
import { mailDeletion } from './owner/own-deletion.service.ts'
import { mailNewEmail, mailOldEmail, NEW_EMAIL_MAIL, OLD_EMAIL_MAIL } from './owner/own-profile.service.ts'
import { mailRegistered, REGISTERED_MAIL } from './owner/owner-account.service.ts'
import { CONFIRMATION_MAIL, mailConfirmation, mailOwnerReset, OWNER_RESET_MAIL } from './owner/owner-codes.service.ts'
import { DELETION_MAIL } from './privacy/schedule-erase.ts'
import { FACTORS_MAIL, mailFactorsChanged } from './second-factor/factors.ts'
import {
  mailNewPassword,
  mailUserPasswordChanged,
  NEW_PASSWORD_MAIL,
  USER_PASSWORD_MAIL,
} from './users/users.service.ts'

/** The kinds of the jobs that send a mail. */
export const mailKinds = [
  RESET_CODE_MAIL,
  ADMIN_PASSWORD_MAIL,
  NEW_BROWSER_MAIL,
  FACTORS_MAIL,
  WRONG_FACTORS_MAIL,
  INVITATION_MAIL,
  CONFIRM_EMAIL_MAIL,
  EMAIL_CHANGED_MAIL,
  TEAM_MAIL,
  NEW_PASSWORD_MAIL,
  USER_PASSWORD_MAIL,
  REGISTERED_MAIL,
  OWNER_RESET_MAIL,
  CONFIRMATION_MAIL,
  KEY_ENDS_MAIL,
  NEW_EMAIL_MAIL,
  OLD_EMAIL_MAIL,
  DELETION_MAIL,
] as const

/** The jobs that send a mail to one person. `publicUrl` is where links in them lead to, days are those of the office. */
export const mailJobs = (
  outside: { db: Db; mail: Mailer; bus: Pick<Bus, 'publish'> },
  settings: Pick<Settings, 'publicUrl' | 'officeTimeZone'>,
): Record<(typeof mailKinds)[number], JobHandlers[string]> => {
  const { db } = outside
  const { publicUrl } = settings
  // Links of invitations and new passwords of owners are handed over by whoever administers.
  const open = { ...outside, mail: (mail: Mail) => outside.mail(mail, true) }
  const toAdmin = (what: string, job: MailJob) => recordBounces(outside, what, job)
  const elsewhere = (what: string, job: MailJob) => recordBounces(outside, what, job, { isOwnAddress: false })
  const toOwner = (job: MailJob) => notingOwnersProblems(open, job)
  return asking('mail', {
    [RESET_CODE_MAIL]: toAdmin('Code for a new password', (mail, payload, context) =>
      mailResetCode(db, mail, payload, context),
    ),
    [ADMIN_PASSWORD_MAIL]: toAdmin('About a new password', (mail, payload) =>
      mailAdminPasswordChanged(db, mail, payload),
    ),
    [NEW_BROWSER_MAIL]: toAdmin('About a new browser', (mail, payload, context) =>
      mailNewBrowser(db, mail, publicUrl, payload, context),
    ),
    [FACTORS_MAIL]: toAdmin('About second factors', (mail, payload, context) =>
      mailFactorsChanged(db, mail, publicUrl, payload, context),
    ),
    [WRONG_FACTORS_MAIL]: toAdmin('About wrong second factors', (mail, payload) => mailWrongFactors(db, mail, payload)),
    [INVITATION_MAIL]: recordBounces(open, 'Invitation', (mail, payload, context) =>
      mailInvitation(db, mail, publicUrl, payload, context),
    ),
    [CONFIRM_EMAIL_MAIL]: elsewhere('To confirm a new address', (mail, payload, context) =>
      mailConfirmEmail(db, mail, publicUrl, payload, context),
    ),
    [EMAIL_CHANGED_MAIL]: elsewhere('To the old address', (mail, payload, context) =>
      mailEmailChanged(db, mail, publicUrl, payload, context),
    ),
    [TEAM_MAIL]: toAdmin('About the team', (mail, payload, context) =>
      mailTeamChanged(db, mail, publicUrl, payload, context),
    ),
    [KEY_ENDS_MAIL]: toAdmin('About a key that ends', (mail, payload) => mailKeyEnds(db, mail, settings, payload)),
    [NEW_PASSWORD_MAIL]: toOwner((mail, payload, context) => mailNewPassword(db, mail, payload, context)),
    [USER_PASSWORD_MAIL]: toOwner((mail, payload) => mailUserPasswordChanged(db, mail, payload)),
    [REGISTERED_MAIL]: toOwner((mail, payload, context) => mailRegistered(db, mail, payload, context)),
    [OWNER_RESET_MAIL]: toOwner((mail, payload, context) => mailOwnerReset(db, mail, payload, context)),
    // These go to addresses that are not the owner's, or no longer.
    [NEW_EMAIL_MAIL]: toOwner((mail, payload, context) => mailNewEmail(db, mail, payload, context)),
    [OLD_EMAIL_MAIL]: toOwner((mail, payload) => mailOldEmail(mail, payload)),
    [DELETION_MAIL]: toOwner((mail, payload) => mailDeletion(db, mail, payload)),
    [CONFIRMATION_MAIL]: toOwner((mail, payload, context) => mailConfirmation(db, mail, payload, context)),
  })
}
