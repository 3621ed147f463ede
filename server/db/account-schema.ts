import type { Generated } from 'kysely'
import type { AdministratorStatus } from '#contract/administrators.ts'
import type { SecurityEventKind } from '#contract/security.ts'

/** The purpose of a one-time secret. */
export type Purpose = 'code' | 'ticket' | 'challenge' | 'used_token' | 'link' | 'new_address' | 'invitation' | 'device'

/** The tables of administrators and how they sign in. */
export type AccountTables = {
  admins: {
    id: string
    /** 1 for a withdrawn invitation. */
    is_deleted: Generated<number>
    version: Generated<number>
    name: string
    name_key: Generated<string>
    /** In lower case. */
    email: string
    /** Empty until an invitation is accepted. */
    password_hash: string
    avatar_file: string | null
    /** PROGRAM: a key in `program_keys`, which nobody can sign in with. */
    status: Generated<AdministratorStatus | 'PROGRAM'>
    invited_until: Generated<string | null>
    last_sign_in: Generated<string | null>
    /** When the authenticator app and the recovery codes were set up; the secrets themselves are stored elsewhere. */
    totp_since: Generated<string | null>
    recovery_since: Generated<string | null>
    passkey_count: Generated<number>
    /** Why the last mail to this person was rejected for good. */
    mail_problem: Generated<string | null>
    created_at: string
    updated_at: string
  }
  /** The keys of programs, each with a row in `admins` that has its name. Lists are JSON. */
  program_keys: {
    id: string
    secret_hash: string
    scope: 'read' | 'write'
    record_types: string
    addresses: string
    may: string
    made_by: string
    created_at: string
    expires_at: string
    ended_at: string | null
    last_used_at: string | null
  }
  /**
   * Codes, links, tickets, challenges and used tokens: see server/auth/one-time.ts. One of each purpose per subject;
   * `hash` is empty until it is mailed. `whose` is an administrator, or for a code the digest of the browser that
   * asked, whose tries are counted separately. `request` names the mail, `about` holds related data.
   */
  one_time_secrets: {
    purpose: Purpose
    subject: string
    hash: string | null
    whose: string | null
    request: string | null
    expires_at: string
    tries: number
    tries_elsewhere: number
    about: string
  }
  sessions: {
    token_hash: string
    id: string
    admin_id: string
    created_at: string
    used_at: string
    /** The browser in words, and the IP address of the sign-in. */
    device: string
    address: string
    /** When the administrator last re-authenticated. */
    proved_at: string
    /** The hash of the token that ends it through a mailed link. */
    end_hash: string | null
    /** The key of its known browser. */
    browser: string | null
    /** The token before the last proof of identity, for calls under way at that time, and when and where that was. */
    former_hash: Generated<string | null>
    rotated_at: Generated<string | null>
    rotated_from: Generated<string | null>
  }
  /** Sessions that someone ended, for as long as they might have lived. */
  ended_sessions: { token_hash: string; ended_at: string }
  /** Ended sessions of the owners' app, and why, for as long as one may live. */
  ended_app_sessions: { token_hash: string; why: 'expired' | 'ended' | 'deactivated'; ended_at: string }
  /** What happened to accounts: see server/auth/security-events.ts. `admin_id` is empty if there is no such account. */
  security_events: {
    id: string
    admin_id: string
    at: string
    kind: SecurityEventKind
    browser: string
    address: string
    /** The administrator who did it, if another one. */
    by_id: string | null
    detail: string | null
    /** For a change to a way of signing in: since when whoever made it may have used the account. */
    since: Generated<string | null>
  }
  /** The browsers an administrator has signed in with: see server/auth/known-browsers.ts. */
  known_browsers: { key: string; used_at: string; first_at: Generated<string> }
  /** Encrypted; `pending` is not confirmed yet. Codes up to the time step `last_step` have been used. */
  totp_secrets: { admin_id: string; secret: string | null; pending: string | null; last_step: number }
  recovery_codes: { code_hash: string; admin_id: string }
  passkeys: {
    id: string
    admin_id: string
    credential_id: string
    public_key: string
    counter: number
    /** JSON. */
    transports: string
    name: string
    created_at: string
    used_at: string | null
  }
  tries: { key: string; count: number; window_ends_at: string }
  /** Where an account has signed in from: see server/auth/known-addresses.ts. */
  known_addresses: { key: string; used_at: string }
}
