import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { answered, done, saved } from './records.ts'
import { yearFields } from './years.ts'

/** What is copied into a new model year. */
export const rolloverParts = ['models', 'manuals', 'pages'] as const
export type RolloverPart = (typeof rolloverParts)[number]

const counts = z.object({ models: z.int(), manuals: z.int(), pages: z.int() })
export type RolloverCounts = z.output<typeof counts>

/** A new model year prepared from an existing one: owners see nothing of it until it goes live. */
export const rollover = z.object({
  _id: z.string(),
  state: z.enum(['preparing', 'ready', 'live', 'discarded']),
  from_year: z.object({ _id: z.string(), name: z.string() }),
  year_id: z.string(),
  /** The name of the new year. */
  name: z.string(),
  parts: z.array(z.enum(rolloverParts)),
  /** How much there is to copy, and how much has been copied. */
  counts,
  made: counts,
  /** When it goes live automatically. */
  go_live_at: z.iso.datetime().nullable(),
  /** The change that prepares it, and can be stopped meanwhile. */
  change_id: z.string(),
  /** Why it could not be prepared and was discarded. */
  problem: z.string().nullable(),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
})
export type Rollover = z.output<typeof rollover>

/** How a record of the copied year differs from what was copied. */
export const rolloverDifference = z.object({
  record_type: z.enum(['models', 'manuals', 'manual_pages']),
  /** The record in the copied year. */
  source_id: z.string(),
  /** Its copy; null if it was added since. */
  copy_id: z.string().nullable(),
  title: z.string(),
  difference: z.enum(['changed', 'added', 'deleted']),
  /** The labels of the fields that have changed since the copy. */
  changed_fields: z.array(z.string()),
  /** Whether the copy has been changed too, so that taking over would overwrite that. */
  copy_changed: z.boolean(),
})
export type RolloverDifference = z.output<typeof rolloverDifference>

const NOTHING_CHOSEN = 'Please choose what to copy.'
const ids = z.array(id).max(2000)
const planFields = z.object({
  from_year_id: id,
  parts: z.array(z.enum(rolloverParts), NOTHING_CHOSEN).min(1, NOTHING_CHOSEN).max(rolloverParts.length),
  /** Only these models and manuals, and only pages of these topics. */
  model_ids: ids.optional(),
  manual_ids: ids.optional(),
  topic_ids: ids.optional(),
})
export const rolloverFields = planFields.extend({ name: yearFields.shape.name })
const which = z.object({ rollover_id: id })

export const rollovers = {
  list: endpoint('admin/rollovers/list', z.object({}), answered(z.array(rollover))),
  /** What would be copied, and what would be left out. */
  plan: endpoint(
    'admin/rollovers/plan',
    planFields,
    answered(
      z.object({
        counts,
        models: z.array(z.object({ _id: z.string(), name: z.string(), rv_type: z.string() })),
        manuals: z.array(z.object({ _id: z.string(), name: z.string(), page_count: z.int() })),
        topics: z.array(z.object({ _id: z.string(), name: z.string(), page_count: z.int() })),
      }),
    ),
  ),
  /** Starts copying a year into a new one that owners do not see; a job does the work. 422 if the name is taken. */
  prepare: endpoint('admin/rollovers/prepare', rolloverFields, saved(rollover), { change: 'add', once: true }),
  /**
   * Shows the whole new year to owners, now or at a time (ISO 8601); with `at: null` it no longer goes live
   * automatically.
   */
  goLive: endpoint(
    'admin/rollovers/go_live',
    which.extend({
      at: z.iso.datetime({ offset: true, error: 'Please enter a date and a time.' }).nullable().optional(),
    }),
    saved(rollover),
    { change: 'edit' },
  ),
  /** Deletes everything in the new year. */
  discard: endpoint('admin/rollovers/discard', which, done, { change: 'delete' }),
  /** What has changed in the copied year since it was copied. */
  since: endpoint('admin/rollovers/since', which, answered(z.array(rolloverDifference))),
  /** Updates copies to match their originals: these, or all that differ. */
  takeOver: endpoint('admin/rollovers/take_over', which.extend({ source_ids: ids.optional() }), saved(rollover), {
    change: 'edit',
  }),
}
