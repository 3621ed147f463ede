import { counted } from '#contract/plural.ts'
import type { ChangeFacts } from './facts.repository.ts'
import { named, target, targets } from './sentence-words.ts'
import { type Words, words } from './words.ts'

type Phrase = string | ((facts: ChangeFacts) => string | Words | undefined)

/** The detail of a change that added a scheduled message. */
export const FOR_LATER = 'later'
/** The detail of a change that erased an owner immediately. */
export const ERASED_NOW = 'now'

/** Which of a manual's two PDFs a change is about. */
const pdfIn = ({ fields }: ChangeFacts) => ('pdf_url_fr' in fields ? 'French PDF' : 'PDF')

/** What calls do that differs from a plain add, edit, delete or restore; follows the name of who did it. */
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
  'admin/manuals/create_pdf': (facts) => words`uploaded a ${pdfIn(facts)} for ${target(facts)}`,
  'admin/manuals/generate_pdf': (facts) => words`generated the ${pdfIn(facts)} of ${target(facts)} from its pages`,
  'remove-pdf': (facts) => words`removed the ${pdfIn(facts)} of ${target(facts)}`,
  'admin/manuals/remove_pdf': (facts) => words`removed the ${pdfIn(facts)} of ${target(facts)}`,
  'admin/notifications/send': (facts) =>
    facts.detail === FOR_LATER ? words`scheduled ${target(facts)}` : words`sent ${target(facts)}`,
  'admin/notifications/retry': (facts) => words`sent ${target(facts)} again to those it had not reached`,
  'admin/notifications/edit': (facts) =>
    words`changed ${target(facts)}, which waits to be sent${facts.detail ? `, and who gets it: ${facts.detail}` : ''}`,
  'admin/notifications/recall': (facts) => words`recalled ${target(facts)}`,
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
  'rvs/sold': (facts) => words`sold ${target(facts)}`,
  'admin/campaigns/open': (facts) => words`opened ${target(facts)}`,
  'admin/campaigns/remind': (facts) => words`reminded the owners of ${target(facts)}`,
  'admin/campaigns/close': (facts) => words`closed ${target(facts)}`,
  'admin/campaigns/file_report': (facts) => words`filed the report ${facts.detail ?? ''} of ${target(facts)}`,
  'admin/french/export': ({ detail }) => `exported the French that is left to be done as ${detail ?? ''}`,
  'admin/french/confirm': (facts) => words`confirmed the French of ${target(facts)}`,
  'admin/campaigns/mailed': (facts) => words`noted ${facts.detail ?? 'letters'} of ${target(facts)} as mailed`,
  'admin/campaigns/returned': (facts) => words`noted ${facts.detail ?? 'letters'} of ${target(facts)} as returned`,
  'maintenance-due': (facts) => words`sent ${target(facts)}`,
  'admin/campaigns/letters': (facts) => words`made ${facts.detail ?? 'letters'} of ${target(facts)}`,
  'admin/campaigns/dealers': (facts) => words`made the bulletin of ${target(facts)}`,
  'admin/campaigns/dealers_told': (facts) => words`noted that ${facts.detail ?? ''} were told of ${target(facts)}`,
  'campaign-owners-forgotten': (facts) => words`removed the registered owners of ${target(facts)}`,
  'campaign-told': (facts) => words`sent ${target(facts)}`,
  'admin/transfers/accept': (facts) => words`transferred ${target(facts)} to who has registered it`,
  'admin/transfers/refuse': (facts) => words`refused the transfer of ${target(facts)}`,
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

/** Nobody takes live what goes live by itself. */
const wentLive = ({ by }: ChangeFacts, what: Words) =>
  by.kind === 'system' ? words`${what} went live` : words`went live with ${what}`

/** What a date has shown or taken down: the change says which record, and has no entry. */
function dated({ record_type, title, detail }: ChangeFacts) {
  const [record_id = '', ...within] = (detail ?? '').split(' ')
  return named({ record_type, record_id, title, within: within.join(' ') || null })
}

/** What this change did, if its call says so. */
export function phraseOf(facts: ChangeFacts): Words | undefined {
  const phrase = Object.hasOwn(phrases, facts.call) ? phrases[facts.call] : undefined
  const said = typeof phrase === 'function' ? phrase(facts) : phrase
  return said === undefined ? undefined : words`${said}`
}
