import { z } from 'zod'
import { webLink } from './links.ts'
import { plainName, withoutMarks } from './plain-text.ts'
import {
  ANY_PASSWORD_MAX,
  bareCode,
  CRITERIA_NOT_MET,
  EMAIL_EMPTY,
  emailRules,
  firstBroken,
  PASSWORD_EMPTY,
  plainCode,
  type Rule,
} from './rules.ts'

// Control characters other than tab and line breaks, and lone surrogates: databases do not store them reliably.
const unstorable = /[\p{Cc}--[\t\n\r]]|\p{Cs}/v

const keepable = (value: string) => !unstorable.test(value)
const UNKEEPABLE = 'Some of these characters cannot be used here.'
// Without Intl, whose first use would delay the application's start.
const withCommas = (value: number): string =>
  value < 1000 ? String(value) : `${withCommas(Math.floor(value / 1000))},${String(value % 1000).padStart(3, '0')}`
/** The message for a text that is too long. */
export const tooLong = (max: number) => `Please use at most ${withCommas(max)} characters.`

/** Text to search for, kept as typed, including spaces. */
export const searchText = (max: number) => z.string().max(max, tooLong(max)).refine(keepable, UNKEEPABLE)

// Embeddings, overrides and isolates of the writing direction can disguise a text. Marks are harmless.
const turning = /[\u202A-\u202E\u2066-\u2069]/g
const notTurned = (value: string) => value.replace(turning, '')
const lineBreak = /[\n\r\u2028\u2029]/
// The last ones are blank by design, such as an empty Braille pattern and a null notehead.
const invisibleOnly =
  /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800\u{13441}\u{13442}\u{1D159}]*$/v

const isOneLine = (value: string) => !lineBreak.test(value)
const ONE_LINE = 'Please write this on one line.'

/**
 * Required text of one or more lines, trimmed. `empty` is the message if nothing is visible, `max` the most characters;
 * `tidy` removes what comes along with pasting.
 */
export const longText = (empty: string, max: number, tidy = notTurned) =>
  z
    .string({ error: empty })
    .overwrite(tidy)
    .trim()
    .min(1, { error: empty, abort: true })
    .max(max, { error: tooLong(max), abort: true })
    .refine(keepable, { error: UNKEEPABLE, abort: true })
    .refine((value) => !invisibleOnly.test(value), { error: empty, abort: true })

/** Required single-line text; see longText. */
export const text = (empty: string, max: number, tidy = withoutMarks) =>
  longText(empty, max, tidy).refine(isOneLine, ONE_LINE)

/** A required name. */
export const nameText = (max: number, empty = 'Name cannot be empty.') => text(empty, max, plainName)

const anyText = (max: number, tidy = notTurned) =>
  z
    .string()
    .overwrite(tidy)
    .trim()
    .max(max, { error: tooLong(max), abort: true })
    .refine(keepable, { error: UNKEEPABLE, abort: true })

/** Optional text of one or more lines; becomes an empty string. */
export const optionalLongText = (max: number) =>
  anyText(max)
    .nullish()
    .transform((value) => value ?? '')

/** Optional single-line text; becomes an empty string. */
export const optionalText = (max: number, tidy = withoutMarks) =>
  anyText(max, tidy)
    .refine(isOneLine, ONE_LINE)
    .nullish()
    .transform((value) => value ?? '')

/**
 * The most characters of a rich text. A call has room for as many emoji, so that this limit's own message appears
 * first.
 */
export const RICH_TEXT_CHARACTERS = 300_000

/** Optional rich text as HTML; becomes an empty string. The server decides what it may contain. */
export const richText = z
  .string()
  .max(RICH_TEXT_CHARACTERS, tooLong(RICH_TEXT_CHARACTERS))
  .nullish()
  .transform((value) => value ?? '')

export const DAY_WANTED = 'Please enter the day.'

/** A calendar day, YYYY-MM-DD, without a time zone. `missing` is the message for anything else. */
export const calendarDate = (missing: string) =>
  z.string({ error: missing }).overwrite(plainCode).meta({ format: 'date' }).pipe(z.iso.date(missing))

/** Digits kept as text (a year, a serial number). A number is accepted as its digits. */
export const digits = (empty: string, invalid: string, max: number) =>
  z
    .union([z.string(), z.int().nonnegative()], { error: empty })
    .transform(String)
    .pipe(
      z
        .string()
        .overwrite(plainCode)
        .min(1, { error: empty, abort: true })
        .regex(/^[0-9]+$/, { error: invalid, abort: true })
        .max(max, tooLong(max)),
    )

/** A sequence number, as digits or a number; becomes an integer. */
export const seqNo = z
  .union([z.string(), z.number()], { error: 'Sequence number cannot be empty.' })
  .transform((value, ctx) => {
    const typed = plainCode(String(value))
    const parsed = Number(typed)
    if (/^[0-9]+$/.test(typed) && Number.isSafeInteger(parsed)) return parsed
    ctx.addIssue({
      code: 'custom',
      ...(parsed < 0 && { params: { why: 'too_small' } }),
      ...(parsed > Number.MAX_SAFE_INTEGER && { params: { why: 'too_large' } }),
      message: typed
        ? 'Invalid sequence number, please enter the valid sequence number.'
        : 'Sequence number cannot be empty.',
    })
    return z.NEVER
  })

/** A sequence number as answered. */
export const placeInOrder = z.int().meta({ description: 'Its place in the order.' })

/** The id of a chosen record. `missing` is the message if none was chosen. */
export const choice = (missing: string) =>
  z.string({ error: missing }).min(1, { error: missing, abort: true }).max(64, missing).refine(keepable, missing)

/** One of a few fixed words. `missing` is the message for anything else. */
export const oneOf = <const Choices extends readonly string[]>(choices: Choices, missing: string) =>
  z
    .string({ error: missing })
    .pipe(z.enum(choices, { error: missing }))
    // Otherwise the call's description would only say that it is text.
    .meta({ enum: [...choices] })

/** A record's id: an opaque string. */
export const id = choice('Record id is required.').meta({ description: 'The id of the record.' })

/** A boolean, or the strings "true" and "false". */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])

/** The same in a form or a file, in upper or lower case: empty is false, left out stays undefined. */
export const optionalFlag = z
  .union(
    [
      z.boolean(),
      z
        .string()
        .regex(/^\s*(?:(?:true|false)\s*)?$/i)
        .transform((value) => value.trim().toLowerCase() === 'true'),
    ],
    { error: 'Please say Yes or No.' },
  )
  .optional()

/** An integer, or its digits in a string. */
export const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^[0-9]{1,15}$/)
    .transform(Number),
])

/** An optional phone number: at most 15 digits, spaces, dashes and parentheses; becomes an empty string. */
export const phoneNumber = (what: string, tooLong: string) =>
  z
    .string()
    .overwrite(plainCode)
    .regex(/^[0-9 ()-]*$/, { error: `Invalid ${what}, please enter the valid ${what}.`, abort: true })
    .max(15, tooLong)
    .nullish()
    .transform((value) => value ?? '')

/** Latitude or longitude in degrees, as a number or as typed, between -`max` and `max`. */
export const coordinate = (max: number, invalid: string) =>
  z
    .union([z.string(), z.number()], { error: invalid })
    .meta({ minimum: -max, maximum: max })
    .transform((value, ctx) => {
      const typed = plainCode(String(value))
      const degrees = Number(typed)
      if (/^-?[0-9]{1,3}(\.[0-9]*)?$/.test(typed) && Math.abs(degrees) <= max) return degrees
      // Computed coordinates can be as small as 1e-7 or have sixteen digits.
      if (typeof value === 'number' && Math.abs(value) <= max) return value
      const why = degrees < -max ? 'too_small' : degrees > max ? 'too_large' : 'invalid'
      ctx.addIssue({ code: 'custom', message: invalid, params: { why } })
      return z.NEVER
    })

/** A web address as browsers read it. Only http and https, so that opening a link cannot run a script. */
export const webAddress = (empty: string, invalid: string, max: number) =>
  z
    .string({ error: empty })
    .trim()
    .min(1, { error: empty, abort: true })
    .max(max, { error: tooLong(max), abort: true })
    .refine(isWebAddress, { error: invalid, abort: true })
    .overwrite((value) => webLink(value) ?? value)
    .max(max, { error: ({ input }) => tooLongEncoded(max, input as string) })

/** The same, but optional; becomes an empty string. */
export const optionalWebAddress = (invalid: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: tooLong(max), abort: true })
    .refine((value) => value === '' || isWebAddress(value), { error: invalid, abort: true })
    .overwrite((value) => value && (webLink(value) ?? value))
    .max(max, { error: ({ input }) => tooLongEncoded(max, input as string) })
    .nullish()
    .transform((value) => value ?? '')

// Letters and symbols beyond ASCII take several characters each.
const tooLongEncoded = (max: number, { length }: string) =>
  `In browsers this link has ${withCommas(length)} characters. Please use one of at most ${withCommas(max)}.`

const isWebAddress = (value: string) => /[^.]\.[^.]/.test(URL.parse(webLink(value) ?? '')?.hostname ?? '')

/**
 * Text checked rule by rule, with the message of the first rule that fails. Unlike with zod's `abort`, rules between
 * fields (such as equal passwords) are still checked.
 */
const checkedText = (missing: string, ...rules: Rule[]) =>
  z.string({ error: missing }).superRefine((value, ctx) => {
    const message = firstBroken(rules, value)
    if (message) ctx.addIssue({ code: 'custom', message })
  })

export const email = checkedText(EMAIL_EMPTY, ...emailRules)
  .meta({ format: 'email', description: 'The email address.' })
  .transform(plainCode)

/** A password that is only compared, as at login: anything but empty. */
export const anyPassword = (empty = PASSWORD_EMPTY) =>
  z
    .string({ error: empty })
    .min(1, { error: empty, abort: true })
    .max(ANY_PASSWORD_MAX, CRITERIA_NOT_MET)
    .meta({ description: 'The password.' })

const meetsCriteria = (value: string) =>
  value.length >= 8 && value.length <= 128 && /[0-9]/.test(value) && /[@$!%*#?&]/.test(value) && /\p{Ll}/u.test(value)

/** A new password. The uppercase letter that the login hint mentions is never required. */
export const newPassword = (empty = 'New password cannot be empty.') =>
  checkedText(empty, [(value) => value !== '', empty], [meetsCriteria, CRITERIA_NOT_MET]).meta({
    minLength: 8,
    maxLength: 128,
    description: '8 to 128 characters, with a digit, a lowercase letter and one of @$!%*#?&.',
  })

export const OTP_MAX_LENGTH = 6

const OTP_EMPTY = 'OTP cannot be empty.'
/** For a code that is no code, wrong, already used or expired. */
export const WRONG_OTP = 'Invalid OTP, please enter the valid OTP'

export const otp = checkedText(
  OTP_EMPTY,
  [(value) => bareCode(value) !== '', OTP_EMPTY],
  [(value) => /^[0-9]+$/.test(bareCode(value)), WRONG_OTP],
  [(value) => bareCode(value).length >= 4, 'OTP should contain minimum 4 digits.'],
  [(value) => bareCode(value).length <= OTP_MAX_LENGTH, WRONG_OTP],
)
  .meta({ pattern: `^[0-9]{4,${OTP_MAX_LENGTH}}$`, description: 'The mailed code.' })
  .transform(bareCode)

/** For a mailed link that never existed, was used or has expired, or whose session has ended. */
export const LINK_GONE = 'This link is no longer valid.'
export const linkToken = z.string({ error: LINK_GONE }).min(1, LINK_GONE).max(200, LINK_GONE)
