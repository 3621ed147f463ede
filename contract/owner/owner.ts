import { z } from 'zod'
import { flag } from '#contract/fields.ts'
import { language } from '#contract/french.ts'
import { record, version } from '#contract/records.ts'
import { userTypes } from '#contract/users.ts'

/** The language an owner wants to read; null to follow the newest phone. */
export const ownLanguage = language
  .nullable()
  .meta({ description: 'The language that the owner wants to read; null where the phone says it.' })

/** An owner's own account, as the app sees it. */
export const owner = z.object({
  _id: record.shape._id,
  name: z.string().meta({ description: 'What the owner is called.' }),
  email: z.string().meta({ description: 'The email address.' }),
  type: z.enum(userTypes).meta({ description: 'How the owner signs in: with a password, or with a social network.' }),
  /** By a mailed code, or by the social network. */
  email_confirmed: z.boolean().meta({ description: 'Whether the owner has confirmed the address.' }),
  state: z
    .string()
    .meta({ description: 'The state or province where the owner lives; empty where they have not said.' }),
  zip: z.string().meta({ description: 'The ZIP code.' }),
  language: ownLanguage,
  version,
})
export type Owner = z.output<typeof owner>

/** A version of the terms, or of the wording with which the app asks for something. */
export const textVersion = z
  .string({ error: 'Please say which version.' })
  .regex(/^[\w.-]{1,40}$/, 'Please use letters, digits, dots, dashes and underscores only.')

const ofNews = { description: 'Whether the owner wants news.' }
const ofReminders = { description: 'Whether the owner wants to be reminded.' }
const ofWording = { description: 'The version of the words by which the app asks.' }
/** What an owner wants to be told, when they last said so, and the wording they were asked with. */
export const preferences = z.object({
  news: z.boolean().meta(ofNews),
  reminders: z.boolean().meta(ofReminders),
  text_version: z.string().meta(ofWording),
  changed_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the owner last said so; null where they never have.' }),
})
export type Preferences = z.output<typeof preferences>

export const preferenceFields = z.object({
  news: flag.meta(ofNews),
  reminders: flag.meta(ofReminders),
  text_version: textVersion.meta(ofWording),
})
