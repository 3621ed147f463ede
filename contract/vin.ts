import { bareCode } from './rules.ts'

export const VIN_LENGTH = 17

export const VIN_LENGTH_WRONG = 'A VIN has 17 characters.'
export const VIN_LETTERS_WRONG = 'A VIN has no I, O or Q.'
export const CHECK_DIGIT_WRONG = 'The check digit of this VIN is wrong.'

/** A VIN as written: in capitals, without the spaces, dashes and invisible characters that people type or paste. */
export const tidyVin = (typed: string) => bareCode(typed).toUpperCase()

/** The value of each character for the check digit (49 CFR 565) is the last digit of its index here. */
const VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
/** The same for a database: each character with its value, and the weights of the places in order. */
export const checkDigitParts = {
  values: VALUES.split('').flatMap((character, place) => (character === '.' ? [] : [[character, place % 10] as const])),
  weights: WEIGHTS,
}
/** The positions of the check digit and the model year letter. */
const CHECK_AT = 8
const YEAR_AT = 9

/**
 * The correct check digit of a VIN, '0' to '9' or 'X', whatever is in its place. Undefined unless there are 17 letters
 * and digits without I, O and Q.
 */
export function checkDigitOf(typed: string) {
  const vin = tidyVin(typed)
  if (!/^[A-HJ-NPR-Z\d]{17}$/.test(vin)) return undefined
  const sum = WEIGHTS.reduce((sum, weight, place) => sum + (VALUES.indexOf(vin.charAt(place)) % 10) * weight, 0)
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** The VIN with its correct check digit; undefined where {@link checkDigitOf} is. */
export function withCheckDigit(typed: string) {
  const digit = checkDigitOf(typed)
  const vin = tidyVin(typed)
  return digit && vin.slice(0, CHECK_AT) + digit + vin.slice(CHECK_AT + 1)
}

/** What is wrong with a whole VIN, in words; undefined if nothing is. */
export function vinProblem(typed: string) {
  const vin = tidyVin(typed)
  if (!/^[A-Z\d]{17}$/.test(vin)) return VIN_LENGTH_WRONG
  if (/[IOQ]/.test(vin)) return VIN_LETTERS_WRONG
  return checkDigitOf(vin) === vin[CHECK_AT] ? undefined : CHECK_DIGIT_WRONG
}

/** The letters of model years from 1980 and again from 2010: no I, O, Q, U, Z and 0. */
const YEAR_LETTERS = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const FIRST_YEAR = 1980

/** The letter of a model year in a VIN, such as 'V' for 2027; undefined for a year before 1980. */
export const yearLetterOf = (year: number) =>
  Number.isInteger(year) && year >= FIRST_YEAR ? YEAR_LETTERS[(year - FIRST_YEAR) % YEAR_LETTERS.length] : undefined

/**
 * The model year of a whole VIN's tenth character; letters repeat every 30 years, and the last such year up to `latest`
 * counts. Undefined if the character stands for no year.
 */
export function modelYearOf(typed: string, latest: number) {
  const vin = tidyVin(typed)
  const place = vin.length === VIN_LENGTH ? YEAR_LETTERS.indexOf(vin.charAt(YEAR_AT)) : -1
  if (place < 0) return undefined
  const first = FIRST_YEAR + place
  return latest < first ? undefined : latest - ((latest - first) % YEAR_LETTERS.length)
}
