import { z } from 'zod'
import type { Column } from './column.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { frenchColumns, frenchStates } from './french.ts'
import { FORMAT_WANTED, frenchFormats, frenchFormatTypes } from './french-files.ts'
import { kinds, recordTypes } from './kinds.ts'
import { answered, done, pageOf } from './records.ts'

/** The kinds of records that owners read in French. */
export const frenchTypes = recordTypes.filter(
  (type) => frenchColumns(kinds[type].columns as Readonly<Record<string, Column>>).length,
)
export type FrenchType = (typeof frenchTypes)[number]
const frenchType = z.enum(frenchTypes, 'Unknown record type.')
/** The states with work left to do. */
export const unfinishedStates = ['none', 'part', 'older'] as const
export const ENGLISH_ONLY = 'Owners read only English here.'
const STATE_WANTED = 'Please choose none, part or older.'
const unfinishedState = z.enum(unfinishedStates, STATE_WANTED)
export const MOST_CONFIRMED = 500

/** Which records without current French to select. */
const which = {
  record_type: frenchType.optional(),
  /** Only records in this state, or these. */
  state: z.union([unfinishedState, z.array(unfinishedState).min(1).max(3)], STATE_WANTED).optional(),
}

/** A record whose French is not current. */
const unfinished = z.object({
  record_type: frenchType,
  record_id: z.string(),
  version: z.int(),
  title: z.string(),
  /** The English fields whose French is missing or out of date. */
  fields: z.array(z.string()),
  state: z.enum(frenchStates),
  /** How many English words these have. */
  words: z.int(),
})
export type Unfinished = z.output<typeof unfinished>

/** The English words of a field, before and now. */
const changedEnglish = z.object({ field: z.string(), is_rich: z.boolean(), from: z.string(), to: z.string() })
export type ChangedEnglish = z.output<typeof changedEnglish>

export const frenchCalls = {
  /** The active records whose French is not current, by kind in the menu's order. */
  list: endpoint(
    'admin/french/list',
    z.object({
      ...which,
      page: z.int().min(1).max(100_000).default(1),
      per_page: z.int().min(1).max(100).default(50),
    }),
    pageOf(unfinished),
  ),
  /**
   * A file of the same records for translators, with the English and French of each field; `admin/import/rehearse`
   * takes it back with `record_type: 'french'`. 422 while owners read only English.
   */
  export: endpoint(
    'admin/french/export',
    z.object({ format: z.enum(frenchFormats, FORMAT_WANTED), ...which }),
    z.string(),
    { file: Object.values(frenchFormatTypes) },
  ),
  /**
   * What has changed in a record's English since its French was written: `from` is the English of that time. A field is
   * left out if the history no longer has it.
   */
  changed: endpoint(
    'admin/french/changed',
    z.object({ record_type: frenchType, record_id: id }),
    answered(z.array(changedEnglish)),
  ),
  /**
   * Confirms the French of records as it is; 422 with `refused` if there is none to confirm, or if a record's version
   * differs from the one in `versions`, which are in the order of `record_ids`.
   */
  confirm: endpoint(
    'admin/french/confirm',
    z
      .object({
        record_type: frenchType,
        record_ids: z
          .array(id)
          .min(1, 'Please select records.')
          .max(MOST_CONFIRMED, `Please select at most ${MOST_CONFIRMED} records.`),
        versions: z.array(z.int().min(1)).optional(),
      })
      .refine(({ record_ids, versions }) => !versions || versions.length === record_ids.length, {
        path: ['versions'],
        error: 'Please give one version for each record.',
      }),
    done,
    { change: 'edit' },
  ),
}
