import { z } from 'zod'
import { withNewPassword } from './account.ts'
import { editFields } from './edit-fields.ts'
import { endpoint } from './endpoint.ts'
import { email, nameText } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { answered, done, edited, getOf, listInput, pageOf, record, saved, which } from './records.ts'

export const administratorKind = recordKind({
  noun: ['administrator', 'administrators'],
  name: 'Administrator',
  deleted: 'Withdrawn',
  key: 'administrator_id',
  tag: 'Administrators',
  about: 'Who can sign in to the back-office: inviting, deactivating and activating.',
  help: 'The people who can sign in here. Deactivate those who leave: their sessions end at once, and their names stay in the history.',
  columns: {
    name: column.keyed('Name', 'personal', 'Ada Lovelace'),
    email: column.text('Email', 'personal', 'ada@example.com'),
    avatar_file: column.picture('Avatar', 'personal', 'avtar'),
    status: column.text('Status', 'office', 'ACTIVE'),
    password_hash: column.secret('Password', 'personal', 'password'),
    invited_until: column.secret('Invitation', 'office', 'invitation'),
    last_sign_in: column.hidden('personal'),
    totp_since: column.secret('Authenticator App', 'personal', 'totp'),
    passkey_count: column.number('Passkeys', 'personal', 1, { wire: 'passkeys' }),
    recovery_since: column.secret('Recovery Codes', 'personal', 'recovery_codes'),
    mail_problem: column.hidden('personal'),
  },
  title: ['name'],
  alsoFoundBy: ['email'],
  disambiguatedBy: ['email'],
  state: 'status',
  bulk: [],
  set: [],
})

/** Invited: has no password yet. Inactive: cannot sign in, but keeps their name in the history. */
export const administratorStates = ['ACTIVE', 'INVITED', 'INACTIVE'] as const
export type AdministratorStatus = (typeof administratorStates)[number]

/** Someone who can sign in to the back-office, or has been invited to. */
export const administrator = record.extend({
  name: z.string(),
  email: z.string(),
  status: z.enum(administratorStates),
  /** When this person last signed in; null before the first time. */
  last_sign_in: z.iso.datetime().nullable(),
  /** Whether signing in takes more than a password. */
  second_factor: z.boolean(),
  /** When the invitation expires; null if there is none. */
  invited_until: z.iso.datetime().nullable(),
  /** Why the last mail to this person was rejected for good; null if none is known to have been. */
  mail_problem: z.string().nullable(),
  is_me: z.boolean(),
})
export type Administrator = z.output<typeof administrator>

export const INVITATION_HOURS = 72
/** For a link that never existed, was used, has expired or was withdrawn. */
export const INVITATION_GONE = 'This invitation is no longer valid. Please ask for a new one.'
export const IS_ADMINISTRATOR = 'There is already an administrator with this email address.'
export const NOT_YOURSELF = 'You cannot deactivate yourself.'
export const NOT_YOUR_FACTORS = 'Please remove your own second factors under Sign-in and security.'
export const NOT_THE_LAST = 'You cannot deactivate the last active administrator.'

const name = nameText(50)

export const inviteFields = z.object({ name, email })
/** The address can change only until the invitation is accepted. */
export const editAdministratorFields = editFields(administratorKind, z.object({ name, email: email.optional() }))

/** The token of an invitation, as in the mailed link. */
const token = z.string({ error: INVITATION_GONE }).min(1, INVITATION_GONE).max(200, INVITATION_GONE)
export const acceptFields = withNewPassword({ token, name })

const one = which('administrator_id')

export const administrators = {
  list: endpoint(
    'admin/administrators/list',
    listInput.extend({ status: z.enum(administratorStates).optional() }),
    pageOf(administrator),
  ),
  get: getOf('admin/administrators/get', 'administrator_id', administrator),
  invite: endpoint('admin/administrators/invite', inviteFields, saved(administrator), {
    change: 'add',
    once: true,
    proof: 'fresh',
  }),
  resend: endpoint('admin/administrators/resend', one, saved(administrator), {
    change: 'other',
    once: true,
    proof: 'fresh',
  }),
  /** Makes a new link for an invitation, to pass on where mail does not arrive. The previous link stops working. */
  invitationLink: endpoint('admin/administrators/invitation_link', one, saved(z.object({ link: z.string() })), {
    change: 'other',
    proof: 'fresh',
  }),
  withdraw: endpoint('admin/administrators/withdraw', one, done, { change: 'delete' }),
  edit: endpoint('admin/administrators/edit', editAdministratorFields, edited(administrator), {
    change: 'edit',
    proof: 'fresh',
  }),
  deactivate: endpoint('admin/administrators/deactivate', one, saved(administrator), {
    change: 'other',
    proof: 'fresh',
  }),
  activate: endpoint('admin/administrators/activate', one, saved(administrator), { change: 'other', proof: 'fresh' }),
  /** Removes a colleague's second factors because they were lost, or set up by an intruder. Ends all their sessions. */
  resetFactors: endpoint('admin/administrators/reset_factors', one, saved(administrator), {
    change: 'other',
    proof: true,
  }),
}

export const invitations = {
  get: endpoint(
    'admin/invitations/get',
    z.object({ token }),
    answered(z.object({ name: z.string(), email: z.string() })),
    { public: true },
  ),
  accept: endpoint('admin/invitations/accept', acceptFields, done, { change: 'other', public: true }),
}
