import { z } from 'zod'
import { forgotPasswordFields, resetPasswordFields } from '#contract/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { anyPassword, email, nameText, newPassword, optionalText, otp } from '#contract/fields.ts'
import { plainName } from '#contract/plain-text.ts'
import { answered, done, said, saved } from '#contract/records.ts'
import { userTypes } from '#contract/users.ts'

/** An owner's own account, as the app sees it. */
export const owner = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  type: z.enum(userTypes),
  /** Whether a mailed code, or the social network, has shown that the address is the owner's. */
  email_confirmed: z.boolean(),
})
export type Owner = z.output<typeof owner>

export const registerFields = z.object({
  name: nameText(50),
  email,
  password: newPassword('Password cannot be empty.'),
})

export const socialProviders = ['GOOGLE', 'FACEBOOK', 'APPLE'] as const
export type SocialProvider = (typeof socialProviders)[number]

const credentials = { email, password: anyPassword() }

/** The owner, and the token for further calls. */
const signedIn = owner.extend({
  token: z.string(),
  /** What the app should say first, such as that the service was restored from a backup. */
  notice: z.string().optional(),
})

export const ownerAccount = {
  /** Answers the same whether or not the address has an account; the result is sent by mail. */
  register: endpoint('users/register', registerFields, said, { change: 'add', owner: true, public: true }),
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
    { owner: true, public: true },
  ),
  /** Gives a random text for one social sign-in, which shows that its token was made for it. */
  socialNonce: endpoint('users/social_nonce', z.object({}), answered(z.object({ nonce: z.string() })), {
    owner: true,
    public: true,
  }),
  /** Signs in with a social network, and registers at the first time. `name` is used when the network tells none. */
  signInSocial: endpoint(
    'users/sign_in_social',
    z.object({
      provider: z.enum(socialProviders),
      id_token: z
        .string()
        .min(1)
        .max(8192)
        .meta({ description: 'An ID token from the network. It is accepted once: request a new one each time.' }),
      nonce: z
        .string()
        .max(255)
        .meta({
          description:
            'What `users/social_nonce` answered less than five minutes ago; the token’s claim `nonce` must be it, or its SHA-256 in hex. Required where the token has that claim.',
        })
        .optional(),
      name: optionalText(50, plainName),
    }),
    saved(signedIn),
    { change: 'add', owner: true, public: true },
  ),
  /** Ends all sessions of the user and opens a new one. */
  changePassword: endpoint(
    'users/change_password',
    z.object({ email, old_password: anyPassword('Old password cannot be empty.'), new_password: newPassword() }),
    saved(signedIn),
    { change: 'edit', owner: true, public: true },
  ),
  /** Mails a code to set another password; answers the same whether or not the address has an account. */
  forgotPassword: endpoint('forgot_password', forgotPasswordFields, said, { owner: true, public: true }),
  /** Ends all sessions of the user, and confirms the address. */
  resetPassword: endpoint('reset_password', resetPasswordFields, done, { change: 'other', owner: true, public: true }),
  /** Mails another code that confirms the address. The first one comes with the registration. */
  sendConfirmation: endpoint('send_confirmation', forgotPasswordFields, said, { owner: true, public: true }),
  confirmEmail: endpoint('confirm_email', z.object({ email, otp }), done, {
    change: 'other',
    owner: true,
    public: true,
  }),
  signOut: endpoint('users/sign_out', z.object({}), said, { owner: true }),
  me: endpoint('users/me', z.object({}), answered(owner), { owner: true, get: true }),
}
