import { z } from 'zod'
import { fieldTypes } from './column.ts'
import { endpoint } from './endpoint.ts'
import { flag, id } from './fields.ts'
import { bulkActions, changeKinds } from './kind.ts'
import { laterTypes, recordTypes } from './kinds.ts'
import { EXPECT_ALL, expected, mayMatchAll } from './matching.ts'
import { answered, isBlankFilter, listInput, pageOf, saved } from './records.ts'

export const actorKinds = ['admin', 'program', 'user', 'system'] as const

/** Who made a change; for a program, its key. The system has no id; its name is the reason it acted. */
export const changeBy = z.object({ _id: z.string().nullable(), name: z.string(), kind: z.enum(actorKinds) })

/** What one call did to one or more records. */
export const change = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  by: changeBy,
  kind: z.enum(changeKinds),
  /** The sentence shown when it was made. */
  message: z.string(),
  record_type: z.enum(recordTypes),
  /** The name of its first record. */
  title: z.string(),
  record_count: z.int(),
  /** A change to very many records runs in steps, while `record_count` grows. A failed or stopped one is incomplete. */
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  /** Why it failed. */
  reason: z.string().nullable(),
  /** How many records a running change covers; for a finished one, how many were meant, if some needed no change. */
  expected_count: z.int().nullable(),
  /** How many records it skipped because something was in the way. */
  left_count: z.int(),
  /** The change that this one undid. */
  undoes: z.string().nullable(),
  /** Of an undo: it redid what another undo had undone. */
  is_redo: z.boolean(),
  /** The change that undid this one. */
  undone_by: z.string().nullable(),
  can_undo: z.boolean(),
  /** An owner's changes within an hour are one fold, which the list can filter by; null for all others. */
  fold: z.string().nullable(),
  /** How many other changes of its fold this row, the newest, stands for. */
  folded_count: z.int(),
  srno: z.int().optional(),
})
export type Change = z.output<typeof change>

/** A record as named in a sentence; `within` tells namesakes apart: for a model, its type and year. */
const namedRecord = z.object({
  record_type: z.enum(recordTypes),
  record_id: z.string(),
  title: z.string(),
  within: z.string().nullable(),
})
export type NamedRecord = z.output<typeof namedRecord>

/** A part of a sentence. A part that names a record links to its page; the first part says who made the change. */
export const sentencePart = z.object({
  text: z.string(),
  record_type: z.enum(recordTypes).optional(),
  record_id: z.string().optional(),
  /** The path of the record's page in the back-office. */
  link: z.string().optional(),
  is_actor: z.literal(true).optional(),
})
export type SentencePart = z.output<typeof sentencePart>

/** A change as people read it: who did what to which record, as plain text and in parts, with its first ten records. */
export const describedChange = change.extend({
  sentence: z.string(),
  /** The same in parts; joined, their texts are the sentence. */
  parts: z.array(sentencePart),
  details: z.array(namedRecord).max(10),
})
export type DescribedChange = z.output<typeof describedChange>

/**
 * What happened to one field. `label` is the field's label in the form; `from` and `to` are as people read them; lists
 * cut long ones to the part around the first difference.
 */
export const fieldChange = z.object({
  field: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  from: z.unknown(),
  to: z.unknown(),
  is_shortened: z.boolean().optional(),
})
export type FieldChange = z.output<typeof fieldChange>

/** What happened to one record. */
export const changedRecord = z.object({
  entry_id: z.string(),
  record_type: z.enum(recordTypes),
  record_id: z.string(),
  title: z.string(),
  kind: z.enum(['add', 'edit', 'delete', 'restore']),
  /** The version the record got; null if that was not recorded. */
  version: z.int().nullable(),
  fields: z.array(fieldChange),
})
export type ChangedRecord = z.output<typeof changedRecord>

/** A record whose change cannot be undone, and why, in words. */
export const undoObstacle = z.object({
  record_type: z.enum(recordTypes),
  record_id: z.string(),
  title: z.string(),
  reason: z.string(),
})
export type UndoObstacle = z.output<typeof undoObstacle>

/** What an undo would do: to how many records, how many are blocked, and the first hundred of those. */
export const undoPreview = z.object({
  record_count: z.int(),
  obstacle_count: z.int(),
  obstacles: z.array(undoObstacle),
})
export type UndoPreview = z.output<typeof undoPreview>

export const ALREADY_UNDONE = 'This change has already been undone.'
export const STILL_RUNNING = 'This change is still running.'
export const CANNOT_BE_UNDONE = 'This change cannot be undone.'

const whichChange = z.object({ change_id: id })
const recordType = z.enum(recordTypes, 'Unknown record type.')
const whichRecord = { record_type: recordType, record_id: id }
const paging = { page: listInput.shape.page, per_page: listInput.shape.per_page }

/** The most ids in one bulk call; more records are chosen by filters. */
export const MOST_BULK_IDS = 1000
const TOO_MANY_IDS = 'Please select at most 1,000 records, or all that match.'

/** Many records: by id, or by the filters of their list. */
const chosenRecords = z.object({
  record_type: recordType,
  ids: z.array(id).min(1, 'Please select records.').max(MOST_BULK_IDS, TOO_MANY_IDS).optional(),
  /** The filters of the list, as it sends them. */
  matching: z
    .strictObject(
      {
        filters: listInput.shape.filters,
        is_deleted: flag.optional(),
        status: flag.optional(),
        manual_id: id.optional(),
        user_id: id.optional(),
      },
      'Unknown filter.',
    )
    .optional(),
  /** Records that match but are excluded. */
  except: z.array(id).max(MOST_BULK_IDS, TOO_MANY_IDS).optional(),
})

const PLEASE_SELECT = 'Please select records.'

/** How many changes and how many refusals a preview lists. */
export const MOST_PREVIEWED = 100

/** What setting fields would do: to how many records, what would change, and which records refuse. */
export const setPreview = z.object({
  count: z.int(),
  /** The first hundred, as people read them: a reference is its id and name. */
  changes: z.array(
    z.object({ record_id: z.string(), title: z.string(), field: z.string(), from: z.unknown(), to: z.unknown() }),
  ),
  refused: z.array(
    z.object({ record_id: z.string(), title: z.string(), errors: z.record(z.string(), z.array(z.string())) }),
  ),
  refused_count: z.int(),
})
export type SetPreview = z.output<typeof setPreview>

const bulkFields = chosenRecords
  .extend({
    action: z.enum(bulkActions, 'Unknown action.'),
    expect: expected.optional(),
    /** For `set`: the values that all records get, by field. */
    fields: z.record(z.string().max(60), z.unknown()).optional(),
    /** For `set`: changes nothing and answers what would change. */
    preview: flag.optional(),
    /** For `set`: skips records that refuse the values, instead of refusing all. */
    leave_obstacles: flag.optional(),
  })
  .refine(({ action, fields, preview }) => action === 'set' || (!fields && !preview), {
    error: 'Only the action set takes fields.',
    path: ['fields'],
  })
  .refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), PLEASE_SELECT)
  .superRefine(({ matching, expect }, ctx) => {
    if (!matching || expect !== undefined || !mayMatchAll(matching)) return
    const isBlank = Object.values(matching.filters ?? {}).some(isBlankFilter)
    ctx.addIssue({ code: 'custom', path: ['matching'], message: isBlank ? 'This filter needs a value.' : EXPECT_ALL })
  })
export type BulkFields = z.output<typeof bulkFields>

/** How many records of one kind; `filters` select them in their list. */
const related = z.object({
  record_type: z.enum(recordTypes),
  count: z.int(),
  filters: z.record(z.string(), z.object({ op: z.string(), value: z.string() })),
})

const message = z.string()
/** An administrator who has a form open, and in which window, if known. */
export const present = z.object({ _id: z.string(), name: z.string(), window_id: z.string().optional() })
export type Present = z.output<typeof present>

export const changes = {
  /** Without filters, an owner's changes within an hour are one row. */
  list: endpoint('admin/changes/list', listInput, pageOf(describedChange)),
  get: endpoint(
    'admin/changes/get',
    z.object({ change_id: id, ...paging }),
    pageOf(changedRecord).extend({ change: describedChange }),
  ),
  /** The history of one record, newest first. */
  of_record: endpoint(
    'admin/changes/of_record',
    z.object({ ...whichRecord, ...paging }),
    pageOf(changedRecord.extend({ change: describedChange })),
  ),
  /** What happened to one record, with full texts. */
  entry: endpoint('admin/changes/entry', z.object({ entry_id: id }), answered(changedRecord.extend({ change }))),
  /** Says what an undo would do, and what blocks it. */
  preview_undo: endpoint('admin/changes/preview_undo', whichChange, answered(undoPreview)),
  /**
   * Undoes a change; the resulting change can be undone as well. If something is in the way, the answer is a 409 that
   * names it, or, with `leave_obstacles`, the rest is undone. Undoing more records than `ask_above` is a 409 as well.
   */
  undo: endpoint(
    'admin/changes/undo',
    whichChange.extend({ leave_obstacles: flag.optional(), ask_above: z.int().min(0).optional() }),
    saved(describedChange),
    { change: 'undo', once: true },
  ),
  /** Stops a running change after the current step. What it has done can be undone. */
  stop: endpoint('admin/changes/stop', whichChange, answered(change)),
}

export const records = {
  /** A page's scheduled edits by field; null if there are none. */
  later_edits: endpoint(
    'admin/later_edits',
    z.object({ record_type: z.enum(laterTypes, 'Unknown kind of record.'), record_id: id }),
    answered(z.object({ edits_at: z.iso.datetime(), fields: z.record(z.string(), z.unknown()) }).nullable()),
  ),
  /**
   * Does the same to many records, as one change; null if there is nothing to do. `set` gives them the same values by
   * the rules of the form; if a record refuses them, the answer is a 409 whose `data` is a preview.
   */
  bulk: endpoint('admin/bulk', bulkFields, saved(z.union([change, setPreview]).nullable()), {
    change: 'other',
    once: true,
  }),
  /**
   * Moves a record in its sequence: before another one, or to the end. Models only trade places with those of their
   * type and year, unless `in_part` is false.
   */
  reorder: endpoint(
    'admin/reorder',
    z.object({ ...whichRecord, before: id.nullable(), in_part: flag.optional() }),
    saved(change.nullable()),
    { change: 'reorder' },
  ),
  /**
   * The number after the last one of a sequence, for the form of a new record; null if there is none. `within` is the
   * parent record of the sequence: the topic of a sub topic.
   */
  next_number: endpoint(
    'admin/next_number',
    z.object({ record_type: recordType, within: id.optional() }),
    answered(z.object({ seq_no: z.int().nullable() })),
  ),
  /**
   * What is deleted or restored together with a record, and which records use it; for many records, what deleting them
   * does.
   */
  relations: endpoint(
    'admin/relations',
    chosenRecords
      .extend({ record_id: id.optional() })
      .refine(
        ({ record_id, ids, matching }) => [record_id, ids, matching].filter((one) => one !== undefined).length === 1,
        PLEASE_SELECT,
      ),
    z.object({
      message,
      data: z.object({
        /** Active records deleted with it. */
        along: z.array(related),
        /** Active records that refer to it and stay. */
        used_by: z.array(related),
        /** Deleted records that come back with it, at every level, and how many. */
        returning: z.array(related),
        below: z.int(),
        /** Those deleted together with it; 0 for many records, which bring everything back. */
        went_with: z.int(),
      }),
    }),
  ),
  /**
   * Reports that a record's form is open (for 45 seconds, so it is repeated) or closed in this window; answers who has
   * it open.
   */
  presence: endpoint(
    'admin/presence',
    z.object({ ...whichRecord, open: flag, window_id: z.string().max(64).optional() }),
    z.object({ message, data: z.array(present) }),
  ),
}
