/** What a text must fulfil, and what is said of one that does not. */
export type Rule = readonly [holds: (value: string) => boolean, message: string]

/** The message of the first rule that a text breaks; undefined if it breaks none. */
export const firstBroken = (rules: readonly Rule[], value: string) => rules.find(([holds]) => !holds(value))?.[1]

// U+2066 to U+2069 and U+202A to U+202E turn letters around, the others only say which way they run.
const direction = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

// The space between words of Chinese and Japanese is as wide as a letter, so it stays.
const spaces = /[\u00A0\u2000-\u200A\u202F\u205F]/g

/** A text of one line without what comes along when it is pasted: marks of direction, and spaces of printers. */
export const withoutMarks = (typed: string) => typed.replace(direction, '').replace(spaces, ' ')

const hyphens = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g
const widthless = /[\u200B\u2060\uFEFF]/g
// Joiners shape the letters of many scripts and make one emoji of several; after any other character they do nothing.
const idleJoiners =
  /(?<![[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Inherited}]]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])[\u200C\u200D]+/gv

/** A name, also without what has no width and no meaning, and with the hyphen of the keyboard for those of printers. */
export const plainName = (typed: string) =>
  withoutMarks(typed).replace(widthless, '').replace(idleJoiners, '').replace(hyphens, '-')

/** Full-width letters, digits and signs, as keyboards of East Asia type them. */
const wide = /[\uFF01-\uFF5E]/g
const WIDE_BY = 0xfee0

/** A number or an address, also in characters of usual width and without all else that nobody sees. */
export const plainCode = (typed: string) =>
  plainName(typed)
    .replace(wide, (character) => String.fromCharCode(character.charCodeAt(0) - WIDE_BY))
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim()

const name = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
// Here and not in Zod, without which the login page checks an address.
const address = new RegExp(
  `^(?=.{1,64}@)${name}(?:\\.${name})*@(?=.{1,253}$)(?:${label}\\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$`,
)

export const EMAIL_EMPTY = 'Email address cannot be empty.'
const EMAIL_INVALID = 'Invalid email address, please enter the valid email address'

export const emailRules: readonly Rule[] = [
  [(value) => plainCode(value) !== '', EMAIL_EMPTY],
  [(value) => plainCode(value).length <= 254 && address.test(plainCode(value)), EMAIL_INVALID],
]

export const PASSWORD_EMPTY = 'Password cannot be empty.'
export const CRITERIA_NOT_MET = 'Password entry does not meet criteria.'
/** The most characters of a password that is only compared. */
export const ANY_PASSWORD_MAX = 1024

export const anyPasswordRules: readonly Rule[] = [
  [(value) => value !== '', PASSWORD_EMPTY],
  [(value) => value.length <= ANY_PASSWORD_MAX, CRITERIA_NOT_MET],
]

/** The rules shown beside a password field. */
export const passwordHints = {
  login: [
    'at least 1 numeric character',
    'at least 1 special character',
    'at least 1 uppercase letter',
    'at least 8 characters',
  ],
  change: [
    'at least 1 numeric character',
    'at least 1 special character',
    'at least 1 lowercase letter',
    'at least 8 characters',
  ],
}
