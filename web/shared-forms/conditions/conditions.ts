import { type AudienceField, audience, audienceFields } from '#contract/audience.ts'

/** One condition as it is being filled in. */
export type Line = { field: AudienceField; op: string; value?: unknown; value_to?: unknown }
/** The conditions of an audience, of which all or any must be met; what is no line is a group, which stays as it is. */
export type Lines = { way: 'all' | 'any'; parts: object[] }

export const isLine = (part: object): part is Line => 'field' in part

/** An audience, also an unfinished one, as lines. */
export function linesOf(value: unknown): Lines {
  if (typeof value !== 'object' || value === null) return { way: 'all', parts: [] }
  if ('all' in value) return { way: 'all', parts: value.all as object[] }
  if ('any' in value) return { way: 'any', parts: value.any as object[] }
  return { way: 'all', parts: [value] }
}

export const audienceOf = ({ way, parts }: Lines): unknown => ({ [way]: parts })

/** Whether it can be asked for: no condition is missing or unfinished. */
export const isReady = (value: unknown) => audience.safeParse(value).success

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
