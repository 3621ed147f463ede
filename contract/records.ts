import { z } from 'zod'
import { flag, id, searchText, wholeNumber } from './fields.ts'

/** What every record carries, whatever it is about. */
export const record = z.object({
  _id: z.string(),
  is_deleted: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** Grows by one with each change; edit, delete and restore send it back. */
  version: z.int(),
  /** The row number in the list it was read from, counted across pages. */
  srno: z.int().optional(),
})
export type RecordRow = z.output<typeof record>

/** Another record, as lists show it: its id and what people call it. */
export const reference = z.object({ _id: z.string(), name: z.string() })
export type Reference = z.output<typeof reference>

export const textOps = ['contains', 'equals', 'starts_with'] as const
export const numberOps = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'between_inclusive'] as const
const filterValue = z.union([searchText(250), z.number(), z.boolean().transform(String)])

const filter = z.object({
  op: z.string().max(30).optional(),
  value: filterValue,
  value_to: filterValue.optional(),
})

/** What every list takes, all of it optional. Which fields may be sorted and filtered is each list's own closed set. */
export const listInput = z.object({
  page: wholeNumber.pipe(z.int().min(1)).optional(),
  per_page: wholeNumber.pipe(z.int().min(1).max(100)).optional(),
  sort: z
    .array(z.object({ field: z.string().max(60), order: z.enum(['asc', 'desc']) }))
    .max(5)
    .optional(),
  filters: z.record(z.string().max(60), filter).optional(),
  is_deleted: flag.optional(),
})
export type ListInput = z.output<typeof listInput>

/** One page of a list; `total` counts all that match. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ message: z.string(), data: z.array(row), total: z.int(), current_page: z.int() })

/** The answer of add and edit: the record as lists show it. */
export const saved = <Row extends z.ZodType>(row: Row) => z.object({ message: z.string(), data: row })

/** The answer of a call that has nothing to give back but a sentence. */
export const done = z.object({ message: z.string() })

/** `version` of the record that the caller has seen; when it is no longer the current one, the call is refused with 409. */
export const seenVersion = { version: wholeNumber.optional() }

/** Names one record by its id, under the name the call uses for it, with the version that was seen. */
export const which = <Key extends string>(key: Key) =>
  z.object({ ...({ [key]: id } as Record<Key, typeof id>), ...seenVersion })

/** The body of every refusal. A 409 also brings the current record and who changed it when. */
export const failure = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  data: z.unknown().optional(),
  changed_by: z.string().optional(),
  changed_at: z.string().optional(),
  request_id: z.string().optional(),
  /** The message once more, where rich-text editors look for it. */
  error: z.object({ message: z.string() }).optional(),
})
export type Failure = z.output<typeof failure>

/** The four sentences said after a change: `{entity} added successfully.` and so on. */
export const toasts = (entity: string) => ({
  added: `${entity} added successfully.`,
  updated: `${entity} updated successfully.`,
  removed: `${entity} removed successfully.`,
  restored: `${entity} restored successfully.`,
})

export const PAGE_SIZES = [10, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 10
/** The most records a list gives when no page is asked for. */
export const MOST_WITHOUT_PAGE = 1000
