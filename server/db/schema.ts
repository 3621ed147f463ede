import type { Generated, Kysely } from 'kysely'
import type { DeliveryState } from '#contract/notifications.ts'

/** What every record table has. `seq` ties a row to its search index; people and callers only ever see `id`. */
type RecordColumns = {
  seq: Generated<number>
  id: string
  is_deleted: number
  version: number
  created_at: string
  updated_at: string
}

/** A record that people know by name. `name_key` is the name as it is compared: see server/db/text-key.ts. */
type NamedColumns = RecordColumns & { name: string; name_key: string }

/** Who added a record: an administrator or an app user. */
type AddedByColumns = { added_by_kind: 'admin' | 'user'; added_by_id: string }

/** Columns are only text, integer and real, so that SQLite and PostgreSQL share one set of queries. Flags are 0 or 1. */
export type Tables = {
  migrations: { name: string; applied_at: string }
  secrets: { name: string; value: string }
  admins: {
    id: string
    name: string
    name_key: Generated<string>
    email: string
    password_hash: string
    avatar_file: string | null
    created_at: string
    updated_at: string
  }
  sessions: { token_hash: string; admin_id: string; created_at: string; used_at: string }
  otps: { email: string; code_hash: string; expires_at: string; tries: number }
  tries: { key: string; count: number; window_ends_at: string }
  idempotency_keys: { key_hash: string; body_hash: string; answer: string; created_at: string }
  jobs: {
    id: string
    kind: string
    payload: string
    run_at: string
    attempts: number
    last_error: string | null
  }
  activity: {
    id: string
    at: string
    /** Who it was: an administrator or an app user. */
    admin_id: string | null
    user_id: string | null
    action: string
    table_name: string
    record_id: string
    changes: string
  }
  /** How many records a table holds, and a stamp that moves with each change; kept by triggers. */
  record_counts: { table_name: string; active: number; deleted: number; stamp: number }
  rv_types: NamedColumns & { seq_no: number }
  years: NamedColumns
  models: NamedColumns & {
    cat_id: string
    year_id: string
    seq_no: number
    description: string
    description_key: string
  }
  topics: NamedColumns & { seq_no: number }
  sub_topics: NamedColumns & { topic_id: string; seq_no: number }
  manuals: RecordColumns & {
    cat_id: string
    year_id: string
    pdf_file: string | null
    /** When the pages were read from which the PDF was made, or when it was uploaded. */
    pdf_made_at: string | null
  }
  manual_pages: RecordColumns & { manual_id: string; topic_id: string; subtopic_id: string; content: string }
  checklists: NamedColumns & AddedByColumns & { note: string; note_key: string }
  maintenance_items: RecordColumns &
    AddedByColumns & {
      reminder_name: string
      reminder_name_key: string
      item_name: string
      item_name_key: string
      /** A day of the calendar, YYYY-MM-DD. */
      due_date: string
      note: string
      note_key: string
    }
  app_images: RecordColumns & { url_file: string; seq_no: number }
  menu_items: RecordColumns & {
    title: string
    title_key: string
    seq_no: number
    code: number
    icon_file: string | null
  }
  social_medias: NamedColumns & { url: string; url_key: string; icon_file: string }
  /** `content` is clean HTML, see server/rich-text; our own files stand in it without their host. */
  cms_pages: RecordColumns & { title: string; title_key: string; content: string; code: string; code_key: string }
  /** The owners who use the app. They are turned off, never deleted. */
  users: NamedColumns & {
    email: string
    email_key: string
    type: 'SIMPLE' | 'GOOGLE' | 'FACEBOOK' | 'APPLE'
    /** Who it is to the social network; null for SIMPLE. */
    social_id: string | null
    status: number
    /** Null while there is none: a social sign-in, or a new password that is still to be mailed. */
    password_hash: string | null
    must_change_password: number
  }
  app_sessions: { token_hash: string; user_id: string; created_at: string; used_at: string }
  app_sign_ins: { id: string; user_id: string; at: string }
  rvs: RecordColumns & {
    user_id: string
    cat_id: string
    model_id: string
    year_id: string
    serial_no: string | null
    vin: string
  }
  /** Dealers and service centres. */
  dealers: NamedColumns & {
    type: 'dealer' | 'service' | 'both'
    active_lines: 'TT/TC' | 'TT' | 'TC' | 'NONE'
    logo_file: string | null
    address: string
    area: string
    city: string
    city_key: string
    state: string
    state_key: string
    country: string
    zip: string
    phone: string
    tollfree: string
    hour_sales: string
    hour_service: string
    hour_parts: string
    latitude: number
    longitude: number
  }
  /** The built-in warranty register; days are YYYY-MM-DD. */
  warranties: { id: string; serial: string; model: string; purchased_on: string; expires_on: string }
  /** What the dealer site last said about a serial number, as JSON. */
  warranty_answers: { serial: string; answer: string; at: string }
  /** `counts` says as JSON how many recipients are in which state; see recountRecipients. */
  notifications: RecordColumns & {
    title: string
    title_key: string
    description: string
    sent_by: string
    recipients: number
    counts: string
  }
  /** Who is told, and what became of it; at the same time the inbox of the app. */
  notification_recipients: {
    seq: Generated<number>
    notification_id: string
    user_id: string
    state: DeliveryState
    reason: string | null
    attempts: number
    updated_at: string
    read_at: string | null
  }
  /** Installations of the app that can be pushed to. */
  devices: { token: string; user_id: string; platform: 'ios' | 'android' | 'web'; created_at: string }
}

/** The open database, or a transaction on it: always handed down as a parameter, never kept in a field. */
export type Db = Kysely<Tables>

/** Tables of records with the shared columns. */
export type RecordTable =
  | 'rv_types'
  | 'years'
  | 'models'
  | 'topics'
  | 'sub_topics'
  | 'manuals'
  | 'manual_pages'
  | 'checklists'
  | 'maintenance_items'
  | 'app_images'
  | 'menu_items'
  | 'social_medias'
  | 'cms_pages'
  | 'users'
  | 'rvs'
  | 'dealers'
  | 'notifications'

/** Tables whose changes move a stamp, so that lists which read them notice. */
export type StampedTable = ListedTable | 'admins'

/** Tables that a list can be read from: those of records, and one of rows that have an id and a stamp as well. */
export type ListedTable = RecordTable | 'notification_recipients'
