import type { Generated, Kysely } from 'kysely'
import type { AttentionKind } from '#contract/dashboard.ts'
import type { Language } from '#contract/french.ts'
import type { kinds, RecordType } from '#contract/kinds.ts'
import type { Purpose } from '#contract/message-fields.ts'
import type { AskedBy, RequestKind, VerifiedBy } from '#contract/privacy.ts'
import type { RolloverDifference } from '#contract/rollovers.ts'
import type { AccountTables } from './account-schema.ts'
import type { CampaignRecords, CampaignTables } from './campaign-schema.ts'
import type { ChangeTables } from './change-schema.ts'
import type { ImportTables } from './import-schema.ts'
import type { ManualColumns } from './manual-schema.ts'
import type { MessageColumns, MessageTables } from './message-schema.ts'
import type { WebhookTables } from './webhook-schema.ts'

/** HTML as returned by the cleaning of server/rich-text, with the paths of our own files. */
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
type TwinKeyOf<Name, Facts> =
  | (Facts extends { twinOf: string; hasKey: true } ? `${Name & string}_key` : never)
  | (Facts extends { twinOf: string; type: 'rich_text' } ? `${Name & string}_words` : never)
type TwinKeys<Columns> = { [Name in keyof Columns as TwinKeyOf<Name, Columns[Name]>]: Generated<string> }
/** The state of a record's French, empty if there is no English: see server/records/french.ts. */
type FrenchOf<Columns> = {
  [Name in keyof Columns as Columns[Name] extends { type: 'picture' | 'file' }
    ? never
    : Columns[Name] extends { french: true }
      ? 'french'
      : never]: Generated<string>
}
type KeyOf<Name, Facts> = Facts extends { twinOf: string }
  ? never
  : Facts extends { hasKey: true }
    ? `${Name & string}_key`
    : never
type WordsOf<Name, Facts> = Facts extends { twinOf: string }
  ? never
  : Facts extends { type: 'rich_text' }
    ? `${Name & string}_words`
    : never
/** A description's columns, each as its type is stored, with its key and words if it has them. */
type DescribedColumns<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends { type: infer Type }
    ? Name extends `${string}_fr` | `${string}_fr_for`
      ? Generated<ValueOf<Type>>
      : ValueOf<Type>
    : never
} & FrenchOf<Columns> &
  TwinKeys<Columns> & { [Name in keyof Columns as KeyOf<Name, Columns[Name]> | WordsOf<Name, Columns[Name]>]: string }

/** What descriptions do not say about columns: which may be null, what the hidden ones hold, and fixed words. */
type ParticularColumns = CampaignRecords & {
  manuals: ManualColumns
  app_images: { url_file_fr: Generated<string | null> }
  /** Edits waiting until `edits_at`, as JSON: see server/records/later-edits.ts. */
  cms_pages: { edits: Generated<string | null> }
  manual_pages: { edits: Generated<string | null> }
  checklists: { added_by_kind: 'admin' | 'user' }
  maintenance_items: { added_by_kind: 'admin' | 'user'; done_at: Generated<string | null> }
  templates: { purpose: Purpose; link: Generated<string | null> }
  notifications: MessageColumns
  menu_items: { code: number; icon_file: string | null }
  users: {
    type: 'SIMPLE' | 'GOOGLE' | 'FACEBOOK' | 'APPLE'
    /** The social network's id for the user; null for SIMPLE. */
    social_id: string | null
    /** Null while there is no password: for a social sign-in, or until a new password has been mailed. */
    password_hash: string | null
    must_change_password: number
    email_confirmed: Generated<number>
    /** Why the last mail to this owner was rejected for good. */
    mail_problem: Generated<string | null>
    state: Generated<string>
    zip: Generated<string>
    /** The address that becomes theirs once they enter the code mailed to it. */
    new_email: Generated<string | null>
    /** When everything about this owner but the row was erased; null for all others. */
    erased_at: Generated<string | null>
    /** Whether they want news, and reminders; when they last said so, and which app sent which wording. */
    news: Generated<number>
    reminders: Generated<number>
    preferences_at: Generated<string | null>
    text_version: Generated<string>
    preferences_app: Generated<string>
    /** The terms they registered with, and when. */
    terms_version: Generated<string>
    terms_at: Generated<string | null>
    /** The account of the same person that took over this one's data; null for all others. */
    merged_into: Generated<string | null>
    /** The language they chose. */
    language: Generated<Language | null>
  }
  years: { rollover_id: Generated<string | null> }
  rvs: {
    serial_no: string | null
    external_id: Generated<string | null>
    full_vin: Generated<string | null>
    /** Null until an owner claims it. */
    user_id: string | null
    /** The owner who sold it, as long as nobody owns it. */
    sold_by: Generated<string | null>
    /** The sold RV that this one is not: its transfer was refused. */
    transfer_refused: Generated<string | null>
  }
  vin_patterns: { year_id: string | null; model_id: string | null }
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
 * that texts are compared in: see server/db/search/text-key.ts; `{name}_words` has the words of rich text for the
 * full-text index. `counts` of a notification is JSON: see moveCounts in server/resources/notifications.
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
  CampaignTables &
  MessageTables &
  ImportTables & {
    migrations: { name: string; applied_at: string }
    /** Model years prepared as copies of others. `parts`, `chosen` and `counts` are JSON. */
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
      /** The administrator who set when it goes live. */
      live_by: string | null
    }
    /**
     * What was copied for them, and the versions of source and copy at that time, or when the source was last taken
     * over.
     */
    rollover_copies: {
      copy_id: string
      rollover_id: string
      record_type: RolloverDifference['record_type']
      source_id: string
      source_version: number
      copy_version: number
    }
    /** What was taken over since, by which change, and the versions in its copy's row until then: 0 for a new copy. */
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
    /** Facts about stored files, see server/integrations/files/stored-files.ts. */
    stored_files: {
      name: string
      bytes: number | null
      sha256: string | null
      is_missing: Generated<number>
    }
    /** The servers using the database; see server/db/engines/servers.ts. */
    servers: {
      id: string
      /** Its host and port. */
      name: string
      release: string
      /** The last migration it knows. */
      schema_name: string
      started_at: string
      seen_at: string
      /** How far its machine's clock is ahead of the database's; null if the database has none. */
      offset_ms: number | null
      /** Whether it hears the other servers; null if there is nothing to hear. */
      hears: number | null
      /**
       * Paused: takes no calls, as a newer release is working. Stopped: on purpose, and nobody makes its backups now.
       */
      state: 'serving' | 'paused' | 'stopped'
    }
    /** What servers know, by name, that others cannot see: `facts` as JSON; see server/watch/notes.ts. */
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
    /** How an administrator has arranged a list, as JSON, and the view it opens with. */
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
    /**
     * Owners' requests about their data; see server/resources/privacy. `names` is JSON: whose texts name someone
     * erased.
     */
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
      /** The administrator who entered it; null if it came from the app. */
      admin_id: string | null
      closed_at: string | null
      created_at: string
    }
    /** Lines of the dashboard that an administrator put off, or that are put off for everyone, with the id ''. */
    put_off: { id: string; admin_id: string; kind: AttentionKind; record_id: string; until: string }
    /** Doubts about a dealer that someone confirmed to be right; they hold as long as the dealer has that version. */
    settled_doubts: { id: string; service_id: string; doubt: string; detail: string; version: number }
    /**
     * How often something happened on a day (YYYY-MM-DD, UTC), maintained by triggers: see server/db/daily-counts.ts.
     */
    daily_counts: { name: string; day: string; count: number }
    /** Every word of a name, once, maintained by triggers; words are never removed. */
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
      /** The token of the process running it: what that process writes counts only while the token is here. */
      lease: Generated<string | null>
      gave_up_at: Generated<string | null>
      /** Only one job of a kind has a given key: something due, or recurring work. */
      key: Generated<string | null>
      /**
       * Since when it is due, see server/jobs/schedule.ts; `run_at` is later after a failed attempt. If that is a local
       * time in a zone, `zone_rules` is the version of the rules it was computed with.
       */
      due_at: Generated<string | null>
      wall_time: Generated<string | null>
      zone: Generated<string | null>
      zone_rules: Generated<string | null>
    }
    /** External services that no job calls before `next_try_at`, because of our set-up or because they said so. */
    held_services: Record<'service' | 'about' | 'reason' | 'since' | 'next_try_at', string> & { tries: number }
    /** Services whose suspicious answers an administrator has confirmed. */
    trusted_services: { service: string; until: string }
    /** The number of records in each table and a stamp that moves with each change, maintained by triggers. */
    record_counts: { table_name: string; active: number; deleted: number; stamp: number }
    app_sessions: { token_hash: string; user_id: string; created_at: string; used_at: string }
    app_sign_ins: { id: string; user_id: string; at: string }
    /** How many removed old rows of a table still count. */
    pruned_rows: { table_name: string; total: number }
    /** The built-in warranty register. Days are YYYY-MM-DD. */
    warranties: { id: string; serial: string; model: string; purchased_on: string; expires_on: string }
    /** The dealer site's last answer for a serial number, as JSON. */
    /**
     * `ends_on` is the last day of the longest warranty; null if that was not understood, or nobody has asked since.
     */
    warranty_answers: { serial: string; answer: string; at: string; ends_on: Generated<string | null> }
  }

/** The open database or a transaction. Always passed as a parameter, never stored. */
export type Db = Kysely<Tables>

/** Tables of records with the shared columns. */
export type RecordTable = RecordType

/** Tables that can be listed: records, and two others with an id and a stamp. */
export type ListedTable = RecordTable | 'notification_recipients' | 'changes'
