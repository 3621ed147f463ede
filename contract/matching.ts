import { z } from 'zod'
import { wholeNumber } from './fields.ts'
import { type filter, isBlankFilter } from './records.ts'

/**
 * Whether a list's filters may select every record: none narrows it, or one is blank. A call that acts on the matches
 * then requires the number that its caller expects.
 */
export function mayMatchAll({
  filters = {},
  ...scope
}: {
  filters?: Record<string, z.output<typeof filter>> | undefined
}) {
  const given = Object.values(filters)
  const narrows = given.length > 0 || Object.values(scope).some((value) => value !== undefined)
  return !narrows || given.some(isBlankFilter)
}

export const EXPECT_ALL = 'This would match every record. Please send in `expect` how many you expect.'

/** How many records the caller expects to match; with a different number, nothing happens. */
export const expected = wholeNumber.pipe(z.int().min(0, '`expect` must be 0 or more.'))
