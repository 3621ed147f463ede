import { z } from 'zod'
import { forgotPasswordFields, resetPasswordFields } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { anyPassword, email, nameText, newPassword, optionalText, otp } from '#contract/fields.ts'
import { plainName } from '#contract/plain-text.ts'
import { answered, done, said, saved, seenVersion } from '#contract/records.ts'
import { plainCode } from '#contract/rules.ts'
import { registeredFields } from '#contract/users.ts'
import { editedByOwner } from './own-records.ts'
import { owner, ownLanguage, preferenceFields, preferences, textVersion } from './owner.ts'
import { exportFormat, kept, ownersData } from './owners-data.ts'

export const registerFields = z.object({
  ...registeredFields,
  terms_version: textVersion.optional().meta({
    description: 'The version of the terms that the owner has seen; 409 `terms_changed` if it is not in force.',
  }),
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

export const socialProviders = ['GOOGLE', 'FACEBOOK', 'APPLE'] as const
export type SocialProvider = (typeof socialProviders)[number]

const credentials = { email, password: anyPassword() }

const ofTemporary = { description: 'Whether the owner must choose a new password first.' }
/** The owner, and a token for further calls. */
const signedIn = owner.extend({
  token: z.string().meta({ description: 'The token of the session, to be sent in the header `token`.' }),
  /** It ends sooner if unused for a winter. */
  expires_at: z.iso.datetime().meta({ description: 'When the session ends at the latest.' }),
  /** Such as that the service was restored from a backup. */
  notice: z.string().optional().meta({ description: 'What the owner should be told after signing in.' }),
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
        signedIn.extend({ must_change_password: z.literal(false).meta(ofTemporary) }),
        z.object({ must_change_password: z.literal(true).meta(ofTemporary) }),
      ]),
    ),
    { owner: true, public: true, once: 'for_a_minute' },
  ),
  /** Gives a random text for one social sign-in, proving that its token was made for it. */
  socialNonce: endpoint(
    'users/social_nonce',
    z.object({}),
    answered(z.object({ nonce: z.string().meta({ description: 'A random text that the ID token must hold.' }) })),
    {
      owner: true,
      public: true,
      once: 'for_a_minute',
    },
  ),
  /** Signs in with a social network, and registers at the first time. `name` is used when the network tells none. */
  signInSocial: endpoint(
    'users/sign_in_social',
    z.object({
      provider: z.enum(socialProviders).meta({ description: 'The social network.' }),
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
    z.object({
      email,
      old_password: anyPassword('Old password cannot be empty.').meta({ description: 'The present password.' }),
      new_password: newPassword(),
    }),
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
      zip: optionalPlace(20, plainCode).meta({ description: 'The ZIP code.' }),
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
    answered(ownersData).extend({ kept: z.array(kept).meta({ description: 'What an erase would leave.' }) }),
    { owner: true },
  ),
  /**
   * Ends all sessions, and erases the owner after a week unless they sign in before then. `password` is for those who
   * have one, `id_token` for those who sign in with a social network.
   */
  delete: endpoint(
    'users/delete',
    z.object(presence),
    done.extend({
      erased_at: z.iso
        .datetime()
        .meta({ description: 'When the account will be erased, unless the owner signs in before.' }),
    }),
    {
      change: 'other',
      owner: true,
    },
  ),
}
