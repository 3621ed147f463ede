import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { anyPassword, email, id, newPassword, otp, text } from './fields.ts'
import { pngImage } from './file-fields.ts'
import { answered, done, said, saved } from './records.ts'

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

export const me = admin.extend(counters.shape)
export type Me = z.output<typeof me>

export const loginFields = z.object({ email, password: anyPassword() })

export const forgotPasswordFields = z.object({ email })

export const resetPasswordFields = z
  .object({
    email,
    otp,
    new_password: newPassword('Password cannot be empty.'),
    confirm_password: z
      .string({ error: 'Confirm Password cannot be empty.' })
      .min(1, 'Confirm Password cannot be empty.'),
  })
  .refine((fields) => !fields.confirm_password || fields.new_password === fields.confirm_password, {
    path: ['confirm_password'],
    error: 'New Password and Confirm Password does not match.',
    // Compared as soon as both are present, even if other fields are invalid.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

export const AVATAR_KILOBYTES = 100

export const profileFields = z.object({
  name: text('Name cannot be empty.', 50),
  avtar: pngImage(AVATAR_KILOBYTES).optional(),
})

export const passwordFields = z.object({
  old_password: anyPassword('Old password cannot be empty.'),
  new_password: newPassword(),
})

const whose = { user_id: id.optional() }

export const account = {
  login: endpoint('admin/users/login', loginFields, answered(admin.extend({ token: z.string() })), { public: true }),
  logout: endpoint('admin/users/logout', z.object({}), said),
  me: endpoint('admin/users/me', z.object({}), answered(me)),
  forgotPassword: endpoint('common/users/forgot_password', forgotPasswordFields, said, { public: true }),
  resetPassword: endpoint('common/users/reset_password', resetPasswordFields, done, { public: true }),
  editProfile: endpoint('admin/users/edit_profile', profileFields.extend(whose), saved(admin), { multipart: true }),
  editPassword: endpoint('admin/users/edit_password', passwordFields.extend(whose), done),
}
