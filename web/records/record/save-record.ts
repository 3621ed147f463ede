import type { Endpoint } from '#contract/endpoint.ts'
import { kinds, type RecordType, recordCalls } from '#contract/kinds.ts'
import { call } from '#web/api/call.ts'
import type { Changed } from '#web/records/change/toast-change.tsx'
import type { SaveOptions } from './use-record-form.ts'

/** Saves a form's fields by the calls of its kind: as a new record, or in this one. Rejects as `call` does. */
export const saveRecord =
  (type: RecordType, record: { _id: string } | undefined) =>
  (fields: object, { version, ...options }: SaveOptions): Promise<Changed> => {
    const { add, edit } = recordCalls[type] as object as Record<'add' | 'edit', Endpoint>
    const input = record ? { ...fields, [kinds[type].key]: record._id, version } : fields
    return call(record ? edit : add, input, options) as Promise<Changed>
  }
