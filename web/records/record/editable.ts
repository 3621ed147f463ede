import type { z } from 'zod'
import type { Column } from '#contract/column.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType, recordCalls } from '#contract/kinds.ts'
import type { Changed } from '#web/records/change/toast-change.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import { withoutFrench } from './without-french.ts'

/** A column whose values can be edited in the cells of a list. */
export type Editable = Column<RecordType> & { field: string }
type EditCall = Endpoint<z.ZodObject, z.ZodType<Changed & { data: ListedRow }>>
/** The call that edits records of a kind, where there is one. */
export const editOf = (type: RecordType) => (recordCalls[type] as { edit?: EditCall }).edit

/**
 * The columns of a list whose values can be edited in their cells: plain texts, numbers, days and choices of the form.
 */
export function editableFields(type: RecordType): Map<string, Editable> {
  const { columns }: RecordKind<Record<string, Column<RecordType>>> = kinds[type]
  const form = editOf(type)?.input.shape ?? {}
  return new Map(
    Object.entries(columns).flatMap(([column, facts]) => {
      const field = facts.wire ?? column
      return field in form && ['text', 'number', 'day'].includes(facts.type) ? [[field, { ...facts, field }]] : []
    }),
  )
}

/** Everything that the form of a record would send for it unchanged. Files stay as they are without being sent. */
export function fieldsOf(type: RecordType, row: ListedRow) {
  const { columns }: RecordKind = kinds[type]
  const form = editOf(type)?.input.shape ?? {}
  const fields = Object.entries(columns).flatMap(([column, { wire = column, refersTo, type: held }]) => {
    const value = row[wire]
    if (!(wire in form) || held === 'picture' || held === 'file' || value === null || value === '') return []
    return [[wire, refersTo ? (value as { _id: string })._id : value]]
  })
  return { ...withoutFrench(type, Object.fromEntries(fields)), ...('time_zone' in form && { time_zone: timeZone() }) }
}
/** The zone in which the person reads days and times. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
