import type { Generated } from 'kysely'
import type { AdministratorStatus } from '#contract/administrators.ts'
import type { SecurityEventKind } from '#contract/security.ts'

/** What a secret is for that works once. */
export type Purpose = 'code' | 'ticket' | 'challenge' | 'used_token' | 'link' | 'new_address' | 'invitation'

/** The tables of administrators, and of what they sign in with. */
export type AccountTables = {
  admins: {
    id: string
    /** 1 for an invitation that was withdrawn. */
    is_deleted: Generated<number>
    version: Generated<number>
    name: string
    name_key: Generated<string>
    /** In lower case. */
    email: string
    /** Empty until an invitation is accepted. */
    password_hash: string
    avatar_file: string | null
    /** PROGRAM: a key of `program_keys`, which nobody can sign in to. */
    status: Generated<AdministratorStatus | 'PROGRAM'>
    invited_until: Generated<string | null>
    last_sign_in: Generated<string | null>
    /** When the authenticator app and the recovery codes were set up; the secrets themselves are stored elsewhere. */
    totp_since: Generated<string | null>
    recovery_since: Generated<string | null>
    passkey_count: Generated<number>
    /** Why the last mail to this person was refused for good. */
    mail_problem: Generated<string | null>
    created_at: string
    updated_at: string
  }
  /** The keys of programs, each with a row of `admins`, which has its name. Lists are JSON. */
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
   * Codes, links, tickets, challenges and used tokens: see server/auth/one-time.ts. One of each purpose for its subject; there
   * is no `hash` before it is mailed. `whose` is an administrator, or for a code the digest of the browser that asked, whose
   * tries are counted separately. `request` names the mail, `about` is what belongs to it.
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
    /** The hash of the token that ends it by a mailed link. */
    end_hash: string | null
    /** The key of its known browser. */
    browser: string | null
    /** The token before the last proof of identity, for calls that were under way then, and when and from where that was. */
    former_hash: Generated<string | null>
    rotated_at: Generated<string | null>
    rotated_from: Generated<string | null>
  }
  /** Sessions that somebody ended, for as long as they might have lived. */
  ended_sessions: { token_hash: string; ended_at: string }
  /** Sessions of the owners' app that are over, and why, for as long as one may live. */
  ended_app_sessions: { token_hash: string; why: 'expired' | 'ended' | 'deactivated'; ended_at: string }
  /** What happened to accounts: see server/auth/security-events.ts. `admin_id` is empty where there is no such account. */
  security_events: {
    id: string
    admin_id: string
    at: string
    kind: SecurityEventKind
    browser: string
    address: string
    /** The administrator who did it, where it was another one. */
    by_id: string | null
    detail: string | null
    /** Of a way in that was changed: since when whoever did it may have used the account. */
    since: Generated<string | null>
  }
  /** Which browsers an administrator has signed in with: see server/auth/known-browsers.ts. */
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
  /** From where an account has signed in: see server/auth/known-addresses.ts. */
  known_addresses: { key: string; used_at: string }
}
