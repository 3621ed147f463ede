import { z } from 'zod'
import { formatNumber, plural } from '#contract/plural.ts'

const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  file: 'a file',
  null: 'null',
}
const formats: Record<string, string> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'an id',
  date: 'a date, such as 2027-05-10',
  datetime: 'a date and time, such as 2027-05-10T08:00:00Z',
  ipv4: 'an IP address',
  ipv6: 'an IP address',
  base64url: 'a text in base64url',
}
const NOT_VALID = 'This is not valid.'
/** Listing more values would help nobody. */
const MOST_LISTED = 12

const units: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}
function amount(origin: string, value: number | bigint) {
  const [one, many] = units[origin] ?? ['', '']
  return `${formatNumber(value)} ${plural(Number(value), one, many)}`.trim()
}

/** What is wrong with a value, in plain words, if its schema has no message of its own. */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is required.'
      return types[issue.expected] ? `This must be ${types[issue.expected]}.` : NOT_VALID
    case 'invalid_value':
      return issue.values.length > MOST_LISTED
        ? NOT_VALID
        : `This must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}.`
    case 'too_big': {
      const most = amount(issue.origin, issue.maximum)
      if (issue.origin === 'string') return `Please use at most ${most}.`
      if (units[issue.origin]) return `This can have at most ${most}.`
      return issue.inclusive === false ? `This must be below ${most}.` : `This must be at most ${most}.`
    }
    case 'too_small': {
      const least = amount(issue.origin, issue.minimum)
      if (units[issue.origin])
        return Number(issue.minimum) === 1 ? 'This cannot be empty.' : `This needs at least ${least}.`
      return issue.inclusive === false ? `This must be above ${least}.` : `This must be at least ${least}.`
    }
    case 'invalid_format':
      return formats[issue.format] ? `This must be ${formats[issue.format]}.` : 'This does not have the right form.'
    case 'not_multiple_of':
      return `This must be a multiple of ${formatNumber(issue.divisor)}.`
    case 'unrecognized_keys': {
      const names = new Intl.ListFormat('en').format(issue.keys.slice(0, MOST_LISTED))
      return `There ${plural(issue.keys.length, 'is no field', 'are no fields')} ${names} here.`
    }
    case 'invalid_union':
      return issue.errors.flat().find(({ path }) => !path.length)?.message ?? NOT_VALID
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return NOT_VALID
  }
}

z.config({ customError: issueWords })
