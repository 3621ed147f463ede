/** What a text must fulfil, and what is said of one that does not. */
export type Rule = readonly [holds: (value: string) => boolean, message: string]

/** The message of the first rule that a text breaks; undefined if it breaks none. */
export const firstBroken = (rules: readonly Rule[], value: string) => rules.find(([holds]) => !holds(value))?.[1]

// As in Zod (regexes.email), without which the login page checks an address.
const address = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export const EMAIL_EMPTY = 'Email address cannot be empty.'
const EMAIL_INVALID = 'Invalid email address, please enter the valid email address'

export const emailRules: readonly Rule[] = [
  [(value) => value.trim() !== '', EMAIL_EMPTY],
  [(value) => value.trim().length <= 254 && address.test(value.trim()), EMAIL_INVALID],
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
