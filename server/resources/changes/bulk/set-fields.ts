import type { z } from 'zod'
import { MOST_PREVIEWED, type SetPreview } from '#contract/changes.ts'
import { type RecordType, recordCalls } from '#contract/kinds.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { AppError, refused } from '../../../errors.ts'
import type { Changes } from '../../../records/activity.ts'
import { changeRecords, chunksOf, readRows, type StoredRow } from '../../../records/change.ts'
import { type AnyChange, titlesOf } from '../../../records/open-change.ts'
import { formatRecordCount, recordTables } from '../../../records/record-tables.ts'
import { rulesOf } from '../../../records/rules/of-writes.ts'
import { readable } from '../history/history.repository.ts'

/** What many records are to have: columns with their values, and the fields as the call sent them. */
export type SetValues = { columns: Record<string, unknown>; fields: Record<string, unknown> }

/** What a form sends along that is no field of the record. */
const BESIDE = ['time_zone']

/**
 * The values that `fields` set, read by the rules of the form. Throws 422 on a field that is not valid, or that cannot be
 * set in many records at once.
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

type Refusal = { id: string; errors: Record<string, string[]> }
/** What setting the values would do: to which records, by what differs in them, and which ones refuse it. */
export type Plan = { changes: { ids: string[]; changes: Changes }[]; refused: Refusal[] }

/** In how many records it changes something. */
export const countOf = ({ changes }: Plan) => changes.reduce((sum, { ids }) => sum + ids.length, 0)

/** Plans to set values in these records, by the rules of an edit. */
export async function planSet(db: Db, table: RecordTable, ids: string[], set: SetValues) {
  const plan: Plan = { changes: [], refused: [] }
  const alike = new Map<string, Plan['changes'][number]>()
  const rules = rulesOf(db, table)
  for (const some of chunksOf(ids)) {
    const rows = await readRows(db, table, some)
    for (const id of some) {
      const row = rows.get(id)
      const changes = row && differences(row, set.columns)
      if (!changes) continue
      try {
        await rules.refuse({ row, values: set.columns, fields: set.fields })
      } catch (error) {
        if (!(error instanceof AppError) || !error.errors) throw error
        plan.refused.push({ id, errors: error.errors })
        continue
      }
      // Records that had the same values get the same entry in the history.
      const key = JSON.stringify(changes)
      const known = alike.get(key) ?? { ids: [], changes }
      if (!alike.has(key)) plan.changes.push(known)
      alike.set(key, known)
      known.ids.push(id)
    }
  }
  return plan
}

function differences(row: StoredRow, columns: Record<string, unknown>): Changes | undefined {
  const changes = Object.entries(columns).flatMap(([column, value]): [string, [unknown, unknown]][] =>
    row[column] === value ? [] : [[column, [row[column], value]]],
  )
  return changes.length ? Object.fromEntries(changes) : undefined
}

/** Carries out a plan in the transaction of its change. */
export async function carryOut(db: Db, table: RecordTable, { changes }: Plan, change: AnyChange) {
  for (const { ids, changes: values } of changes) await changeRecords(db, table, ids, values, change)
}

/** SQL for the records that do not have all of these values yet. */
export function differing(table: RecordTable, { columns }: SetValues) {
  const conditions = Object.keys(columns).map((column) => `${table}.${column} is distinct from ?`)
  return { sql: `(${conditions.join(' or ')})`, values: Object.values(columns) as string[] }
}

/** 409 for records that refuse the values which all are to get, with what the change would do. */
export function refusedBy(table: RecordType, preview: SetPreview) {
  const { refused_count } = preview
  const message = `${formatRecordCount(table, refused_count)} cannot be changed like this. Nothing was changed.`
  return new AppError(409, message, { code: 'obstacles', data: preview })
}

/** What a plan would do, as people read it: how many records, and the first changes and refusals. */
export async function previewOf(db: Db, table: RecordType, { changes, refused }: Plan): Promise<SetPreview> {
  const first = changes.flatMap(({ ids, changes }) => ids.map((id) => ({ id, changes }))).slice(0, MOST_PREVIEWED)
  const titles = await titlesOf(
    db,
    table,
    refused.slice(0, MOST_PREVIEWED).map(({ id }) => id),
  )
  const records = await readable(db, table, first)
  return {
    count: changes.reduce((sum, { ids }) => sum + ids.length, 0),
    changes: records
      .flatMap(({ record_id, title, fields }) =>
        fields.map(({ field, from, to }) => ({ record_id, title, field, from, to })),
      )
      .slice(0, MOST_PREVIEWED),
    refused: refused
      .slice(0, MOST_PREVIEWED)
      .map(({ id, errors }) => ({ record_id: id, title: titles.get(id) ?? '', errors })),
    refused_count: refused.length,
  }
}
