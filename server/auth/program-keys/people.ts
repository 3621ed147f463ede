import { type AppError, changedMeanwhile, forbidden } from '../../errors.ts'
import type { Grant } from './grants.ts'

/** The fields in which records name people: their owner by id and name, others by name or email address. */
const PEOPLE: Readonly<Record<string, (value: unknown) => unknown>> = {
  user: (value) => (value === null || typeof value !== 'object' ? value : { ...value, name: '' }),
  added_by: (value) => (typeof value === 'string' ? '' : value),
  user_email: () => null,
}

export const NO_PEOPLE = 'This key does not read users, so it cannot ask for their names.'

/** Whether a key reads records of other kinds without the names and addresses of people in them. */
export const isWithoutPeople = ({ types }: Grant) => !types.has('users')

/** Whether a field names people. */
export const namesPeople = (field: string) => Object.hasOwn(PEOPLE, field) && field !== 'user'

// A row may have no prototype; a file has a class.
const isPlain = (value: object) => [null, Object.prototype].includes(Object.getPrototypeOf(value))

/** The same answer without people's names and addresses; their ids stay. */
export function withoutPeople<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer)) return answer.map(withoutPeople) as Answer
  if (answer === null || typeof answer !== 'object' || !isPlain(answer)) return answer
  const isSomebodys = Object.hasOwn(answer, 'user')
  return Object.fromEntries(
    Object.entries(answer).map(([field, value]) => {
      // Owners change their own records.
      if (isSomebodys && field === 'updated_by') return [field, null]
      const empty = Object.hasOwn(PEOPLE, field) ? PEOPLE[field] : undefined
      return [field, empty ? empty(value) : withoutPeople(value)]
    }),
  ) as Answer
}

/** Removes names and addresses of people from a refusal, such as the 409 about an owner's change. */
export function takeOutPeople(error: AppError) {
  const { changed_by, data } = error.more
  Object.assign(error.more, withoutPeople(error.more))
  if (changed_by === undefined || !data || !Object.hasOwn(data, 'user')) return
  delete error.more.changed_by
  error.message = changedMeanwhile()
}

/**
 * Throws 403 for an input that filters or sorts by people, or asks for their column: the answer would reveal who they
 * are.
 */
export function refusePeople(input: unknown) {
  const {
    filters = {},
    sort = [],
    columns = [],
  } = input as {
    filters?: object
    sort?: { field?: unknown }[]
    columns?: unknown[]
  }
  const asked = [...Object.keys(filters), ...sort.map(({ field }) => field), ...columns]
  if (asked.some((field) => typeof field === 'string' && namesPeople(field))) throw forbidden(NO_PEOPLE)
}
