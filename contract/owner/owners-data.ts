import { z } from 'zod'
import { record } from '#contract/records.ts'
import { inboxMessage } from './notifications.ts'
import { ownRecords } from './own-records.ts'
import { owner, preferences } from './owner.ts'
import { platforms } from './platforms.ts'

/** What remains of an erased owner, why, and until when (null: for good). */
export const kept = z.object({
  what: z.string().meta({ description: 'What is kept, in words.' }),
  why: z.string().meta({ description: 'Why it is kept, in words.' }),
  until: z.iso.datetime().nullable().meta({ description: 'Until when it is kept; null for good.' }),
})
export type Kept = z.output<typeof kept>

const stamped = { at: z.iso.datetime().meta({ description: 'When it happened.' }) }
/** A change in words, and the records it changed. */
const changedWords = {
  message: z.string().meta({ description: 'What was done, in words.' }),
  title: z.string().meta({ description: 'What the changed record is called.' }),
}
const mayBeDeleted = { is_deleted: record.shape.is_deleted }
/** All the data held about an owner. */
export const ownersData = z.object({
  profile: owner
    .extend({
      created_at: z.iso.datetime().meta({ description: 'When the owner registered.' }),
      updated_at: record.shape.updated_at,
      new_email: z
        .string()
        .nullable()
        .meta({ description: 'The address that waits to be confirmed; null where there is none.' }),
      social_id: z.string().nullable().meta({ description: 'The id at the social network; null without one.' }),
      mail_problem: z
        .string()
        .nullable()
        .meta({ description: 'Why the last mail was refused for good; null when none was.' }),
      is_active: z.boolean().meta({ description: 'Whether the owner may sign in.' }),
    })
    .meta({ description: 'Name, address and how the owner signs in.' }),
  preferences: preferences
    .extend({
      app: z.string().meta({ description: 'The app in which it was said.' }),
      terms_version: z.string().meta({ description: 'The version of the terms that the owner registered with.' }),
      terms_at: z.iso.datetime().nullable().meta({ description: 'When the owner registered with these terms.' }),
    })
    .meta({ description: 'What the owner wants to be told, and has agreed to.' }),
  rvs: z.array(ownRecords.rv.output.shape.data.extend(mayBeDeleted)).meta({ description: 'The owner’s RVs.' }),
  checklists: z
    .array(ownRecords.checklist.output.shape.data.extend(mayBeDeleted))
    .meta({ description: 'The owner’s checklists.' }),
  maintenance: z
    .array(ownRecords.maintenanceItem.output.shape.data.extend(mayBeDeleted))
    .meta({ description: 'The owner’s maintenance.' }),
  notifications: z
    .array(
      inboxMessage.extend({
        state: z
          .string()
          .meta({ description: 'How the push message fared; in every state the message is in the inbox.' }),
        purpose: z.string().meta({ description: 'What the message is for: safety, service or news.' }),
        removed_at: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'When the owner deleted it from the inbox; null where they have not.' }),
      }),
    )
    .meta({ description: 'The messages that the owner has received.' }),
  devices: z
    .array(
      z.object({
        platform: z.enum(platforms).meta({ description: 'What the app runs on.' }),
        time_zone: z
          .string()
          .nullable()
          .meta({ description: 'Its time zone, such as America/Los_Angeles; null where it sent none.' }),
        language: z
          .string()
          .nullable()
          .meta({ description: 'The language in which it is used, such as en or fr-CA; null where it sent none.' }),
        registered_at: z.iso.datetime().meta({ description: 'When it was registered.' }),
      }),
    )
    .meta({ description: 'The installations of the app that get push messages.' }),
  sessions: z
    .array(z.object({ ...stamped, used_at: z.iso.datetime().meta({ description: 'When it was last used.' }) }))
    .meta({ description: 'Where the owner is signed in.' }),
  sign_ins: z.array(z.object(stamped)).meta({ description: 'When the owner signed in.' }),
  changes: z
    .array(z.object({ ...stamped, ...changedWords }))
    .meta({ description: 'What the owner has changed, and when.' }),
  /** Colleagues are “the office”. */
  changes_by_others: z
    .array(
      z.object({
        ...stamped,
        by: z.string().meta({ description: 'Who changed it: the office, or the product itself.' }),
        ...changedWords,
      }),
    )
    .meta({ description: 'What the office and the product have changed of the owner and their records.' }),
  failed_sign_ins: z
    .array(
      z.object({
        count: z.int().meta({ description: 'How many attempts failed.' }),
        until: z.iso.datetime().meta({ description: 'Until when they count.' }),
      }),
    )
    .meta({ description: 'Attempts to sign in, or to get a code, that failed and still count.' }),
  requests: z
    .array(
      z.object({
        kind: z.string().meta({ description: 'What was asked for: access, erase, correct or object.' }),
        received_on: z.iso.date().meta({ description: 'The day on which it was asked for.' }),
        due_on: z.iso.date().meta({ description: 'The day by which it is to be answered.' }),
        outcome: z.string().nullable().meta({ description: 'What became of it; null while it is open.' }),
      }),
    )
    .meta({ description: 'What was asked of the data.' }),
  programs: z
    .array(
      z.object({
        kind: z.enum(['key', 'webhook']).meta({ description: 'A key, which reads, or a webhook, which is told.' }),
        name: z.string().meta({ description: 'What the office calls it.' }),
        since: z.iso.datetime().meta({ description: 'Since when it could read.' }),
        until: z.iso.datetime().nullable().meta({ description: 'Until when it could; null where it still can.' }),
      }),
    )
    .meta({ description: 'The keys and receivers that could read about the owner.' }),
})
export type OwnersData = z.output<typeof ownersData>

export const exportFormat = z
  .enum(['json', 'zip'], 'Please choose json or zip.')
  .optional()
  .meta({ description: 'JSON, or a ZIP file with that and a page to read.' })
