import { z } from 'zod'
import { wholeNumber } from './fields.ts'
import { type filter, isBlankFilter } from './records.ts'

/**
 * Whether what is chosen by a list's filters may be every record: without a filter that narrows, or with one that is
 * blank. A call that acts on what matches then wants to know how many records its caller expects.
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

/** How many records the caller expects to match; when another number does, nothing happens. */
export const expected = wholeNumber.pipe(z.int().min(0, '`expect` must be 0 or more.'))
