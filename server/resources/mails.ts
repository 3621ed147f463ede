import { asking } from '../jobs/jobs.ts'
import { mailResetCode, RESET_CODE_MAIL } from './account/forgotten-password.service.ts'
import { mailWrongFactors, WRONG_FACTORS_MAIL } from './account/login-confirm.service.ts'
import { mailNewBrowser, NEW_BROWSER_MAIL } from './account/new-browser.service.ts'
import { ADMIN_PASSWORD_MAIL, mailAdminPasswordChanged } from './account/password-changed.service.ts'
import { type MailKind, mailJob, toAdmin, toOwner } from './account/undelivered.service.ts'
import { INVITATION_MAIL, mailInvitation } from './administrators/invitations.service.ts'
import {
  CONFIRM_EMAIL_MAIL,
  EMAIL_CHANGED_MAIL,
  mailConfirmEmail,
  mailEmailChanged,
} from './administrators/own-email.service.ts'
import { mailTeamChanged, TEAM_MAIL } from './administrators/team-mails.service.ts'
import { CAMPAIGN_DUE_MAIL, mailCampaignDue } from './campaigns/reminders.ts'
import { KEY_ENDS_MAIL, mailKeyEnds } from './keys/keys.service.ts'
import { MAIL, type Writing } from './letters.ts'
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

/** The mails to owners, by template name. */
export const ownerMails: Record<string, MailKind> = {
  [NEW_PASSWORD_MAIL]: toOwner(mailNewPassword),
  [USER_PASSWORD_MAIL]: toOwner(mailUserPasswordChanged),
  [REGISTERED_MAIL]: toOwner(mailRegistered),
  [OWNER_RESET_MAIL]: toOwner(mailOwnerReset),
  // These go to addresses that are not, or no longer, the owner's.
  [NEW_EMAIL_MAIL]: toOwner(mailNewEmail),
  [OLD_EMAIL_MAIL]: toOwner(mailOldEmail),
  [DELETION_MAIL]: toOwner(mailDeletion),
  [CONFIRMATION_MAIL]: toOwner(mailConfirmation),
}

/** All mails, by template name. */
const kinds: Record<string, MailKind> = {
  [RESET_CODE_MAIL]: toAdmin('Code for a new password', mailResetCode),
  [ADMIN_PASSWORD_MAIL]: toAdmin('About a new password', mailAdminPasswordChanged),
  [NEW_BROWSER_MAIL]: toAdmin('About a new browser', mailNewBrowser),
  [FACTORS_MAIL]: toAdmin('About second factors', mailFactorsChanged),
  [WRONG_FACTORS_MAIL]: toAdmin('About wrong second factors', mailWrongFactors),
  // Administrators hand over its link.
  [INVITATION_MAIL]: { ...toAdmin('Invitation', mailInvitation), forHandOver: true },
  [CONFIRM_EMAIL_MAIL]: toAdmin('To confirm a new address', mailConfirmEmail, { isOwnAddress: false }),
  [EMAIL_CHANGED_MAIL]: toAdmin('To the old address', mailEmailChanged, { isOwnAddress: false }),
  [TEAM_MAIL]: toAdmin('About the team', mailTeamChanged),
  [KEY_ENDS_MAIL]: toAdmin('About a key that ends', mailKeyEnds),
  [CAMPAIGN_DUE_MAIL]: toAdmin('About a campaign', mailCampaignDue),
  ...ownerMails,
}

/** The job that sends a mail to one person. One by one, so that after a kill at most one comes twice. */
export const mailJobs = (
  outside: Parameters<typeof mailJob>[0],
  { publicUrl, officeTimeZone, languages }: Omit<Writing, 'write'>,
) => asking('mail', { [MAIL]: mailJob(outside, { publicUrl, officeTimeZone, languages }, kinds) })
