import { z } from 'zod'
import { column } from './kind.ts'

/**
 * A moment from which on something is so, as ISO 8601; an empty one becomes null. Where it is left out of a call it stays
 * as it is.
 */
const moment = z
  .union([z.iso.datetime({ offset: true, error: 'Please enter a date and a time.' }), z.literal('')])
  .nullable()
  .transform((value): string | null | undefined => (value ? new Date(value).toISOString() : null))
  .optional()

/** When owners begin and cease to see a record; null where they see it from the start, and until it is deleted. */
export const publishing = { publish_at: z.iso.datetime().nullable(), unpublish_at: z.iso.datetime().nullable() }
export type Publishing = { publish_at: string | null; unpublish_at: string | null }
/** The same as it is sent. */
export const publishingFields = { publish_at: moment, unpublish_at: moment }
export const publishingColumns = {
  publish_at: { ...column.time('Publish on', 'office'), since: '1.2.0' },
  unpublish_at: { ...column.time('Take down on', 'office'), since: '1.2.0' },
} as const

export const TAKEN_DOWN_FIRST = 'Please choose a time after “Publish on”.'
/** Whether a record is taken down after it is published, if both have a time. */
export const isInOrder = ({ publish_at, unpublish_at }: Partial<Publishing>) =>
  !publish_at || !unpublish_at || publish_at < unpublish_at
