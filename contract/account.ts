import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { anyPassword, email, id, linkToken, nameText, newPassword, otp } from './fields.ts'
import { pngImage } from './file-fields.ts'
import { answered, done, note, said, saved } from './records.ts'

/** The signed-in administrator. `avtar` (spelled as in the specification) is the address of the picture, or null. */
export const admin = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  avtar: z.string().nullable(),
})
export type Admin = z.output<typeof admin>

/** The eight counters of the dashboard: records that are not deleted. */
export const counters = z.object({
  app_usage_count: z.int(),
  register_users_count: z.int(),
  rv_management_count: z.int(),
  rv_service_count: z.int(),
  checklist_count: z.int(),
  maintenance_count: z.int(),
  owners_manual_count: z.int(),
  slider_images_count: z.int(),
})
export type Counters = z.output<typeof counters>

export const me = admin.extend({
  ...counters.shape,
  /** Whether a second factor must be set up before any other call is answered. */
  second_factor_required: z.boolean(),
})
export type Me = z.output<typeof me>

export const loginFields = z.object({ email, password: anyPassword() })

export const forgotPasswordFields = z.object({ email })

/** A new password, typed twice, among other fields. */
export const withNewPassword = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .object({
      ...shape,
      new_password: newPassword('Password cannot be empty.'),
      confirm_password: z
        .string({ error: 'Confirm Password cannot be empty.' })
        .min(1, 'Confirm Password cannot be empty.')
        .meta({ description: 'The new password once more.' }),
    })
    .refine(sameTwice, {
      path: ['confirm_password'],
      error: 'New Password and Confirm Password does not match.',
      // Compared once both are present, even if other fields are invalid.
      when: ({ value }) => typeof value === 'object' && value !== null,
    })

const sameTwice = (fields: object) => {
  const { new_password, confirm_password } = fields as { new_password?: string; confirm_password?: string }
  return !confirm_password || new_password === confirm_password
}

export const resetPasswordFields = withNewPassword({ email, otp })

export const AVATAR_KILOBYTES = 100

export const profileFields = z.object({
  name: nameText(50),
  avtar: pngImage(AVATAR_KILOBYTES).optional(),
})

/** How long the link that confirms a new address works. */
export const EMAIL_HOURS = 24
export const SAME_EMAIL = 'This is already your email address.'
export const emailFields = z.object({ email })

export const passwordFields = z.object({
  old_password: anyPassword('Old password cannot be empty.').meta({ description: 'The present password.' }),
  new_password: newPassword(),
})

export const secondFactors = ['totp', 'passkey', 'recovery'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** The profile and the token of a new session. */
export const signedInAdmin = admin.extend({
  token: z.string(),
  /** Something the person should know first, such as that the back-office was restored from a backup. */
  notice: z.string().optional(),
})
export type SignedIn = z.output<typeof signedInAdmin>
/** What login answers when a second factor must follow: see contract/sign-in.ts. */
export const ticketAnswer = z.object({ ticket: z.string(), second_factors: z.array(z.enum(secondFactors)) })

/** The token of a sign-in that needs no second factor. Throws if one is needed. */
export function tokenOf(signedIn: SignedIn | z.output<typeof ticketAnswer>) {
  if ('ticket' in signedIn) throw new Error('this sign-in needs a second factor')
  return signedIn.token
}

const whose = { user_id: id.optional() }

export const account = {
  login: endpoint('admin/users/login', loginFields, answered(z.union([signedInAdmin, ticketAnswer])), { public: true }),
  logout: endpoint('admin/users/logout', z.object({}), said, { allowedDuringSetup: true }),
  me: endpoint('admin/users/me', z.object({}), answered(me), { allowedDuringSetup: true }),
  /**
   * The key that browsers use to keep what this administrator has typed: 32 bytes as base64url, the same in each
   * session.
   */
  draftKey: endpoint(
    'admin/users/draft_key',
    z.object({}),
    answered(z.object({ admin_id: z.string(), key: z.string() })),
    { allowedDuringSetup: true },
  ),
  forgotPassword: endpoint('common/users/forgot_password', forgotPasswordFields, said.extend(note), { public: true }),
  resetPassword: endpoint('common/users/reset_password', resetPasswordFields, done, { change: 'other', public: true }),
  editProfile: endpoint('admin/users/edit_profile', profileFields.extend(whose), saved(admin), {
    change: 'edit',
    multipart: true,
  }),
  /** Mails a link to the caller's new address; the address changes when the link is opened. */
  editEmail: endpoint('admin/users/edit_email', emailFields, said, { proof: true }),
  confirmEmail: endpoint('admin/users/confirm_email', z.object({ token: linkToken }), done, {
    change: 'edit',
    public: true,
  }),
  editPassword: endpoint('admin/users/edit_password', passwordFields.extend(whose), done, {
    change: 'edit',
    secret: true,
  }),
}
