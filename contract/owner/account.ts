import { z } from 'zod'
import { forgotPasswordFields, resetPasswordFields } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { anyPassword, email, flag, nameText, newPassword, optionalText, otp } from '#contract/fields.ts'
import { plainName } from '#contract/plain-text.ts'
import { answered, done, said, saved, seenVersion } from '#contract/records.ts'
import { plainCode } from '#contract/rules.ts'
import { registeredFields, userTypes } from '#contract/users.ts'
import { inboxMessage } from './notifications.ts'
import { editedByOwner, ownRecords } from './own-records.ts'
import { platforms } from './platforms.ts'

/** An owner's own account, as the app sees it. */
export const owner = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  type: z.enum(userTypes),
  /** Whether a mailed code, or the social network, has shown that the address is the owner's. */
  email_confirmed: z.boolean(),
  /** Empty where the owner has not said so. */
  state: z.string(),
  zip: z.string(),
  version: z.int(),
})
export type Owner = z.output<typeof owner>

/** A version of terms, or of the words by which the app asks for something. */
const textVersion = z
  .string({ error: 'Please say which version.' })
  .regex(/^[\w.-]{1,40}$/, 'Please use letters, digits, dots, dashes and underscores only.')

/** What an owner wants to be told, when they last said so, and by which words they were asked. */
const preferences = z.object({
  news: z.boolean(),
  reminders: z.boolean(),
  text_version: z.string(),
  /** Null where the owner has never said so. */
  changed_at: z.iso.datetime().nullable(),
})
export type Preferences = z.output<typeof preferences>

export const preferenceFields = z.object({ news: flag, reminders: flag, text_version: textVersion })

export const registerFields = z.object({
  ...registeredFields,
  /** The terms that the owner has seen; 409 `terms_changed` where these are not those in force. */
  terms_version: textVersion.optional(),
  password: newPassword('Password cannot be empty.'),
})

const socialToken = z
  .string()
  .min(1)
  .max(8192)
  .meta({ description: 'An ID token from the network. It is accepted once: request a new one each time.' })
const socialNonce = z.string().max(255).meta({
  description:
    'What `users/social_nonce` answered less than five minutes ago; the token’s claim `nonce` must be it, or its SHA-256 in hex. Required where the token has that claim.',
})

/** Left out, it stays; empty, it is taken away. */
const optionalPlace = (max: number, tidy?: Parameters<typeof optionalText>[1]) =>
  z
    .string()
    .nullable()
    .transform((value): string | null | undefined => value)
    .pipe(optionalText(max, tidy))
    .optional()

/** What shows that the owner is there: the password, or a fresh token of the social network that they sign in with. */
const presence = {
  password: anyPassword().optional(),
  id_token: socialToken.optional(),
  nonce: socialNonce.optional(),
}

/** What is left of an owner who is erased, why, and until when (null: for good). */
export const kept = z.object({ what: z.string(), why: z.string(), until: z.iso.datetime().nullable() })
export type Kept = z.output<typeof kept>

const stamped = { at: z.iso.datetime() }
const mayBeDeleted = { is_deleted: z.boolean() }
/** All that is held about an owner. */
export const ownersData = z.object({
  profile: owner.extend({
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    /** The address that waits for its confirmation. */
    new_email: z.string().nullable(),
    /** The id at the social network. */
    social_id: z.string().nullable(),
    /** Why the last mail was refused for good. */
    mail_problem: z.string().nullable(),
    is_active: z.boolean(),
  }),
  /** What the owner wants to be told, with its proof, and the terms that they registered with. */
  preferences: preferences.extend({
    app: z.string(),
    terms_version: z.string(),
    terms_at: z.iso.datetime().nullable(),
  }),
  rvs: z.array(ownRecords.rv.output.shape.data.extend(mayBeDeleted)),
  checklists: z.array(ownRecords.checklist.output.shape.data.extend(mayBeDeleted)),
  maintenance: z.array(ownRecords.maintenanceItem.output.shape.data.extend(mayBeDeleted)),
  notifications: z.array(
    inboxMessage.extend({ state: z.string(), purpose: z.string(), removed_at: z.iso.datetime().nullable() }),
  ),
  devices: z.array(
    z.object({
      platform: z.enum(platforms),
      time_zone: z.string().nullable(),
      language: z.string().nullable(),
      registered_at: z.iso.datetime(),
    }),
  ),
  sessions: z.array(z.object({ ...stamped, used_at: z.iso.datetime() })),
  sign_ins: z.array(z.object(stamped)),
  /** What the owner has changed, in words. */
  changes: z.array(z.object({ ...stamped, message: z.string(), title: z.string() })),
  /** What others have changed of the owner and their records: colleagues are “the office”. */
  changes_by_others: z.array(z.object({ ...stamped, by: z.string(), message: z.string(), title: z.string() })),
  /** Attempts to sign in or to get a code that are still counted. */
  failed_sign_ins: z.array(z.object({ count: z.int(), until: z.iso.datetime() })),
  /** What was asked of the data. */
  requests: z.array(
    z.object({ kind: z.string(), received_on: z.iso.date(), due_on: z.iso.date(), outcome: z.string().nullable() }),
  ),
  /** Programs and receivers that could read of the owner. */
  programs: z.array(
    z.object({
      kind: z.enum(['key', 'webhook']),
      name: z.string(),
      since: z.iso.datetime(),
      until: z.iso.datetime().nullable(),
    }),
  ),
})
export type OwnersData = z.output<typeof ownersData>

/** JSON, or a ZIP file with that and a page to read. */
export const exportFormat = z.enum(['json', 'zip'], 'Please choose json or zip.').optional()

export const socialProviders = ['GOOGLE', 'FACEBOOK', 'APPLE'] as const
export type SocialProvider = (typeof socialProviders)[number]

const credentials = { email, password: anyPassword() }

/** The owner, and the token for further calls. */
const signedIn = owner.extend({
  token: z.string(),
  /** When the session ends at the latest; it ends before after a winter without use. */
  expires_at: z.iso.datetime(),
  /** What the app should say first, such as that the service was restored from a backup. */
  notice: z.string().optional(),
})

export const ownerAccount = {
  /** Answers the same whether or not the address has an account; the result is sent by mail. */
  register: endpoint('users/register', registerFields, said, {
    change: 'add',
    owner: true,
    public: true,
    once: true,
  }),
  /** With `must_change_password` there is no token: change_password returns one. */
  signIn: endpoint(
    'users/sign_in',
    z.object(credentials),
    answered(
      z.discriminatedUnion('must_change_password', [
        signedIn.extend({ must_change_password: z.literal(false) }),
        z.object({ must_change_password: z.literal(true) }),
      ]),
    ),
    { owner: true, public: true, once: 'for_a_minute' },
  ),
  /** Gives a random text for one social sign-in, which shows that its token was made for it. */
  socialNonce: endpoint('users/social_nonce', z.object({}), answered(z.object({ nonce: z.string() })), {
    owner: true,
    public: true,
    once: 'for_a_minute',
  }),
  /** Signs in with a social network, and registers at the first time. `name` is used when the network tells none. */
  signInSocial: endpoint(
    'users/sign_in_social',
    z.object({
      provider: z.enum(socialProviders),
      id_token: socialToken,
      nonce: socialNonce.optional(),
      name: optionalText(50, plainName),
    }),
    saved(signedIn),
    { change: 'add', owner: true, public: true, once: 'for_a_minute' },
  ),
  /** Ends all sessions of the user and opens a new one. */
  changePassword: endpoint(
    'users/change_password',
    z.object({ email, old_password: anyPassword('Old password cannot be empty.'), new_password: newPassword() }),
    saved(signedIn),
    { change: 'edit', owner: true, public: true, once: 'for_a_minute' },
  ),
  /** Mails a code to set another password; answers the same whether or not the address has an account. */
  forgotPassword: endpoint('forgot_password', forgotPasswordFields, said, { owner: true, public: true, once: true }),
  /** Ends all sessions of the user, and confirms the address. */
  resetPassword: endpoint('reset_password', resetPasswordFields, done, {
    change: 'other',
    owner: true,
    public: true,
    once: true,
  }),
  /** Mails another code that confirms the address. The first one comes with the registration. */
  sendConfirmation: endpoint('send_confirmation', forgotPasswordFields, said, {
    owner: true,
    public: true,
    once: true,
  }),
  confirmEmail: endpoint('confirm_email', z.object({ email, otp }), done, {
    change: 'other',
    owner: true,
    public: true,
    once: true,
  }),
  signOut: endpoint('users/sign_out', z.object({}), said, { owner: true }),
  me: endpoint('users/me', z.object({}), answered(owner), { owner: true, get: true }),
  editProfile: endpoint(
    'users/edit_profile',
    z.object({ name: nameText(50), state: optionalPlace(100), zip: optionalPlace(20, plainCode), ...seenVersion }),
    editedByOwner(owner),
    { change: 'edit', owner: true },
  ),
  /** Mails a code to the new address; answers the same whether or not that has an account. */
  changeEmail: endpoint('users/change_email', z.object({ email, password: anyPassword() }), said, { owner: true }),
  /** Changes the address to the one that the code was mailed to, and tells the old one. */
  confirmChangeEmail: endpoint('users/confirm_change_email', z.object({ otp }), saved(owner), {
    change: 'other',
    owner: true,
  }),
  /** The time, the words and the app are kept as proof. */
  setPreferences: endpoint('users/preferences', preferenceFields, saved(preferences), { change: 'edit', owner: true }),
  preferences: endpoint('users/preferences', z.object({}), answered(preferences), { owner: true, get: true }),
  /**
   * All that is held, and what an erase would leave. `password` is for those who have one, `id_token` for those who sign in with
   * a social network. With `format: 'zip'` the answer is a file, for people to read.
   */
  export: endpoint(
    'users/export',
    z.object({ ...presence, format: exportFormat }),
    answered(ownersData).extend({ kept: z.array(kept) }),
    { owner: true },
  ),
  /**
   * Ends all sessions, and erases the owner after a week unless they sign in before. `password` is for those who have one,
   * `id_token` for those who sign in with a social network.
   */
  delete: endpoint('users/delete', z.object(presence), done.extend({ erased_at: z.iso.datetime() }), {
    change: 'other',
    owner: true,
  }),
}
