import { z } from 'zod'
import { calendarDate, id, searchText } from './fields.ts'
import { platforms } from './owner/platforms.ts'
import { coordinates } from './places.ts'
import { formatNumber } from './plural.ts'

const MOST_LEVELS = 5
const MOST_CONDITIONS = 50
const MOST_VALUES = 100
const MOST_DAYS = 3650
const MOST_MILES = 1000

const DAYS_WANTED = `Please enter a number of days, at most ${formatNumber(MOST_DAYS)}.`
const MILES_WANTED = `Please enter a number of miles from 1 to ${formatNumber(MOST_MILES)}.`
const days = z.int(DAYS_WANTED).min(0, DAYS_WANTED).max(MOST_DAYS, DAYS_WANTED)
const miles = z.number(MILES_WANTED).min(1, MILES_WANTED).max(MOST_MILES, MILES_WANTED)
const several = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(MOST_VALUES)

/** A field with its operators and the values each takes; `between` also takes `value_to`. */
const one = <Value extends z.ZodType>(value: Value) => ({ eq: value, in: several(value) })
const span = { within: days, between: days }
const state = searchText(60).min(1, 'Please choose a state.')

/** The fields an audience can be chosen by, with their operators. */
export const audienceFields = {
  /** About one of the owner's RVs. Within one `all`, such conditions apply to the same RV. */
  rv_type_id: one(id),
  year_id: one(id),
  model_id: one(id),
  /** Days from today until the RV's longest known warranty ends: at most so many, or a range. */
  warranty_ends_in: span,
  /** By the state the owner entered in the app, else by the postal code: a name or a code. */
  state: one(state),
  /** By the postal code the owner entered in the app. */
  near: { within: z.strictObject({ ...coordinates.shape, miles }) },
  /** Days from today until a maintenance item that the owner added is due, and not done. */
  maintenance_due_in: span,
  has_rv: { eq: z.boolean('Please choose yes or no.') },
  /** Registered before this day, and not seen in the app since. */
  last_seen_before: { eq: calendarDate('Please enter the day.') },
  /** The platform of a phone that gets messages. */
  platform: one(z.enum(platforms)),
} as const satisfies Record<string, Partial<Record<'eq' | 'in' | 'within' | 'between', z.ZodType>>>

type Fields = typeof audienceFields
export type AudienceField = keyof Fields
type ValueFor<Field extends AudienceField, Op extends keyof Fields[Field]> = Fields[Field][Op] extends z.ZodType
  ? z.output<Fields[Field][Op]>
  : never
/** One condition, such as `{ field: 'year_id', op: 'in', value: [..] }`. */
export type AudienceCondition = {
  [Field in AudienceField]: {
    [Op in keyof Fields[Field]]: { field: Field; op: Op; value: ValueFor<Field, Op>; value_to?: number }
  }[keyof Fields[Field]]
}[AudienceField]
/** A set of owners: those who meet all, any or none of its parts, down to single conditions. */
export type Audience = { all: Audience[] } | { any: Audience[] } | { not: Audience } | AudienceCondition

export const isCondition = (audience: Audience): audience is AudienceCondition => 'field' in audience

type Issue = { path: PropertyKey[]; message: string }
const FIELDS = Object.keys(audienceFields).join(', ')

/** What is wrong with an audience, each issue with its path; empty if it is valid. */
function issuesOf(given: unknown): Issue[] {
  const issues: Issue[] = []
  let conditions = 0
  const look = (part: unknown, path: PropertyKey[], level: number) => {
    const refuse = (message: string, ...more: PropertyKey[]) => void issues.push({ path: [...path, ...more], message })
    if (level > MOST_LEVELS) return refuse(`Please use at most ${MOST_LEVELS} levels.`)
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return refuse('Please say who is meant.')
    const names = Object.keys(part)
    const [name = ''] = names
    if (names.length === 1 && (name === 'all' || name === 'any')) {
      const parts = (part as Record<string, unknown>)[name]
      if (!Array.isArray(parts)) return refuse('This must be a list.', name)
      if (!parts.length) return refuse('Please add a condition: without one this would be everybody.', name)
      for (const [place, each] of parts.slice(0, MOST_CONDITIONS + 1).entries())
        look(each, [...path, name, place], level + 1)
      return
    }
    if (names.length === 1 && name === 'not') return look((part as { not: unknown }).not, [...path, 'not'], level + 1)
    conditions++
    issues.push(
      ...conditionIssues(part as Record<string, unknown>).map((one) => ({ ...one, path: [...path, ...one.path] })),
    )
  }
  look(given, [], 1)
  if (conditions > MOST_CONDITIONS)
    issues.push({ path: [], message: `Please use at most ${MOST_CONDITIONS} conditions.` })
  return issues
}

function conditionIssues({ field, op, value, value_to, ...others }: Record<string, unknown>): Issue[] {
  const [other] = Object.keys(others)
  if (other !== undefined) return [{ path: [other], message: 'There is no such part of a condition.' }]
  const ops = isField(field) && (audienceFields[field] as Record<string, z.ZodType | undefined>)
  if (!ops) return [{ path: ['field'], message: `This must be one of ${FIELDS}.` }]
  const schema = typeof op === 'string' && Object.hasOwn(ops, op) ? ops[op] : undefined
  if (!schema) return [{ path: ['op'], message: `This must be ${Object.keys(ops).join(' or ')}.` }]
  const read = schema.safeParse(value)
  const issues: Issue[] = read.success
    ? []
    : read.error.issues.map(({ path, message }) => ({ path: ['value', ...path], message }))
  if (op === 'between') {
    const to = days.safeParse(value_to)
    if (!to.success) issues.push({ path: ['value_to'], message: DAYS_WANTED })
    else if (read.success && to.data < Number(read.data))
      issues.push({ path: ['value_to'], message: 'Please enter at least the first number.' })
  } else if (value_to !== undefined) issues.push({ path: ['value_to'], message: 'Only between takes this.' })
  return issues
}

const isField = (field: unknown): field is AudienceField =>
  typeof field === 'string' && Object.hasOwn(audienceFields, field)

/** A valid audience with its values as they are read: coordinates that were typed become numbers. */
function asRead(part: Audience): Audience {
  if ('all' in part) return { all: part.all.map(asRead) }
  if ('any' in part) return { any: part.any.map(asRead) }
  if ('not' in part) return { not: asRead(part.not) }
  const ops = audienceFields[part.field] as Partial<Record<string, z.ZodType>>
  return { ...part, value: ops[part.op]?.parse(part.value) } as AudienceCondition
}

/** An audience as calls accept it. */
export const audience = z
  .unknown()
  .superRefine((given, ctx) => {
    for (const { path, message } of issuesOf(given)) ctx.addIssue({ code: 'custom', path, message })
  })
  .transform((given) => asRead(given as Audience))
  .meta({
    description: `Who is meant: {all: [..]}, {any: [..]}, {not: ..} or a condition {field, op, value, value_to?}, with a field of ${FIELDS}. At most ${MOST_LEVELS} levels and ${MOST_CONDITIONS} conditions.`,
  })
