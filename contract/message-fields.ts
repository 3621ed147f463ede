import { z } from 'zod'
import { audience } from './audience.ts'
import { choice, id, longText, optionalLongText, optionalText, text } from './fields.ts'
import { language } from './french.ts'
import { EXPECT_ALL, expected, mayMatchAll } from './matching.ts'
import { hasKnownPlaceholders, unknownPlaceholder } from './placeholders.ts'
import { formatNumber } from './plural.ts'
import { isBlankFilter, listInput, seenVersion } from './records.ts'
import { SEND_AT, sendAtFields, sendAtOf } from './send-at.ts'

/** What a message is for. News goes only to those who have agreed to it; safety messages are never held back. */
export const purposes = ['safety', 'service', 'news'] as const
export type Purpose = (typeof purposes)[number]
export const purposeWords = { safety: 'Safety', service: 'Service', news: 'News' } satisfies Record<Purpose, string>

export const TITLE_CHARACTERS = 60
export const MESSAGE_CHARACTERS = 500
/** The most recipients selected by id; beyond that, by filters. */
export const MOST_CHOSEN = 10_000

export const INVALID_REQUEST = 'Invalid Request.'
export const NO_RECIPIENTS = 'Please select user'

/** What a message can link to in the app, by table name. */
export const linkTypeWords = { manual_pages: 'A manual page', dealers: 'A dealer', cms_pages: 'A CMS page' } as const
export type LinkType = keyof typeof linkTypeWords
export const linkTypes = Object.keys(linkTypeWords) as [LinkType, ...LinkType[]]
export const CHOOSE_LINKED = 'Please choose what the message leads to.'
/** The record that a message links to. */
export const messageLink = z.object({ type: z.enum(linkTypes), id: z.string().min(1).max(64) }, CHOOSE_LINKED)
export type MessageLink = z.output<typeof messageLink>
export const LINK_NOT_SEEN = `Owners do not see this record now. ${CHOOSE_LINKED}`

const KNOWN_ONLY = { error: ({ input }: { input?: unknown }) => unknownPlaceholder(String(input)) }

export const notificationFields = z.object({
  title: text('Title cannot be empty.', TITLE_CHARACTERS).refine(hasKnownPlaceholders, KNOWN_ONLY),
  description: longText('Message cannot be empty.', MESSAGE_CHARACTERS).refine(hasKnownPlaceholders, KNOWN_ONLY),
})

/** The same in French, for owners who read it: both or neither. */
const frenchFields = {
  title_fr: optionalText(TITLE_CHARACTERS).refine(hasKnownPlaceholders, KNOWN_ONLY),
  description_fr: optionalLongText(MESSAGE_CHARACTERS).refine(hasKnownPlaceholders, KNOWN_ONLY),
}
type French = { title_fr?: string | undefined; description_fr?: string | undefined }
const FRENCH_WANTED = 'Please write title and message in French, or neither.'

/** The issue if only part of a message is written in French, on the missing part. */
export function frenchIssue({ title_fr, description_fr }: French) {
  if (!title_fr === !description_fr) return
  return { code: 'custom' as const, path: [title_fr ? 'description_fr' : 'title_fr'], message: FRENCH_WANTED }
}

/** A form always has a text for each of its fields. */
const typed = (field: (typeof frenchFields)[keyof typeof frenchFields]) =>
  z
    .string()
    .transform((value): string | null | undefined => value)
    .pipe(field)

/** Left out, it is kept. */
const orStays = (field: (typeof frenchFields)[keyof typeof frenchFields]) =>
  z
    .string()
    .nullable()
    .transform((value): string | null | undefined => value)
    .pipe(field)
    .optional()

/** A draft message, and the owner to preview it for. */
export const previewFields = z.object({
  title: optionalLongText(TITLE_CHARACTERS).refine(hasKnownPlaceholders, KNOWN_ONLY),
  description: optionalLongText(MESSAGE_CHARACTERS).refine(hasKnownPlaceholders, KNOWN_ONLY),
  user_id: id,
  language: language.optional(),
})

/** The fields of the form for a new message. */
export const composedFields = notificationFields.extend({
  title_fr: typed(frenchFields.title_fr),
  description_fr: typed(frenchFields.description_fr),
  purpose: z.enum(purposes),
})

export const whichNotification = { notification_id: id }

/** As many users as one page of a list. */
export const MOST_ASKED = 100
/** The most users that a message to all matches can leave out. */
export const MOST_LEFT_OUT = 1000
export const ids = z.array(z.string(INVALID_REQUEST), INVALID_REQUEST)
const leftOut = ids
  .max(MOST_LEFT_OUT, `Please leave out at most ${formatNumber(MOST_LEFT_OUT)} users.`)
  .refine((left) => new Set(left).size === left.length, INVALID_REQUEST)

/**
 * All active users that the users list shows with these filters at the moment of sending, but not those in `except`.
 * Without a filter, the call says in `expect` how many that are.
 */
export const allMatching = z
  .strictObject({ filters: listInput.shape.filters, except: leftOut.optional() }, INVALID_REQUEST)
  // Lists ignore an empty or blank filter; here it would mean everyone.
  .refine(({ filters = {} }) => !Object.values(filters).some(isBlankFilter), INVALID_REQUEST)

const chosenUsers = z
  .array(choice(INVALID_REQUEST))
  .max(MOST_CHOSEN, `Please select at most ${formatNumber(MOST_CHOSEN)} users one by one.`)

export const purpose = z.enum(purposes, 'Please choose what the message is for.')

const SIX_DIGITS = 'Please enter the six digits that the app shows.'
/** A draft message, and the code that the app shows on the device it is pushed to. */
export const testFields = notificationFields.extend({
  purpose: purpose.default('service'),
  link: messageLink.nullable().optional(),
  code: z.string(SIX_DIGITS).regex(/^\d{6}$/, SIX_DIGITS),
  language: language.optional(),
})

/** The filters of lists. Alongside `all_matching` they would be dropped, and everyone told. */
const LIST_FILTERS = ['filters', 'status', 'is_deleted']

/** Recipients and text, with alternative names: `user` is `user_ids`, `content` is `description`. */
const sentFields = z.looseObject({
  title: z.string('Title cannot be empty.').optional(),
  description: z.string('Message cannot be empty.').optional(),
  content: z.string('Message cannot be empty.').optional(),
  title_fr: z.string().nullish(),
  description_fr: z.string().nullish(),
  user_ids: ids.optional(),
  user: z.union([z.string(), ids], INVALID_REQUEST).optional(),
  all_matching: allMatching.optional(),
  audience: audience.optional(),
  expect: expected.optional(),
  purpose: purpose.optional(),
  link: messageLink.nullable().optional(),
  ...sendAtFields,
})

const meant = notificationFields.extend({
  title_fr: orStays(frenchFields.title_fr),
  description_fr: orStays(frenchFields.description_fr),
  user_ids: chosenUsers,
  all_matching: allMatching.optional(),
  /** Those who meet these conditions when it is sent; `expect` is how many were counted. */
  audience: audience.optional(),
  expect: expected.optional(),
  purpose: purpose.default('service'),
  /** A record that owners see; null removes a link. */
  link: messageLink.nullable().optional(),
  ...sendAtFields,
})
type Meant = z.output<typeof meant>

const EXPECT_COUNT = 'Please send in `expect` how many were counted.'
/** A message to an audience is refused if its size differs from the expected one by more than this share. */
export const AUDIENCE_TOLERANCE = 0.05

const isWithoutListFilters = (sent: z.output<typeof sentFields>) =>
  !sent.all_matching || LIST_FILTERS.every((name) => sent[name] === undefined)
const NOT_WITH_FILTERS = { error: INVALID_REQUEST, path: ['all_matching'] }

/** Missing or wrong values are reported next, with each field's own messages. */
function underOneName({ content, user, ...sent }: z.output<typeof sentFields>) {
  const description = sent.description ?? content
  return { ...sent, description, user_ids: [sent.user_ids ?? user ?? []].flat() } as z.input<typeof meant>
}

const withMoment = <Sent extends Omit<Meant, 'purpose'>>(sent: Sent): Sent =>
  sent.send_at === undefined ? sent : { ...sent, send_at: sendAtOf({ ...sent, send_at: sent.send_at }) }

function checkMeant(
  { user_ids, all_matching, audience, expect, send_at, local_time, ...text }: Omit<Meant, 'purpose'>,
  isEdit: boolean,
  ctx: Pick<z.RefinementCtx, 'addIssue'>,
) {
  const issue = (field: string, message: string) => ctx.addIssue({ code: 'custom', path: [field], message })
  const french = frenchIssue(text)
  if (french) ctx.addIssue(french)
  const ways = [all_matching, audience].filter(Boolean).length + Number(user_ids.length > 0)
  if (!ways && !isEdit) issue('user_ids', NO_RECIPIENTS)
  // Ids, filters or conditions: two of them would be ambiguous.
  if (ways > 1) issue('user_ids', INVALID_REQUEST)
  if (audience && expect === undefined) issue('expect', EXPECT_COUNT)
  if (new Set(user_ids).size < user_ids.length) issue('user_ids', INVALID_REQUEST)
  if (all_matching && expect === undefined && mayMatchAll({ filters: all_matching.filters }))
    issue('all_matching', EXPECT_ALL)
  if (send_at === undefined ? local_time === true : sendAtOf({ send_at, local_time }) === undefined)
    issue('send_at', SEND_AT)
}

export const sendFields = sentFields
  .refine(isWithoutListFilters, NOT_WITH_FILTERS)
  .transform(underOneName)
  .pipe(meant)
  .superRefine((sent, ctx) => checkMeant(sent, false, ctx))
  .transform(withMoment)

const which = { ...whichNotification, ...seenVersion }
const rewritten = meant.extend({ ...which, purpose: purpose.optional() })
/** The new version of a message that waits. What is left out stays: the audience, the purpose, and the time. */
export const rewriteFields = sentFields
  .extend(which)
  .refine(isWithoutListFilters, NOT_WITH_FILTERS)
  .transform((sent) => ({ ...sent, ...underOneName(sent) }) as z.input<typeof rewritten>)
  .pipe(rewritten)
  .superRefine((sent, ctx) => checkMeant(sent, true, ctx))
  .transform(withMoment)

/** Who is not told, or told differently. */
export const heldBack = z.object({
  /** They have not agreed to news. */
  no_consent: z.int(),
  /** Told only in the app's inbox: they have reached the weekly limit. */
  weekly_limit: z.int(),
  /** Told only when it is day from Newfoundland to Hawaii: they have a phone, but its time zone is unknown. */
  unknown_zone: z.int(),
})

export const heldBackFields = z
  .object({ user_ids: chosenUsers.optional(), all_matching: allMatching.optional(), purpose })
  .refine(({ user_ids, all_matching }) => (user_ids === undefined) !== (all_matching === undefined), {
    error: INVALID_REQUEST,
    path: ['user_ids'],
  })
