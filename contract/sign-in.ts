import { z } from 'zod'
import { signedInAdmin } from './account.ts'
import { endpoint } from './endpoint.ts'
import { anyPassword, flag, id, linkToken, nameText } from './fields.ts'
import { answered, done, saved } from './records.ts'
import { bareCode } from './rules.ts'

export const PROOF_MINUTES = 15
/** For calls that give or take away access. */
export const FRESH_PROOF_MINUTES = 5
/** The 403 of a call that asks for the password or a passkey again. Its `data` is a `proofRequired`. */
export const PROOF_REQUIRED = 'Please confirm it’s you.'
export const proofRequired = z.object({ proof_required: z.array(z.enum(['password', 'passkey'])) })
/** The 403 of all other calls while REQUIRE_SECOND_FACTOR demands one. Its `data` is a `setUpRequired`. */
export const SET_UP_REQUIRED = 'Please set up a second factor first.'
export const setUpRequired = z.object({ second_factor_required: z.literal(true) })

export const WRONG_CODE = 'This code is not valid.'
/** The `data` when an authenticator code is refused, since codes depend on the time. */
export const wrongCode = z.object({ server_time: z.iso.datetime() })
export const WRONG_PASSKEY = 'This passkey could not be checked.'
/** For a ticket that never existed, was used, has expired or had five wrong tries. */
export const TICKET_GONE = 'This sign-in took too long or was tried too often. Please sign in again.'
export const MOST_PASSKEYS = 20

/** The options and answers of WebAuthn as JSON: https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON */
const webAuthnJson = z.record(z.string(), z.unknown())
const credential = z
  .looseObject({ id: z.string().min(1).max(1400), type: z.literal('public-key') })
  .refine((value) => JSON.stringify(value).length <= 12_000, WRONG_PASSKEY)
const ticket = z.string({ error: TICKET_GONE }).min(1, TICKET_GONE).max(200, TICKET_GONE)
/** Six digits from an authenticator app, or a recovery code, with any spaces and dashes. */
const code = z
  .string({ error: 'Code cannot be empty.' })
  .transform(bareCode)
  .pipe(z.string().min(1, 'Code cannot be empty.').max(40, WRONG_CODE))

/** Either a code or what the browser returned for a passkey. */
export const loginConfirmFields = z
  .object({ ticket, code: code.optional(), credential: credential.optional() })
  .refine((fields) => fields.code !== undefined || fields.credential !== undefined, {
    path: ['code'],
    error: 'Code cannot be empty.',
  })

export const signIn = {
  loginConfirm: endpoint('admin/users/login_confirm', loginConfirmFields, answered(signedInAdmin), { public: true }),
  /**
   * What the browser needs to ask for a passkey: with a login's ticket, as its second factor; without, to sign in
   * without a password, using the new ticket in the answer.
   */
  passkeyOptions: endpoint(
    'admin/users/passkey_options',
    z.object({ ticket: ticket.optional() }),
    answered(z.object({ ticket: z.string(), options: webAuthnJson })),
    { public: true },
  ),
}

export const passkey = z.object({
  _id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
})

export type Passkey = z.output<typeof passkey>

export const secondFactorStatus = z.object({
  totp: z.boolean(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
  /** REQUIRE_SECOND_FACTOR: the last one cannot be removed. */
  required: z.boolean(),
})
export type SecondFactorStatus = z.output<typeof secondFactorStatus>

const recoveryCodes = z.array(z.string())
export const passkeyName = nameText(60)

/**
 * What the caller's own sign-in asks for besides the password. All of it can be set up before anything else is
 * answered.
 */
const OWN = { proof: true, allowedDuringSetup: true } as const

export const secondFactor = {
  status: endpoint('admin/second_factor/status', z.object({}), answered(secondFactorStatus), {
    allowedDuringSetup: true,
  }),
  totpBegin: endpoint(
    'admin/second_factor/totp_begin',
    z.object({}),
    answered(z.object({ secret: z.string(), uri: z.string() })),
    OWN,
  ),
  /** New recovery codes come with the first second factor; after that the existing ones stay, and the list is empty. */
  totpConfirm: endpoint(
    'admin/second_factor/totp_confirm',
    z.object({ code }),
    saved(z.object({ recovery_codes: recoveryCodes })),
    { ...OWN, change: 'other' },
  ),
  totpRemove: endpoint('admin/second_factor/totp_remove', z.object({}), done, { ...OWN, change: 'other' }),
  recoveryCodes: endpoint(
    'admin/second_factor/recovery_codes',
    z.object({}),
    saved(z.object({ recovery_codes: recoveryCodes })),
    { ...OWN, change: 'other' },
  ),
  passkeyOptions: endpoint('admin/second_factor/passkey_options', z.object({}), answered(webAuthnJson), OWN),
  passkeyAdd: endpoint(
    'admin/second_factor/passkey_add',
    z.object({ name: passkeyName, credential }),
    saved(passkey.extend({ recovery_codes: recoveryCodes })),
    { ...OWN, change: 'other' },
  ),
  passkeyRemove: endpoint('admin/second_factor/passkey_remove', z.object({ passkey_id: id }), done, {
    ...OWN,
    change: 'other',
  }),
  /**
   * 'This was not me': the link in the mail about a new second factor. Removes it, ends all sessions, voids the
   * password, undoes what was done to the team, and mails a code for a new password to `email`. An account that cannot
   * have that address again, or that a colleague has deactivated, stays deactivated: the message says so.
   */
  notMe: endpoint(
    'admin/second_factor/not_me',
    z.object({ token: linkToken }),
    saved(z.object({ email: z.string(), is_deactivated: z.literal(true).optional() })),
    { change: 'other', public: true },
  ),
}

/** The name in a sentence for a browser that does not identify itself. */
export const UNKNOWN_BROWSER = 'an unknown browser'

export const session = z.object({
  _id: z.string(),
  /** The browser and system in words: 'Firefox on Windows'. */
  device: z.string(),
  /** The IP address of the sign-in. */
  address: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime(),
  is_current: z.boolean(),
})
export type SignedInSession = z.output<typeof session>

export const sessions = {
  /** The caller's sessions, the current one first, then the last used. */
  list: endpoint('admin/sessions/list', z.object({}), answered(z.array(session))),
  end: endpoint(
    'admin/sessions/end',
    z
      .object({ session_id: id.optional(), others: flag.optional() })
      .refine((fields) => (fields.session_id === undefined) !== (fields.others !== true), {
        path: ['session_id'],
        error: 'Record id is required.',
      }),
    done,
    { change: 'other', proof: true },
  ),
  /** Ends a session by the link in the mail about it. */
  endByLink: endpoint('admin/sessions/end_by_link', z.object({ token: linkToken }), z.object({ message: z.string() }), {
    public: true,
  }),
  /** What the browser needs to ask for a passkey as proof. */
  proofOptions: endpoint('admin/sessions/proof_options', z.object({}), answered(webAuthnJson), {
    allowedDuringSetup: true,
  }),
  /**
   * Re-authenticates for PROOF_MINUTES. The session continues with a new token: the previous one is accepted for
   * another minute. Null if another call replaced it at the same moment.
   */
  prove: endpoint(
    'admin/sessions/prove',
    z
      .object({ password: anyPassword().optional(), credential: credential.optional() })
      .refine((fields) => fields.password !== undefined || fields.credential !== undefined, {
        path: ['password'],
        error: 'Password cannot be empty.',
      }),
    answered(z.object({ token: z.string().nullable() })),
    { allowedDuringSetup: true, secret: true },
  ),
}
