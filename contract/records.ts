import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, searchText, wholeNumber } from './fields.ts'
import type { RecordKind } from './kind.ts'
import { type FieldCode, fieldCodes, type RefusalCode, refusalCodes } from './refusal-codes.ts'

const recordId = z.string().meta({ description: 'The id of the record.' })
/** How often a record has changed, as its answers say. */
export const version = z.int().meta({
  description: 'Counts its changes: send the one that you have read, so that nothing of others is overwritten.',
})

/** The fields of every record. */
export const record = z.object({
  _id: recordId,
  is_deleted: z.boolean().meta({ description: 'Whether it was removed.' }),
  created_at: z.iso.datetime().meta({ description: 'When it was added.' }),
  updated_at: z.iso.datetime().meta({ description: 'When it last changed.' }),
  /** The name of the person who added or last changed it; null if nobody did, as for what was there from the start. */
  updated_by: z.string().nullable(),
  version,
  /** The row's number in its list, counted across pages. */
  srno: z.int().optional(),
})
export type RecordRow = z.output<typeof record>

/** A reference to another record: its id and name. */
export const reference = z.object({
  _id: recordId,
  name: z.string().meta({ description: 'What the record is called.' }),
})
export type Reference = z.output<typeof reference>

/**
 * `user` is the person who added a record; `added_by` repeats the name for lists, `added_by_kind` says what kind of
 * person.
 */
export const addedBy = { user: reference, added_by: z.string(), added_by_kind: z.enum(['admin', 'user']) }

export const textOps = [
  'contains',
  'equals',
  'starts_with',
  'ends_with',
  'not_contains',
  'not_equals',
  'is_empty',
  'not_empty',
] as const
export const numberOps = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'between_inclusive'] as const
/** For ids, fixed words and flags. `in` takes a list of values. */
export const choiceOps = ['eq', 'in'] as const

/** Whether a filter with this operator is complete without a value. */
export const needsNoValue = (op: string | undefined) => op === 'is_empty' || op === 'not_empty'

const filterValue = z.union([searchText(250), z.number(), z.boolean().transform(String)])

export const filter = z
  .object({
    op: z.string().max(30).optional(),
    value: z.union([...filterValue.options, z.array(searchText(250)).min(1).max(100)]).optional(),
    value_to: filterValue.optional(),
  })
  .refine(({ op, value }) => value !== undefined || needsNoValue(op), 'This filter needs a value.')

/** Whether a filter narrows nothing: lists ignore a blank one. */
export const isBlankFilter = ({ op, value = '' }: z.output<typeof filter>) =>
  !needsNoValue(op) && [value].flat().some((part) => String(part).trim() === '')

export const sortTerm = z.object({ field: z.string().max(60), order: z.enum(['asc', 'desc']) })

/** The refusal of input that a list does not know: ignoring it would show other records than the caller asked for. */
const notTaken = ({ code, keys = [] }: { code?: string; keys?: string[] }) =>
  code === 'unrecognized_keys' ? `This list does not take ${keys.join(', ')}.` : undefined

/** The input of every list; all parts are optional. Each list has a closed set of fields to sort and filter by. */
export const listInput = z.strictObject(
  {
    // The limits again for the call's description, which shows what is sent, not what it becomes.
    page: wholeNumber.pipe(z.int().min(1)).meta({ description: 'From 1.', minimum: 1 }).optional(),
    per_page: wholeNumber
      .pipe(z.int().min(1).max(100))
      .meta({ description: 'From 1 to 100.', minimum: 1, maximum: 100 })
      .optional(),
    sort: z.array(sortTerm).max(5).optional(),
    filters: z.record(z.string().max(60), filter).optional(),
    is_deleted: flag
      .meta({ description: 'Only inactive, or only active records. Left out, both, but none whose adding was undone.' })
      .optional(),
  },
  { error: (issue) => notTaken(issue as Parameters<typeof notTaken>[0]) },
)
export type ListInput = z.output<typeof listInput>

/** The answer of a call that changes no record: only a message, or with data. */
export const said = z.object({
  message: z.string().meta({ description: 'What came of the call, in words for people.' }),
})

/** One page of a list; `total` counts all matches. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  said.extend({
    data: z.array(row).meta({ description: 'The records of the page.' }),
    total: z.int().meta({ description: 'How many records there are on all pages.' }),
    current_page: z.int().meta({ description: 'The number of this page, from 1.' }),
  })

/**
 * How every answer of a call that changes records begins. If a server does not say whether the change can be undone,
 * the user may try.
 */
const changed = {
  ...said.shape,
  change_id: z.string().nullable().meta({ description: 'The change that was made; null where nothing differed.' }),
  can_undo: z.boolean().optional().meta({ description: 'Whether the back-office can undo the change right away.' }),
}

/** The answer to add and edit: the record as lists show it. */
export const saved = <Row extends z.ZodType>(row: Row) =>
  z.object({ ...changed, data: row.meta({ description: 'The record as it is now.' }) })

/** A field of an edit that someone else changed after the caller read the record; their value was kept. */
export const mergedField = z.object({
  field: z.string().meta({ description: 'The name of the field.' }),
  by: z.string().meta({ description: 'Who changed it.' }),
  at: z.iso.datetime().meta({ description: 'When they changed it.' }),
})
export type MergedField = z.output<typeof mergedField>

/** The answer to an edit. `merged` is present if someone else changed other fields in the meantime. */
export const edited = <Row extends z.ZodType>(row: Row) => saved(row).extend(mergedOf(mergedField))

/** The field of such an answer, for callers who are told as much as `field` has. */
export const mergedOf = <Field extends z.ZodType>(field: Field) => ({
  merged: z
    .array(field)
    .optional()
    .meta({ description: 'Fields that somebody else has changed since `version`, and that were kept.' }),
})

/** An answer whose `warning` says what part of the content could not be kept. */
export const withWarning = <Shape extends z.ZodRawShape>(answer: z.ZodObject<Shape>) =>
  answer.extend({ warning: z.string().optional() })

/** The answer to a change that returns no record. */
export const done = z.object(changed)

/** A second sentence after the message: that this server sends no email, for instance. */
export const note = { note: z.string().optional() }
export const answered = <Data extends z.ZodType>(data: Data) =>
  said.extend({ data: data.meta({ description: 'What was asked for.' }) })

/** The `version` that the caller last read. If it is outdated, the call is refused with 409. */
export const seenVersion = {
  version: wholeNumber
    .optional()
    .meta({ description: 'The version that you have read, so that nothing of others is overwritten.' }),
}

/** The id of one record, under the name that the call uses, and the version last read. */
export const which = <Key extends string>(key: Key) =>
  z.object({ ...({ [key]: id } as Record<Key, typeof id>), ...seenVersion })

/** The input of a restore; `only_with` restores exactly what was deleted together with the record. */
export const restoring = <Key extends string>(key: Key) => which(key).extend({ only_with: flag.optional() })

/** Codes with their meanings, for the description of the calls. */
const listed = (codes: Record<string, string>) =>
  Object.entries(codes)
    .map(([code, words]) => `- \`${code}\`: ${words}`)
    .join('\n')

const fieldErrors = z.record(z.string(), z.array(z.string())).meta({
  description: 'What is wrong with single fields, in words for people.',
})

/** One refused record of many: its place in the call, from 0, and why, by field. */
export const refusedRecord = z.object({
  place: z.int().meta({ description: 'The place of the record in the call, from 0.' }),
  errors: fieldErrors,
})

/** The body of every refusal. A 409 also has the current record, who changed it and when. */
export const failure = z.object({
  /** The reason, for programs; never renamed. */
  code: z.enum(Object.keys(refusalCodes) as RefusalCode[]).meta({ description: listed(refusalCodes) }),
  message: z.string().meta({ description: 'Why the call is refused, in words for people.' }),
  errors: fieldErrors.optional(),
  error_codes: z
    .record(
      z.string(),
      z.array(z.enum(Object.keys(fieldCodes) as FieldCode[]).meta({ description: listed(fieldCodes) })),
    )
    .optional()
    .meta({ description: 'Why each field is refused, for programs, in the order of its `errors`.' }),
  data: z
    .unknown()
    .optional()
    .meta({ description: 'The record as it is now, where somebody has changed it meanwhile.' }),
  changed_by: z.string().optional().meta({ description: 'Who has changed it meanwhile.' }),
  changed_at: z.string().optional().meta({ description: 'When it was changed.' }),
  by_yourself: z
    .boolean()
    .optional()
    .meta({ description: 'Whether it was the caller, in another window or on another device.' }),
  base: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'The fields as they were at the `version` that was sent.' }),
  collisions: z.array(z.string()).optional().meta({ description: 'The fields that both sides have changed.' }),
  refused: z.array(refusedRecord).optional().meta({ description: 'The refused ones of many records.' }),
  request_id: z.string().optional().meta({ description: 'Names the fault in the log of the server.' }),
  /** Where rich-text editors look for it. */
  error: z
    .object({ message: z.string().meta({ description: 'Why the call is refused, in words for people.' }) })
    .optional()
    .meta({ description: 'The message once more.' }),
})
export type Refusal = z.output<typeof failure>
/** The same as the caller reads it: a server of an earlier release, or a proxy, sends no code. */
export type Failure = Omit<Refusal, 'code'> & Partial<Pick<Refusal, 'code'>>

/** The four messages after a change: `{entity} added successfully.` and so on. */
export const toasts = ({ name, entity = name }: Pick<RecordKind, 'name' | 'entity'>) => ({
  added: `${entity} added successfully.`,
  updated: `${entity} updated successfully.`,
  removed: `${entity} removed successfully.`,
  restored: `${entity} restored successfully.`,
})

export const PAGE_SIZES = [10, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 10
/** The most records in a list without `page`. */
export const MOST_WITHOUT_PAGE = 1000

/**
 * The call that reads one record, deleted or not, as its list shows it. `key` is the name of the id in its other calls.
 */
export const getOf = <Key extends string, Row extends z.ZodType>(path: string, key: Key, row: Row) =>
  endpoint(path, z.object({ [key]: id } as Record<Key, typeof id>), answered(row))
