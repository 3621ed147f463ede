import { type AudienceField, audience, audienceFields } from '#contract/audience.ts'

/** One condition as it is being filled in. */
export type Line = { field: AudienceField; op: string; value?: unknown; value_to?: unknown }
/**
 * The conditions of an audience, of which all or any must be met: lines, lines that must not be met, and groups of
 * both; what a program has nested deeper stays as it is.
 */
export type Lines = { way: 'all' | 'any'; parts: object[] }
/** A line of the form, and whether owners must not meet it. */
export type OneLine = { line: Line; isNot: boolean }

const isLine = (part: unknown): part is Line => typeof part === 'object' && part !== null && 'field' in part

/** The line that a part is, with or without a "not"; undefined for a group. */
export function oneLineIn(part: object): OneLine | undefined {
  if (isLine(part)) return { line: part, isNot: false }
  return 'not' in part && isLine(part.not) ? { line: part.not, isNot: true } : undefined
}

export const partOf = ({ line, isNot }: OneLine): object => (isNot ? { not: line } : line)

/** Whether a part is a group that the form can show: of lines only. */
export function isGroup(part: object) {
  if (!('all' in part) && !('any' in part)) return false
  const { parts } = linesOf(part)
  return Array.isArray(parts) && parts.every((one) => oneLineIn(one) !== undefined)
}

/** An audience, also an unfinished one, as lines. */
export function linesOf(value: unknown): Lines {
  if (typeof value !== 'object' || value === null) return { way: 'all', parts: [] }
  if ('all' in value) return { way: 'all', parts: value.all as object[] }
  if ('any' in value) return { way: 'any', parts: value.any as object[] }
  return { way: 'all', parts: [value] }
}

export const audienceOf = ({ way, parts }: Lines): object => ({ [way]: parts })

/** Whether it can be asked for: no condition is missing or unfinished. */
export const isReady = (value: unknown) => audience.safeParse(value).success

/** Why what was typed into a part of a condition cannot be asked for; null for nothing, which is only unfinished. */
export function refusalOf(line: Line, ...path: string[]) {
  const typed = path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], line)
  if (typed === undefined || typed === '') return null
  const issues = audience.safeParse(line).error?.issues ?? []
  return issues.find((issue) => issue.path.join('.') === path.join('.'))?.message ?? null
}

/** What each field is called at the beginning of its line. */
export const fieldWords = {
  rv_type_id: 'RV type is',
  year_id: 'Year is',
  model_id: 'Model is',
  state: 'Lives in',
  near: 'Lives near',
  warranty_ends_in: 'Warranty ends',
  maintenance_due_in: 'Maintenance is due',
  has_rv: 'Has an RV',
  last_seen_before: 'Not seen since',
  platform: 'Uses the app on',
} satisfies Record<AudienceField, string>

/** A new line of this field, with its widest operator. */
export function lineOf(field: AudienceField): Line {
  const ops = Object.keys(audienceFields[field])
  const op = ops.includes('in') ? 'in' : (ops[0] ?? 'eq')
  return { field, op, ...(op === 'in' && { value: [] }), ...(field === 'has_rv' && { value: true }) }
}
