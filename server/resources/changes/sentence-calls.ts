import { target } from './sentence-words.ts'
import type { Story } from './stories.repository.ts'
import { counted, type Words, words } from './words.ts'

type Phrase = string | ((story: Story) => string | Words)

/** What calls do that are more, or other, than an add, an edit, a delete or a restore; after the name of who did it. */
const phrases: Record<string, Phrase> = {
  'common/users/reset_password': 'set a new password with an emailed code',
  'admin/users/confirm_email': 'changed their email address',
  'admin/users/edit_password': 'changed their password',
  'admin/second_factor/totp_confirm': 'added an authenticator app to their sign-in',
  'admin/second_factor/totp_remove': 'removed the authenticator app from their sign-in',
  'admin/second_factor/recovery_codes': 'made new recovery codes for their sign-in',
  'admin/second_factor/passkey_add': 'added a passkey to their sign-in',
  'admin/second_factor/passkey_remove': 'removed a passkey from their sign-in',
  'admin/second_factor/not_me': 'took back what someone else had done with their account',
  'sign-in-new-browser': ({ detail }) => `signed in from a new browser: ${detail ?? ''}`,
  'admin/administrators/invite': (story) => words`invited ${target(story)}`,
  'admin/administrators/resend': (story) => words`sent the invitation of ${target(story)} again`,
  'admin/administrators/invitation_link': (story) => words`made a new invitation link for ${target(story)}`,
  'admin/administrators/withdraw': (story) => words`withdrew the invitation of ${target(story)}`,
  'admin/administrators/deactivate': (story) => words`deactivated ${target(story)}`,
  'admin/administrators/activate': (story) => words`activated ${target(story)}`,
  'admin/administrators/reset_factors': (story) => words`removed the second factors of ${target(story)}`,
  'admin/invitations/accept': 'accepted the invitation',
  'admin/users/reset_password': (story) => words`reset the password of ${target(story)}`,
  'mail-new-password': (story) => words`set a new password for ${target(story)}, to be emailed`,
  'admin/manuals/create_pdf': (story) => words`uploaded a PDF for ${target(story)}`,
  'admin/manuals/generate_pdf': (story) => words`made the PDF of ${target(story)} from its pages`,
  'admin/notifications/send': (story) => words`sent ${target(story)}`,
  'admin/notifications/retry': (story) => words`sent ${target(story)} again to those whom it had not reached`,
  'demo-data': ({ record_count }) => `added the demo data (${counted(record_count, 'record', 'records')})`,
  'npm run admin add': (story) => words`invited ${target(story)}`,
  'npm run admin reset': (story) =>
    words`set a new password for ${target(story)}${story.action === 'reset_factors' ? ' and removed the second factors' : ''}`,
  'npm run admin deactivate': (story) => words`deactivated ${target(story)}`,
  'npm run admin activate': (story) => words`activated ${target(story)}`,
  'users/register': 'registered in the app',
  'users/sign_in_social': ({ records }) =>
    records[0]?.action === 'add' ? 'registered in the app' : 'linked a social account to their own',
  'users/change_password': 'changed their password in the app',
  reset_password: 'set a new password in the app with an emailed code',
  confirm_email: 'confirmed their email address',
}

/** What this change did, where its call says so. */
export function phraseOf(story: Story): Words | undefined {
  const phrase = Object.hasOwn(phrases, story.call) ? phrases[story.call] : undefined
  return phrase === undefined ? undefined : words`${typeof phrase === 'function' ? phrase(story) : phrase}`
}
