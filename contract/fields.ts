import { z } from 'zod'

// Control characters other than tab and line breaks, and halves of surrogate pairs: no database keeps them faithfully.
const unkeepable = /[\p{Cc}--[\t\n\r]]|\p{Cs}/v

const keepable = (value: string) => !unkeepable.test(value)
const UNKEEPABLE = 'Some of these characters cannot be used here.'
const tooLong = (max: number) => `Please use at most ${max.toLocaleString('en-US')} characters.`

/** Text to look for, as typed: blanks count. */
export const searchText = (max: number) => z.string().max(max, tooLong(max)).refine(keepable, UNKEEPABLE)

/** Text that must be there; outer blanks are cut. `empty` is the message when it is missing or blank, `max` the most characters. */
export const text = (empty: string, max: number) =>
  z
    .string({ error: empty })
    .trim()
    .min(1, { error: empty, abort: true })
    .max(max, { error: tooLong(max), abort: true })
    .refine(keepable, UNKEEPABLE)

/** Text that may be left out; comes out empty then. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: tooLong(max), abort: true })
    .refine(keepable, UNKEEPABLE)
    .nullish()
    .transform((value) => value ?? '')

/** The most that fits a call of one megabyte whatever the script: no character takes more than three bytes. */
export const RICH_TEXT_CHARACTERS = 300_000

/** Rich text as HTML; may be left out and comes out empty then. What it may consist of is the server's to see to. */
export const richText = z
  .string()
  .max(RICH_TEXT_CHARACTERS, tooLong(RICH_TEXT_CHARACTERS))
  .nullish()
  .transform((value) => value ?? '')

/** A day of the calendar, YYYY-MM-DD, the same in every time zone. `missing` is the message for anything else. */
export const calendarDate = (missing: string) => z.string({ error: missing }).trim().pipe(z.iso.date(missing))

/** Digits kept as text (a year, a serial number); a number on the wire means the same. */
export const digits = (empty: string, invalid: string, max: number) =>
  z
    .union([z.string(), z.int().nonnegative()], { error: empty })
    .transform(String)
    .pipe(
      z
        .string()
        .trim()
        .min(1, { error: empty, abort: true })
        .regex(/^[0-9]+$/, { error: invalid, abort: true })
        .max(max, tooLong(max)),
    )

/** A place in an order, typed as digits or sent as a number; comes out as a whole number. */
export const seqNo = z
  .union([z.string(), z.number()], { error: 'Sequence number cannot be empty.' })
  .transform((value, ctx) => {
    const typed = String(value).trim()
    const parsed = Number(typed)
    if (/^[0-9]+$/.test(typed) && Number.isSafeInteger(parsed)) return parsed
    ctx.addIssue({
      code: 'custom',
      message: typed
        ? 'Invalid sequence number, please enter the valid sequence number.'
        : 'Sequence number cannot be empty.',
    })
    return z.NEVER
  })

/** A record chosen from a list, by its id. `missing` is the message when nothing was chosen. */
export const choice = (missing: string) =>
  z.string({ error: missing }).min(1, { error: missing, abort: true }).max(64, missing).refine(keepable, missing)

/** A record's id: an opaque string. */
export const id = choice('Please say which record.')

/** A boolean, also as the strings "true" and "false". */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])

/** A whole number, also as digits in a string. */
export const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^[0-9]{1,15}$/)
    .transform(Number),
])

/** A phone number of digits, blanks, dashes and parentheses, at most 15 of them; may be left out and comes out empty then. */
export const phoneNumber = (what: string, tooLong: string) =>
  z
    .string()
    .trim()
    .regex(/^[0-9 ()-]*$/, { error: `Invalid ${what}, please enter the valid ${what}.`, abort: true })
    .max(15, tooLong)
    .nullish()
    .transform((value) => value ?? '')

/** Degrees of latitude or longitude, as a number or as it is typed; at most `max` to either side. */
export const coordinate = (max: number, invalid: string) =>
  z.union([z.string(), z.number()], { error: invalid }).transform((value, ctx) => {
    const typed = String(value).trim()
    const degrees = Number(typed)
    if (/^-?[0-9]{1,3}(\.[0-9]*)?$/.test(typed) && Math.abs(degrees) <= max) return degrees
    // What a program computes may be as small as 1e-7 or have sixteen digits.
    if (typeof value === 'number' && Math.abs(value) <= max) return value
    ctx.addIssue({ code: 'custom', message: invalid })
    return z.NEVER
  })

/** The address of a page on the web. Only http and https: what is opened with a click must not be able to run anything. */
export const webAddress = (empty: string, invalid: string, max: number) =>
  text(empty, max).refine(isWebAddress, invalid)

function isWebAddress(value: string) {
  if (!/^https?:\/\/[^\s/]/i.test(value) || /\s/.test(value) || !URL.canParse(value)) return false
  const { hostname, username, password } = new URL(value)
  // A name before an @ makes an address look like another one.
  return /[^.]\.[^.]/.test(hostname) && !username && !password
}

type Rule = [holds: (value: string) => boolean, message: string]

/**
 * Text that is checked rule by rule, with the first failing rule's message. Unlike zod's `abort`, a failing field does
 * not keep the rules between fields (such as two equal passwords) from being checked.
 */
const checkedText = (missing: string, ...rules: Rule[]) =>
  z.string({ error: missing }).superRefine((value, ctx) => {
    const failing = rules.find(([holds]) => !holds(value))
    if (failing) ctx.addIssue({ code: 'custom', message: failing[1] })
  })

const EMAIL_EMPTY = 'Email address cannot be empty.'
const EMAIL_INVALID = 'Invalid email address, please enter the valid email address'

export const email = checkedText(
  EMAIL_EMPTY,
  [(value) => value.trim() !== '', EMAIL_EMPTY],
  [(value) => value.trim().length <= 254 && z.regexes.email.test(value.trim()), EMAIL_INVALID],
).transform((value) => value.trim())

/** A password that is only checked, as at login: anything that is not empty. */
export const anyPassword = (empty = 'Password cannot be empty.') =>
  z.string({ error: empty }).min(1, { error: empty, abort: true }).max(1024, 'Password entry does not meet criteria.')

const meetsCriteria = (value: string) =>
  value.length >= 8 && value.length <= 128 && /[0-9]/.test(value) && /[@$!%*#?&]/.test(value) && /\p{Ll}/u.test(value)

/** A password that is being set. The hint's uppercase letter is shown at login only and never checked. */
export const newPassword = (empty = 'New password cannot be empty.') =>
  checkedText(empty, [(value) => value !== '', empty], [meetsCriteria, 'Password entry does not meet criteria.'])

/** What the hint beside a password field lists. */
export const passwordHints = {
  login: [
    'at least 1 numeric character',
    'at least 1 special character',
    'at least 1 uppercase letter',
    'at least 8 characters',
  ],
  change: ['at least 1 numeric character', 'at least 1 special character', 'at least 8 characters'],
}

export const OTP_MAX_LENGTH = 6

const OTP_EMPTY = 'OTP cannot be empty.'
const OTP_INVALID = 'Invalid OTP, please enter the valid OTP'

export const otp = checkedText(
  OTP_EMPTY,
  [(value) => value.trim() !== '', OTP_EMPTY],
  [(value) => /^[0-9]+$/.test(value.trim()), OTP_INVALID],
  [(value) => value.trim().length >= 4, 'OTP should contain minimum 4 digits.'],
  [(value) => value.trim().length <= OTP_MAX_LENGTH, OTP_INVALID],
).transform((value) => value.trim())

/** A PNG picture of at most `maxKilobytes`. The browser goes by the file's name, the server looks at the bytes as well. */
export const pngImage = (maxKilobytes: number) =>
  z
    .file({ error: imageMessages.notPng })
    .mime(['image/png'], { error: imageMessages.notPng, abort: true })
    .max(maxKilobytes * 1024, imageMessages.tooLarge(maxKilobytes))

/** A JPEG or PNG picture of at most `maxKilobytes`. */
export const jpegOrPngImage = (maxKilobytes: number) =>
  z
    .file({ error: imageMessages.notJpegOrPng })
    .mime(['image/jpeg', 'image/png'], { error: imageMessages.notJpegOrPng, abort: true })
    .max(maxKilobytes * 1024, imageMessages.tooLarge(maxKilobytes))

/** A PDF of at most `maxMegabytes`. The browser goes by the file's name, the server opens it. */
export const pdfFile = (maxMegabytes: number) =>
  z.file({ error: pdfMessages.missing }).check(({ value: file, issues }) => {
    const most = maxMegabytes * 1024 * 1024
    if (file.type !== PDF) {
      issues.push({ code: 'invalid_value', values: [PDF], input: file, message: pdfMessages.notPdf(file) })
    } else if (file.size > most) {
      const message = pdfMessages.tooLarge(maxMegabytes)
      issues.push({ code: 'too_big', origin: 'file', maximum: most, input: file, message })
    }
  })

const PDF = 'application/pdf'

export const pdfMessages = {
  missing: 'Please choose a PDF file.',
  notPdf: ({ name }: File) => `${name} is not a pdf file`,
  locked: ({ name }: File) => `${name} is locked by a password. Please upload a file that opens without one.`,
  tooLarge: (megabytes: number) => `File size should not be more than ${megabytes} MB`,
}

export const imageMessages = {
  notPng: 'Upload valid image. Only PNG are allowed.',
  notJpegOrPng: 'Upload valid image. Only JPG, JPEG or PNG are allowed.',
  tooLarge: (kilobytes: number) =>
    `File size should not be more than ${kilobytes % 1024 ? `${kilobytes} KB` : `${kilobytes / 1024} MB`}`,
}
