/** A rule for a text, and the message if it is broken. */
export type Rule = readonly [holds: (value: string) => boolean, message: string]

/** The message of the first rule that a text breaks, or undefined. */
export const firstBroken = (rules: readonly Rule[], value: string) => rules.find(([holds]) => !holds(value))?.[1]

/** Typographic hyphens and dashes. */
export const hyphens = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g
/** Full-width letters, digits and symbols, as East Asian keyboards type them. */
const wide = /[\uFF01-\uFF5E]/g
const WIDE_BY = 0xfee0

/** A number or address in characters of normal width, without invisible ones. */
export const plainCode = (typed: string) =>
  typed
    .replace(hyphens, '-')
    .replace(wide, (character) => String.fromCharCode(character.charCodeAt(0) - WIDE_BY))
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim()

/** A code of digits or letters, also without the spaces and dashes that people type. */
export const bareCode = (typed: string) => plainCode(typed).replace(/[\s-]/g, '')

const name = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
// Here rather than in Zod, because the login page checks addresses without loading Zod.
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
