import { counted } from '#contract/plural.ts'
import type { ChangeFacts } from './facts.repository.ts'
import { named, target, targets } from './sentence-words.ts'
import { type Words, words } from './words.ts'

type Phrase = string | ((facts: ChangeFacts) => string | Words | undefined)

/** The detail of a change that has erased an owner at once. */
export const ERASED_NOW = 'now'

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
  'admin/second_factor/not_me': 'undid what someone else had done with their account',
  'sign-in-new-browser': ({ detail }) => `signed in from a new browser: ${detail ?? ''}`,
  'admin/administrators/invite': (facts) => words`invited ${target(facts)}`,
  'admin/administrators/resend': (facts) => words`sent the invitation for ${target(facts)} again`,
  'admin/administrators/invitation_link': (facts) => words`made a new invitation link for ${target(facts)}`,
  'admin/administrators/withdraw': (facts) => words`withdrew the invitation for ${target(facts)}`,
  'admin/administrators/deactivate': (facts) => words`deactivated ${target(facts)}`,
  'admin/administrators/activate': (facts) => words`activated ${target(facts)}`,
  'admin/administrators/reset_factors': (facts) => words`removed the second factors of ${target(facts)}`,
  'admin/invitations/accept': 'accepted the invitation',
  'admin/users/reset_password': (facts) => words`reset the password of ${target(facts)}`,
  'mail-new-password': (facts) => words`set a new password for ${target(facts)}, to be emailed`,
  'admin/manuals/create_pdf': (facts) => words`uploaded a PDF for ${target(facts)}`,
  'admin/manuals/generate_pdf': (facts) => words`generated the PDF of ${target(facts)} from its pages`,
  'remove-pdf': (facts) => words`removed the PDF of ${target(facts)}`,
  'admin/notifications/send': (facts) => words`sent ${target(facts)}`,
  'admin/notifications/retry': (facts) => words`sent ${target(facts)} again to those it had not reached`,
  'admin/rollovers/prepare': (facts) => words`prepared ${targets(facts)}`,
  'admin/rollovers/discard': (facts) => words`threw away ${targets(facts)}`,
  'admin/rollovers/go_live': (facts) => wentLive(facts, target(facts)),
  'publish-edits': (facts) => wentLive(facts, words`planned edits of ${target(facts)}`),
  'went-live': (facts) => words`${dated(facts)} went live`,
  'left-app': (facts) => words`${dated(facts)} left the app`,
  'demo-data': ({ record_count }) => `added the demo data (${counted(record_count, 'record', 'records')})`,
  'npm run admin add': (facts) => words`invited ${target(facts)}`,
  'npm run admin reset': (facts) =>
    words`set a new password for ${target(facts)}${facts.action === 'reset_factors' ? ' and removed the second factors' : ''}`,
  'npm run admin deactivate': (facts) => words`deactivated ${target(facts)}`,
  'npm run admin activate': (facts) => words`activated ${target(facts)}`,
  'users/register': 'registered in the app',
  'users/sign_in_social': ({ records }) =>
    records[0]?.action === 'add' ? 'registered in the app' : 'linked a social account to their own',
  'users/change_password': 'changed their password in the app',
  reset_password: 'set a new password in the app with an emailed code',
  confirm_email: 'confirmed their email address',
  'users/confirm_change_email': 'changed their email address in the app',
  'rvs/add': (facts) => (facts.kind === 'edit' ? words`claimed ${target(facts)}` : undefined),
  'users/preferences': 'changed what they want to be told in the app',
  'admin/users/erase': (facts) =>
    facts.detail === ERASED_NOW
      ? 'erased an owner, with what they had added'
      : words`asked for ${target(facts)} to be erased`,
  'admin/users/merge': (facts) => words`merged ${target(facts)} into another account: ${facts.detail ?? ''}`,
  'admin/users/keep': (facts) => words`kept ${target(facts)}, who was to be erased`,
  'admin/users/export_personal': (facts) => words`exported everything that is held about ${target(facts)}`,
  'users/export': 'exported everything that is held about them',
  'admin/privacy_requests/add': (facts) => words`noted what ${target(facts)} asks of their data`,
  'admin/privacy_requests/close': (facts) => words`closed what ${target(facts)} had asked of their data`,
  'users/delete': 'asked to have their account deleted',
  'keep-owner': 'signed in again, and so keeps their account',
  'erase-owner': 'erased an owner, with what they had added',
  'owner-inactive': (facts) => words`told ${target(facts)} that the account will be erased`,
}

/** Nobody goes live with what does so by itself. */
const wentLive = ({ by }: ChangeFacts, what: Words) =>
  by.kind === 'system' ? words`${what} went live` : words`went live with ${what}`

/** What a date has shown or taken down: the change says which one, and has no entry. */
function dated({ record_type, title, detail }: ChangeFacts) {
  const [record_id = '', ...within] = (detail ?? '').split(' ')
  return named({ record_type, record_id, title, within: within.join(' ') || null })
}

/** What this change did, where its call says so. */
export function phraseOf(facts: ChangeFacts): Words | undefined {
  const phrase = Object.hasOwn(phrases, facts.call) ? phrases[facts.call] : undefined
  const said = typeof phrase === 'function' ? phrase(facts) : phrase
  return said === undefined ? undefined : words`${said}`
}
