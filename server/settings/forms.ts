import { z } from 'zod'

export const wholeNumber = (min: number, max: number, fallback: number) => {
  const must = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, must)
    .transform(Number)
    .pipe(z.number().min(min, must).max(max, must))
    .default(fallback)
}

export const address = (protocols: string[], must: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), must)

export const webAddress = address(['http:', 'https:'], 'must be an http or https address')

export const publicAddress = z.string().refine((value) => {
  const url = URL.parse(value)
  if (!url || !['http:', 'https:'].includes(url.protocol) || /[\s,]/.test(value)) return false
  return /^\/*$/.test(url.pathname) && !`${url.search}${url.hash}${url.username}${url.password}`
}, 'must be one http or https address without path, query and user, such as https://office.example.com')

const ADDRESS = '[^\\s<>@,]+@[^\\s<>@,]+'
export const sender = z
  .string()
  .regex(new RegExp(`^(${ADDRESS}|[^<>\\r\\n]*<${ADDRESS}>)$`), 'must be an email address, or a name and one in <…>')

const ONE_POSTGRES = 'must be a postgres address of one host'
export const postgres = address(['postgres:', 'postgresql:'], ONE_POSTGRES).refine(
  (value) => !URL.parse(value)?.host.includes(','),
  ONE_POSTGRES,
)

export function isTimeZone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
export const yesOrNo = z.enum(['true', 'false'], 'must be true or false')

const KEPT = { days: 7, weeks: 4, months: 12 }
export const keep = z
  .string()
  .regex(/^\d{1,3}(,\d{1,3}){0,2}$/, 'must be up to three whole numbers, separated by commas: days, weeks and months')
  .transform((value) => {
    const [days = KEPT.days, weeks = KEPT.weeks, months = KEPT.months] = value.split(',').map(Number)
    return { days, weeks, months }
  })
  .default(KEPT)

export const appVersion = z.string().regex(/^\d{1,5}(\.\d{1,5}){0,3}$/, 'must be a version such as 2.4.0')

export const versionOfText = z
  .string()
  .regex(/^[\w.-]{1,40}$/, 'must be up to 40 letters, digits, dots, dashes and underscores')
  .optional()
export const ofSender = (max: number) => z.string().max(max, `must have at most ${max} characters`).optional()

/** An hour of the day, from 0 to 23. */
export const hour = z
  .string()
  .regex(/^(1?\d|2[0-3])$/, 'must be an hour from 0 to 23')
  .transform(Number)
  .optional()
