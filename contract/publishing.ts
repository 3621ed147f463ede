import { z } from 'zod'
import { column } from './kind.ts'

/** The moment a change takes effect, as ISO 8601; empty becomes null. Left out of a call, it is kept. */
const moment = z
  .union([z.iso.datetime({ offset: true, error: 'Please enter a date and a time.' }), z.literal('')])
  .nullable()
  .transform((value): string | null | undefined => (value ? new Date(value).toISOString() : null))
  .optional()

/** When owners start and stop seeing a record; null for from the start, and until it is deleted. */
export const publishing = { publish_at: z.iso.datetime().nullable(), unpublish_at: z.iso.datetime().nullable() }
export type Publishing = { publish_at: string | null; unpublish_at: string | null }
/** The same as sent. */
export const publishingFields = { publish_at: moment, unpublish_at: moment }
export const publishingColumns = {
  publish_at: { ...column.time('Publish on', 'office'), since: '1.2.0' },
  unpublish_at: { ...column.time('Take down on', 'office'), since: '1.2.0' },
} as const

/** When a page's scheduled edits take effect; null if there are none. */
export const laterEdits = { edits_at: z.iso.datetime().nullable() }
export type LaterEdits = { edits_at: string | null }
/** The same as sent: when this edit takes effect, if owners are to see the page unchanged until then. */
export const laterEditsFields = { edits_at: moment }
export const laterEditsColumns = {
  edits_at: { ...column.time('Publish edits on', 'office'), since: '1.2.0', copied: false },
  edits: { ...column.hidden('office'), copied: false },
} as const

export const TAKEN_DOWN_FIRST = 'Please choose a time after “Publish on”.'
/** Whether a record is taken down after it is published, if both times are set. */
export const isInOrder = ({ publish_at, unpublish_at }: Partial<Publishing>) =>
  !publish_at || !unpublish_at || publish_at < unpublish_at
