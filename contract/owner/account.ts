import { z } from 'zod'
import { forgotPasswordFields, resetPasswordFields } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { anyPassword, email, flag, nameText, newPassword, optionalText, otp } from '#contract/fields.ts'
import { language } from '#contract/french.ts'
import { plainName } from '#contract/plain-text.ts'
import { answered, done, said, saved, seenVersion } from '#contract/records.ts'
import { plainCode } from '#contract/rules.ts'
import { registeredFields, userTypes } from '#contract/users.ts'
import { inboxMessage } from './notifications.ts'
import { editedByOwner, ownRecords } from './own-records.ts'
import { platforms } from './platforms.ts'

/** The language an owner wants to read; null to follow the newest phone. */
const ownLanguage = language
  .nullable()
  .meta({ description: 'The language that the owner wants to read; null where the phone says it.' })

/** An owner's own account, as the app sees it. */
export const owner = z.object({
  _id: z.string(),
  name: z.string().meta({ description: 'What the owner is called.' }),
  email: z.string(),
  type: z.enum(userTypes).meta({ description: 'How the owner signs in: with a password, or with a social network.' }),
  /** Whether a mailed code or the social network has proved that the address is theirs. */
  email_confirmed: z.boolean(),
  /** Empty if the owner has not given it. */
  state: z
    .string()
    .meta({ description: 'The state or province where the owner lives; empty where they have not said.' }),
  zip: z.string(),
  language: ownLanguage,
  version: z.int(),
})
export type Owner = z.output<typeof owner>

/** A version of the terms, or of the wording with which the app asks for something. */
const textVersion = z
  .string({ error: 'Please say which version.' })
  .regex(/^[\w.-]{1,40}$/, 'Please use letters, digits, dots, dashes and underscores only.')

/** What an owner wants to be told, when they last said so, and the wording they were asked with. */
const preferences = z.object({
  news: z.boolean(),
  reminders: z.boolean(),
  text_version: z.string(),
  /** Null if the owner has never said. */
  changed_at: z.iso.datetime().nullable(),
})
export type Preferences = z.output<typeof preferences>

export const preferenceFields = z.object({ news: flag, reminders: flag, text_version: textVersion })

export const registerFields = z.object({
  ...registeredFields,
  /** The terms the owner has seen; 409 `terms_changed` if those are not in force. */
  terms_version: textVersion.optional(),
  language: ownLanguage.optional(),
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

/** Left out, it is kept; empty, it is removed. */
const optionalPlace = (max: number, tidy?: Parameters<typeof optionalText>[1]) =>
  z
    .string()
    .nullable()
    .transform((value): string | null | undefined => value)
    .pipe(optionalText(max, tidy))
    .optional()

/** Proof that the owner is present: the password, or a fresh token from the social network they sign in with. */
const presence = {
  password: anyPassword().optional(),
  id_token: socialToken.optional(),
  nonce: socialNonce.optional(),
}

/** What remains of an erased owner, why, and until when (null: for good). */
export const kept = z.object({
  what: z.string().meta({ description: 'What is kept, in words.' }),
  why: z.string().meta({ description: 'Why it is kept, in words.' }),
  until: z.iso.datetime().nullable().meta({ description: 'Until when it is kept; null for good.' }),
})
export type Kept = z.output<typeof kept>

const stamped = { at: z.iso.datetime().meta({ description: 'When it happened.' }) }
/** A change in words, and the records it changed. */
const changedWords = {
  message: z.string().meta({ description: 'What was done, in words.' }),
  title: z.string().meta({ description: 'What the changed record is called.' }),
}
const mayBeDeleted = { is_deleted: z.boolean() }
/** All the data held about an owner. */
export const ownersData = z.object({
  profile: owner.extend({
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    /** The new address, until it is confirmed. */
    new_email: z.string().nullable(),
    /** The id on the social network. */
    social_id: z.string().nullable(),
    /** Why the last mail was rejected for good. */
    mail_problem: z.string().nullable(),
    is_active: z.boolean(),
  }),
  /** What the owner wants to be told, with proof, and the terms they registered with. */
  preferences: preferences.extend({
    app: z.string(),
    terms_version: z.string(),
    terms_at: z.iso.datetime().nullable(),
  }),
  rvs: z.array(ownRecords.rv.output.shape.data.extend(mayBeDeleted)),
  checklists: z.array(ownRecords.checklist.output.shape.data.extend(mayBeDeleted)),
  maintenance: z.array(ownRecords.maintenanceItem.output.shape.data.extend(mayBeDeleted)),
  notifications: z.array(
    inboxMessage.extend({
      state: z
        .string()
        .meta({ description: 'How the push message fared; in every state the message is in the inbox.' }),
      purpose: z.string(),
      removed_at: z.iso.datetime().nullable(),
    }),
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
  /** The owner's changes, in words. */
  changes: z.array(z.object({ ...stamped, ...changedWords })),
  /** Changes by others to the owner and their records: colleagues are “the office”. */
  changes_by_others: z.array(
    z.object({
      ...stamped,
      by: z.string().meta({ description: 'Who changed it: the office, or the product itself.' }),
      ...changedWords,
    }),
  ),
  /** Attempts to sign in or to get a code that still count. */
  failed_sign_ins: z.array(
    z.object({
      count: z.int().meta({ description: 'How many attempts failed.' }),
      until: z.iso.datetime().meta({ description: 'Until when they count.' }),
    }),
  ),
  /** The owner's requests about their data. */
  requests: z.array(
    z.object({
      kind: z.string().meta({ description: 'What was asked for: access, erase, correct or object.' }),
      received_on: z.iso.date(),
      due_on: z.iso.date(),
      outcome: z.string().nullable(),
    }),
  ),
  /** Programs and receivers that could read the owner's data. */
  programs: z.array(
    z.object({
      kind: z.enum(['key', 'webhook']).meta({ description: 'A key, which reads, or a webhook, which is told.' }),
      name: z.string().meta({ description: 'What the office calls it.' }),
      since: z.iso.datetime().meta({ description: 'Since when it could read.' }),
      until: z.iso.datetime().nullable().meta({ description: 'Until when it could; null where it still can.' }),
    }),
  ),
})
export type OwnersData = z.output<typeof ownersData>

/** JSON, or a ZIP file with the JSON and a readable page. */
export const exportFormat = z.enum(['json', 'zip'], 'Please choose json or zip.').optional()

export const socialProviders = ['GOOGLE', 'FACEBOOK', 'APPLE'] as const
export type SocialProvider = (typeof socialProviders)[number]

const credentials = { email, password: anyPassword() }

/** The owner, and a token for further calls. */
const signedIn = owner.extend({
  token: z.string().meta({ description: 'The token of the session, to be sent in the header `token`.' }),
  /** When the session ends at the latest; it ends sooner if unused for a winter. */
  expires_at: z.iso.datetime(),
  /** Something the app should say first, such as that the service was restored from a backup. */
  notice: z.string().optional(),
})

export const ownerAccount = {
  /** Answers the same whether or not the address has an account; the outcome is sent by mail. */
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
  /** Gives a random text for one social sign-in, proving that its token was made for it. */
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
      name: optionalText(50, plainName).meta({
        description: 'What the owner is called, where the network does not say so.',
      }),
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
  /** Mails a code for setting a new password; answers the same whether or not the address has an account. */
  forgotPassword: endpoint('forgot_password', forgotPasswordFields, said, { owner: true, public: true, once: true }),
  /** Ends all sessions of the user, and confirms the address. */
  resetPassword: endpoint('reset_password', resetPasswordFields, done, {
    change: 'other',
    owner: true,
    public: true,
    once: true,
  }),
  /** Mails another code that confirms the address. The first comes with the registration. */
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
    z.object({
      name: nameText(50).meta({ description: 'What the owner is called.' }),
      state: optionalPlace(100).meta({ description: 'The state or province where the owner lives.' }),
      zip: optionalPlace(20, plainCode),
      language: ownLanguage.optional(),
      ...seenVersion,
    }),
    editedByOwner(owner),
    { change: 'edit', owner: true },
  ),
  /** Mails a code to the new address; answers the same whether or not that address has an account. */
  changeEmail: endpoint('users/change_email', z.object({ email, password: anyPassword() }), said, { owner: true }),
  /** Changes the address to the one the code was mailed to, and tells the old one. */
  confirmChangeEmail: endpoint('users/confirm_change_email', z.object({ otp }), saved(owner), {
    change: 'other',
    owner: true,
  }),
  /** The time, the wording and the app are kept as proof. */
  setPreferences: endpoint('users/preferences', preferenceFields, saved(preferences), { change: 'edit', owner: true }),
  preferences: endpoint('users/preferences', z.object({}), answered(preferences), { owner: true, get: true }),
  /**
   * All data held, and what an erase would leave. `password` is for those who have one, `id_token` for those who sign
   * in with a social network. With `format: 'zip'` the answer is a file for people to read.
   */
  export: endpoint(
    'users/export',
    z.object({ ...presence, format: exportFormat }),
    answered(ownersData).extend({ kept: z.array(kept) }),
    { owner: true },
  ),
  /**
   * Ends all sessions, and erases the owner after a week unless they sign in before then. `password` is for those who
   * have one, `id_token` for those who sign in with a social network.
   */
  delete: endpoint('users/delete', z.object(presence), done.extend({ erased_at: z.iso.datetime() }), {
    change: 'other',
    owner: true,
  }),
}
