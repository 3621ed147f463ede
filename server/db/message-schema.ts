import type { Generated } from 'kysely'
import type { LinkType, Purpose } from '#contract/message-fields.ts'
import type { RecipientState } from '#contract/notifications.ts'

/** What the description of a message does not say about its columns. */
export type MessageColumns = {
  /** Null for what nobody sent: maintenance reminders. */
  sent_by: string | null
  purpose: Generated<Purpose>
  imprint: Generated<string>
  no_consent: Generated<number>
  /** The audience, if given by conditions: these and their sentence, as JSON. */
  audience: Generated<string | null>
  send_at: Generated<string | null>
  local_time: Generated<number>
  counted: Generated<number | null>
  went_at: Generated<string | null>
  ended_at: Generated<string | null>
  recalled_at: Generated<string | null>
  link_type: Generated<LinkType | null>
  link_id: Generated<string | null>
  link_lost_at: Generated<string | null>
}

/** The audience of a scheduled message, as JSON; `stamp` changes with each edit. */
type ScheduledMessage = { notification_id: string; meant: string; stamp: string }

/** Owners' phones. */
type DeviceTables = {
  /** Installations of the app that receive push messages, until the session that registered them ends. */
  devices: {
    token: string
    user_id: string
    session: string
    platform: 'ios' | 'android' | 'web'
    created_at: string
    /** A zone known to this runtime, such as 'America/Denver'; null if the phone has not said. */
    time_zone: Generated<string | null>
    /** A tag such as 'fr-CA'. */
    language: Generated<string | null>
    merged_from: Generated<string | null>
  }
}

/** Which maintenance owners were reminded of, and by which message; null if the day was over when reminders came. */
type MaintenanceReminder = { item_id: string; due_date: string; notification_id: string | null }

/** The tables of messages, and of the phones that get them. */
export type MessageTables = DeviceTables & {
  /** A message's recipients and how it went for each; also the app's inbox. */
  notification_recipients: {
    seq: Generated<number>
    notification_id: string
    user_id: string
    state: RecipientState
    reason: string | null
    /** 1 if the reason is that too many devices looked gone at once. */
    is_suspect: Generated<number>
    attempts: number
    updated_at: string
    read_at: string | null
    /** When the owner deleted it from the inbox. */
    removed_at: Generated<string | null>
    /** When it last moved in the inbox, as in `synced`; maintained by triggers. */
    moved: Generated<number>
    /** The account it came from, which was merged into that of `user_id`. */
    merged_from: Generated<string | null>
    /** Since when it is in the inbox; null if since the message was written, or if it counts for no week. */
    told_at: Generated<string | null>
    /** When the phone is told, if it is night there. */
    due_at: Generated<string | null>
  }
  scheduled_messages: ScheduledMessage
  maintenance_reminders: MaintenanceReminder
}
