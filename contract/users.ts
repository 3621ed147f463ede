import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, flag, id, nameText, optionalText } from './fields.ts'
import { languageNames } from './french.ts'
import { column, recordKind } from './kind.ts'
import { platforms } from './owner/platforms.ts'
import { answered, getOf, listInput, note, pageOf, record, saved } from './records.ts'
import { plainCode } from './rules.ts'

export const userKind = recordKind({
  noun: ['user', 'users'],
  name: 'User',
  key: 'user_id',
  tag: 'Users',
  about: 'The owners who use the app: switching them on and off, and resetting passwords.',
  help: 'The people who use the app. Turning a user off signs them out until you turn them back on.',
  columns: {
    name: column.keyed('Name', 'personal', 'Grace Hopper'),
    email: column.keyed('Email', 'personal', 'grace@example.com'),
    type: column.text('Type', 'personal', 'SIMPLE'),
    social_id: column.secret('Social Id', 'personal', 'social_id'),
    status: column.flag('Active', 'office', { controlsSignIn: true }),
    password_hash: column.secret('Password', 'personal', 'password'),
    must_change_password: column.hidden('office'),
    email_confirmed: column.flag('Email Confirmed', 'office'),
    mail_problem: column.hidden('personal'),
    state: column.text('State', 'personal', 'Oregon'),
    zip: column.text('Postal Code', 'personal', '97701'),
    new_email: column.hidden('personal'),
    erased_at: { ...column.hidden('office'), since: '1.2.0' },
    news: { ...column.flag('News', 'personal'), since: '1.2.0' },
    reminders: { ...column.flag('Reminders', 'personal'), since: '1.2.0' },
    preferences_at: { ...column.hidden('personal'), since: '1.2.0' },
    text_version: { ...column.text('Wording of the Preferences', 'personal', '2026-11'), since: '1.2.0' },
    preferences_app: { ...column.text('App of the Preferences', 'personal', 'app'), since: '1.2.0' },
    terms_version: { ...column.text('Terms', 'personal', '2026-01'), since: '1.2.0' },
    terms_at: { ...column.hidden('personal'), since: '1.2.0' },
    merged_into: { ...column.hidden('personal'), since: '1.3.0' },
    /** The language they chose; null if they have not. */
    language: { ...column.choice('Language', 'personal', languageNames), since: '1.4.0' },
  },
  title: ['name'],
  disambiguatedBy: ['email'],
  unique: { columns: ['email'], thing: 'User', field: 'email' },
  bulk: ['activate', 'deactivate'],
  set: [],
  state: 'status',
})

/** What a person registers with, besides the password. */
export const registeredFields = { name: nameText(50).meta({ description: 'What the owner is called.' }), email }
/** What a file holds about a user; no back-office form adds or edits users. */
export const importedUserFields = z.object({
  ...registeredFields,
  state: optionalText(100),
  zip: optionalText(20, plainCode),
})

/** How a user registered: with e-mail and password, or through a social network. */
export const userTypes = ['SIMPLE', 'GOOGLE', 'FACEBOOK', 'APPLE'] as const

/** A user of the owners' app. `status` is true for an active user. */
export const user = record.extend({
  name: z.string(),
  email: z.string(),
  type: z.enum(userTypes),
  status: z.boolean(),
  /** The number of RVs that are not deleted. */
  rv_count: z.int(),
  /** Why the last mail to the user was rejected for good; null if none was. */
  mail_problem: z.string().nullable(),
  /** Where the owner lives; empty if unknown. */
  state: z.string(),
  zip: z.string(),
})
export type User = z.output<typeof user>

/** Shown when a user gets no mail because the last one was rejected for good. */
export const MAIL_REFUSED = 'The last email to this user was refused.'

/** The refusal to reset the password of a user who signs in with a social network. */
export const SOCIAL_USER = 'User is registered with social media!'

const whichUser = { user_id: id }

/** How many there are, and the newest. */
const newest = <Row extends z.ZodType>(row: Row) => z.object({ total: z.int(), data: z.array(row) })

/** What an owner has in the app besides records: devices for push messages, lasting sign-ins, and the inbox. */
export const userInApp = z.object({
  devices: newest(z.object({ platform: z.enum(platforms), registered_at: z.iso.datetime() })),
  sign_ins: newest(z.object({ at: z.iso.datetime(), used_at: z.iso.datetime() })),
  messages: newest(z.object({ _id: z.string(), title: z.string(), sent_at: z.iso.datetime(), is_read: z.boolean() })),
})
export type UserInApp = z.output<typeof userInApp>

export const users = {
  list: endpoint('admin/users/list', listInput.extend({ status: flag.optional() }), pageOf(user)),
  get: getOf('admin/users/get', 'user_id', user),
  inApp: endpoint('admin/users/in_app', z.object(whichUser), answered(userInApp)),
  /**
   * If the server sends no mail, the answer contains the new password, once; not again with the same key. The same with
   * `hand_over` if the last mail to the user was rejected for good; it is not mailed then.
   */
  resetPassword: endpoint(
    'admin/users/reset_password',
    z.object({ ...whichUser, hand_over: flag.optional() }),
    saved(user.extend({ new_password: z.string().optional() })).extend(note),
    { change: 'other', once: true },
  ),
  changeStatus: endpoint('admin/users/change_status', z.object({ ...whichUser, status: flag }), saved(user), {
    change: 'edit',
  }),
}
