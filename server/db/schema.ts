import type { Generated, Kysely } from 'kysely'
import type { AttentionKind } from '#contract/dashboard.ts'
import type { kinds, RecordType } from '#contract/kinds.ts'
import type { Purpose, RecipientState } from '#contract/notifications.ts'
import type { AskedBy, RequestKind, VerifiedBy } from '#contract/privacy.ts'
import type { RolloverDifference } from '#contract/rollovers.ts'
import type { AccountTables } from './account-schema.ts'
import type { ChangeTables } from './change-schema.ts'
import type { ImportTables } from './import-schema.ts'
import type { MessageColumns } from './message-schema.ts'
import type { WebhookTables } from './webhook-schema.ts'

/** HTML that the cleaning of server/rich-text has returned, with the paths of our own files. */
export type CleanHtml = '' | (string & { readonly isClean: true })

/** The columns of every record table. `seq` ties a row to its search index; callers only see `id`. */
type RecordColumns = {
  seq: Generated<number>
  id: string
  is_deleted: number
  version: number
  created_at: string
  updated_at: string
}

type ValueOf<Type> = Type extends 'number' | 'flag'
  ? number
  : Type extends 'rich_text'
    ? CleanHtml
    : Type extends 'time'
      ? Generated<string | null>
      : string
type KeyOf<Name, Facts> = Facts extends { hasKey: true } ? `${Name & string}_key` : never
type WordsOf<Name, Facts> = Facts extends { type: 'rich_text' } ? `${Name & string}_words` : never
/** The columns of a description, each as its type is stored, with its key and its words where it has such. */
type DescribedColumns<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { type: infer Type } ? ValueOf<Type> : never
} & { [Name in keyof Columns as KeyOf<Name, Columns[Name]> | WordsOf<Name, Columns[Name]>]: string }

/** What a description does not tell of columns: which may be null, what the hidden ones hold, and fixed words. */
type ParticularColumns = {
  manuals: {
    pdf_file: string | null
    /** When the pages in the PDF were read, or when it was uploaded. */
    pdf_made_at: string | null
    /** The digest of what it printed, or of what would have been printed when it was uploaded. */
    pdf_digest: string | null
    /** 1 for one that was generated from the pages, 0 for one that was uploaded. */
    pdf_is_generated: number | null
  }
  /** Edits that wait until `edits_at`, as JSON: see server/records/later-edits.ts. */
  cms_pages: { edits: Generated<string | null> }
  manual_pages: { edits: Generated<string | null> }
  checklists: { added_by_kind: 'admin' | 'user' }
  maintenance_items: { added_by_kind: 'admin' | 'user'; done_at: Generated<string | null> }
  templates: { purpose: Purpose }
  notifications: MessageColumns
  menu_items: { code: number; icon_file: string | null }
  users: {
    type: 'SIMPLE' | 'GOOGLE' | 'FACEBOOK' | 'APPLE'
    /** The id that the social network uses; null for SIMPLE. */
    social_id: string | null
    /** Null while there is no password: for a social sign-in, or until a new password has been mailed. */
    password_hash: string | null
    must_change_password: number
    email_confirmed: Generated<number>
    /** Why the last mail to this owner was refused for good. */
    mail_problem: Generated<string | null>
    state: Generated<string>
    zip: Generated<string>
    /** The address that is to become theirs once a code has been entered that is mailed to it. */
    new_email: Generated<string | null>
    /** When nothing was left of this owner but the row; null for all others. */
    erased_at: Generated<string | null>
    /** Whether they want news, and to be reminded; when they last said so, and which app sent which wording. */
    news: Generated<number>
    reminders: Generated<number>
    preferences_at: Generated<string | null>
    text_version: Generated<string>
    preferences_app: Generated<string>
    /** The terms that they registered with, and when. */
    terms_version: Generated<string>
    terms_at: Generated<string | null>
    /** The account of the same person that has what this one had; null for all others. */
    merged_into: Generated<string | null>
  }
  years: { rollover_id: Generated<string | null> }
  rvs: {
    serial_no: string | null
    external_id: Generated<string | null>
    /** Null until an owner claims it. */
    user_id: string | null
  }
  topics: { required: Generated<number> }
  models: { external_id: Generated<string | null> }
  dealers: {
    type: 'dealer' | 'service' | 'both'
    active_lines: 'TT/TC' | 'TT' | 'TC' | 'NONE'
    logo_file: string | null
    external_id: Generated<string | null>
  }
}
type ColumnsOf<Columns, Particular> = RecordColumns & Omit<DescribedColumns<Columns>, keyof Particular> & Particular
/**
 * The tables of records, as their descriptions say; for administrators see account-schema.ts. `{name}_key` is the form
 * in which texts are compared: see server/db/search/text-key.ts; `{name}_words` has the words of rich text for the full-text
 * index. `counts` of a notification is JSON: see moveCounts in server/resources/notifications.
 */
type RecordTables = {
  [Type in Exclude<RecordType, keyof AccountTables>]: ColumnsOf<
    (typeof kinds)[Type]['columns'],
    Type extends keyof ParticularColumns ? ParticularColumns[Type] : object
  >
}

/**
 * The tables. Columns are text, integer or real only, so that SQLite and PostgreSQL share one set of queries. Flags
 * are 0 or 1. Times are ISO 8601 in UTC.
 */
export type Tables = RecordTables &
  AccountTables &
  ChangeTables &
  WebhookTables &
  ImportTables & {
    migrations: { name: string; applied_at: string }
    /** Model years that are prepared as copies of others. `parts`, `chosen` and `counts` are JSON. */
    rollovers: {
      id: string
      from_year_id: string
      year_id: string
      name: string
      parts: string
      chosen: string
      counts: string
      change_id: string
      created_at: string
      admin_id: string | null
      go_live_at: string | null
      /** The administrator who has set when it goes live. */
      live_by: string | null
    }
    /** What was copied for them, and the versions that source and copy had then, or when the source was last taken over. */
    rollover_copies: {
      copy_id: string
      rollover_id: string
      record_type: RolloverDifference['record_type']
      source_id: string
      source_version: number
      copy_version: number
    }
    /** What was taken over since, by which change, and the versions that stood in its copy's row until then: 0 for a new copy. */
    rollover_take_overs: {
      id: string
      rollover_id: string
      copy_id: string
      change_id: string
      source_version: number
      copy_version: number
    }
    secrets: { name: string; value: string }
    /** When records that the owners' app holds last changed, filled by triggers; see server/resources/owner/sync. */
    synced: { record_type: string; record_id: string; owner_id: string; moved: number }
    /** What is known of stored files, see server/integrations/files/stored-files.ts. */
    stored_files: {
      name: string
      bytes: number | null
      sha256: string | null
      is_missing: Generated<number>
    }
    /** The servers that use the database; see server/db/engines/servers.ts. */
    servers: {
      id: string
      /** Its machine and port. */
      name: string
      release: string
      /** The last migration that it knows. */
      schema_name: string
      started_at: string
      seen_at: string
      /** How far its machine's clock is ahead of the database's; null where the database has none. */
      offset_ms: number | null
      /** Whether it hears what the servers tell each other; null where there is nothing to hear. */
      hears: number | null
      /** Paused: takes no calls, as a newer release is at work. Stopped: it said so, and nobody makes backups in its place. */
      state: 'serving' | 'paused' | 'stopped'
    }
    /** What servers, by their names, know that others cannot see: `facts` as JSON; see server/watch/notes.ts. */
    server_notes: Record<'name' | 'server' | 'noted_at' | 'facts', string>
    /** Named states of lists, as JSON. */
    views: {
      id: string
      admin_id: string
      list: RecordType
      name: string
      name_key: string
      is_shared: number
      state: string
      version: number
      created_at: string
      updated_at: string
    }
    /** How an administrator has arranged a list, as JSON, and the view that it opens with. */
    list_preferences: {
      id: string
      admin_id: string
      list: RecordType
      columns: string | null
      per_page: number | null
      last: string | null
      default_view: string | null
    }
    /** The administrators who have dismissed the first steps. */
    dismissed_steps: { admin_id: string; at: string }
    /** What owners ask of their data; see server/resources/privacy. `names` is JSON: whose texts name someone erased. */
    privacy_requests: {
      id: string
      kind: RequestKind
      user_id: string
      received_on: string
      due_on: string
      /** Null while it is open. */
      outcome: string | null
      names: string
      note: string
      asked_by: AskedBy | null
      verified_by: VerifiedBy | null
      /** The administrator who has entered it; null where it came from the app. */
      admin_id: string | null
      closed_at: string | null
      created_at: string
    }
    /** Lines of the dashboard that an administrator, or for everybody one with the id '', does not want to see yet. */
    put_off: { id: string; admin_id: string; kind: AttentionKind; record_id: string; until: string }
    /** What of a dealer looked wrong and is right; it counts while the dealer has that version. */
    settled_doubts: { id: string; service_id: string; doubt: string; detail: string; version: number }
    /** How often something happened on a day (YYYY-MM-DD, UTC), kept by triggers: see server/db/daily-counts.ts. */
    daily_counts: { name: string; day: string; count: number }
    /** Every word of a name, once, kept by triggers; words are never removed. */
    name_words: { id: Generated<number>; word: string }
    idempotency_keys: {
      key_hash: string
      body_hash: string
      answer: string
      change_id: string | null
      created_at: string
    }
    jobs: {
      id: string
      kind: string
      payload: string
      run_at: string
      attempts: number
      last_error: Generated<string | null>
      /** The token of the process that runs it: what that process writes counts only while the token is here. */
      lease: Generated<string | null>
      gave_up_at: Generated<string | null>
      /** There is one of a kind with a key: what is due about something, or work that is done again and again. */
      key: Generated<string | null>
      /**
       * Since when it is due, see server/jobs/schedule.ts; `run_at` is later once an attempt has failed. Where that is a time
       * on the clock of a zone, `zone_rules` is the version of the rules by which it was computed.
       */
      due_at: Generated<string | null>
      wall_time: Generated<string | null>
      zone: Generated<string | null>
      zone_rules: Generated<string | null>
    }
    /** External services that no job asks before `next_try_at`, because of our set-up or because they said so. */
    held_services: Record<'service' | 'about' | 'reason' | 'since' | 'next_try_at', string> & { tries: number }
    /** Services whose suspicious answers an administrator has called right. */
    trusted_services: { service: string; until: string }
    /** The number of records in each table and a stamp that moves with each change, kept by triggers. */
    record_counts: { table_name: string; active: number; deleted: number; stamp: number }
    app_sessions: { token_hash: string; user_id: string; created_at: string; used_at: string }
    app_sign_ins: { id: string; user_id: string; at: string }
    /** How many old rows of a table were removed that still count. */
    pruned_rows: { table_name: string; total: number }
    /** The built-in warranty register. Days are YYYY-MM-DD. */
    warranties: { id: string; serial: string; model: string; purchased_on: string; expires_on: string }
    /** The dealer site's last answer for a serial number, as JSON. */
    /** `ends_on` is the last day of the longest warranty; null where that was not understood, or nobody has asked since. */
    warranty_answers: { serial: string; answer: string; at: string; ends_on: Generated<string | null> }
    /** Who receives a message and what became of it; also the app's inbox. */
    notification_recipients: {
      seq: Generated<number>
      notification_id: string
      user_id: string
      state: RecipientState
      reason: string | null
      /** 1 where the reason is that too many devices looked gone at once. */
      is_suspect: Generated<number>
      attempts: number
      updated_at: string
      read_at: string | null
      /** When the owner deleted it from the inbox. */
      removed_at: Generated<string | null>
      /** When it last moved in the inbox, as in `synced`; kept by triggers. */
      moved: Generated<number>
      /** The account that it came from, which was merged into that of `user_id`. */
      merged_from: Generated<string | null>
    }
    /** Installations of the app that receive push messages, until the session that registered them ends. */
    devices: {
      token: string
      user_id: string
      session: string
      platform: 'ios' | 'android' | 'web'
      created_at: string
      /** A zone that this runtime knows, such as 'America/Denver'; null where the phone has not said one. */
      time_zone: Generated<string | null>
      /** A tag such as 'fr-CA'. */
      language: Generated<string | null>
      merged_from: Generated<string | null>
    }
  }

/** The open database or a transaction. Always passed as a parameter, never stored. */
export type Db = Kysely<Tables>

/** Tables of records with the shared columns. */
export type RecordTable = RecordType

/** Tables that can be listed: records, and two others that have an id and a stamp as well. */
export type ListedTable = RecordTable | 'notification_recipients' | 'changes'
