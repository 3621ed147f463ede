import type { z } from 'zod'
import { MOST_PREVIEWED, type SetPreview } from '#contract/changes.ts'
import { type RecordType, recordCalls } from '#contract/kinds.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { AppError, refused } from '../../../errors.ts'
import { titlesOf } from '../../../records/open-change.ts'
import { changesOf, type Plan, type PlannedWrite } from '../../../records/plan/plan.ts'
import { previewOf } from '../../../records/plan/preview.ts'
import { formatRecordCount, recordTables } from '../../../records/record-tables.ts'
import { readable } from '../history/history.repository.ts'

/** The values that many records should get: by column, and the fields as sent. */
export type SetValues = { columns: Record<string, unknown>; fields: Record<string, unknown> }

/** What a form sends that is not a field of the record. */
const BESIDE = ['time_zone']

/**
 * The values of `fields`, parsed by the rules of the form. Throws 422 on a field that is invalid, or cannot be set in
 * many records at once.
 */
export function readSetFields(type: RecordType, fields: Record<string, unknown> = {}): SetValues {
  const { edit } = recordCalls[type] as { edit?: { input: z.ZodObject } }
  const { columns, set } = recordTables[type]
  const values: Record<string, unknown> = {}
  const read: Record<string, unknown> = {}
  const errors: Record<string, string[]> = {}
  for (const [field, sent] of Object.entries(fields)) {
    const column = set.find((name) => (columns[name]?.wire ?? name) === field)
    const schema = edit?.input.shape[field]
    if (!schema || (!column && !BESIDE.includes(field)))
      throw refused(field, `The field ${field} cannot be set in many records.`, 'not_allowed')
    const parsed = schema.safeParse(sent) as z.ZodSafeParseResult<unknown>
    if (!parsed.success) errors[field] = parsed.error.issues.map(({ message }) => message)
    else {
      read[field] = parsed.data
      if (column) values[column] = parsed.data
    }
  }
  const [first] = Object.values(errors).flat()
  if (first !== undefined) throw new AppError(422, first, { code: 'invalid', errors })
  if (!Object.keys(values).length) throw refused('fields', 'Please choose a field.', 'required')
  return { columns: values, fields: read }
}

/** SQL for the records that do not already have all of these values. */
export function differing(table: RecordTable, { columns }: SetValues) {
  const conditions = Object.keys(columns).map((column) => `${table}.${column} is distinct from ?`)
  return { sql: `(${conditions.join(' or ')})`, values: Object.values(columns) as string[] }
}

/** 409 for records that refuse the common values, with what the change would do. */
export function refusedBy(table: RecordType, preview: SetPreview) {
  const { refused_count } = preview
  const message = `${formatRecordCount(table, refused_count)} cannot be changed like this. Nothing was changed.`
  return new AppError(409, message, { code: 'obstacles', data: preview })
}

/** What plans would do, as people read it: how many records, and the first changes and refusals. */
export async function describePlans(
  db: Db,
  table: RecordType,
  plans: Iterable<Plan> | AsyncIterable<Plan>,
): Promise<SetPreview> {
  const { count, writes, refused_count, refused } = await previewOf(plans, MOST_PREVIEWED)
  const idOf = ({ row }: PlannedWrite) => row?.id ?? ''
  const titles = await titlesOf(
    db,
    table,
    refused.map(({ write }) => idOf(write)),
  )
  const first = writes.map((write) => ({ id: idOf(write), changes: changesOf(write) }))
  const records = await readable(db, table, first)
  return {
    count,
    changes: records
      .flatMap(({ record_id, title, fields }) =>
        fields.map(({ field, from, to }) => ({ record_id, title, field, from, to })),
      )
      .slice(0, MOST_PREVIEWED),
    refused: refused.map(({ write, error }) => ({
      record_id: idOf(write),
      title: titles.get(idOf(write)) ?? '',
      errors: error.errors ?? {},
    })),
    refused_count,
  }
}
