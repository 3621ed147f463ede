import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type RecordRow, record as recordSchema } from '#contract/records.ts'
import type { ApiError } from '#web/api/call.ts'
import { type Draft, fittingValues, useKeepDraft } from '#web/forms/drafts.ts'
import { type FieldsSchema, useContractForm } from '#web/forms/use-contract-form.ts'
import { useRefresh } from '#web/records/refresh.ts'
import { toastSuccess } from '#web/ui/feedback/toast.ts'

export type Conflict<Row> = { row: Row; by: string | undefined; at: string | undefined }

/** The current record out of a 409, with who changed it; undefined for any other refusal. */
export function conflictOf<Row extends RecordRow>({ status, body }: ApiError): Conflict<Row> | undefined {
  if (status !== 409 || !recordSchema.safeParse(body.data).success) return undefined
  return { row: body.data as Row, by: body.changed_by, at: body.changed_at }
}

/** What a save is given beside the checked fields. */
export type SaveWith = { onceKey: string; version: number | undefined }

export type RecordFormOptions<Schema extends FieldsSchema, Row extends RecordRow> = {
  schema: Schema
  /** The record that is edited; none for a new one. */
  record?: Row | undefined
  /** What the fields hold for a record, or for a new one. */
  values: (record?: Row) => z.input<Schema>
  save: (fields: z.output<Schema>, by: SaveWith) => Promise<{ message: string }>
  /** The lists in which the change shows. */
  refresh: Endpoint[]
  draft?: Draft | undefined
}

/** A contract form over a record: sends the version it was read at, keeps a draft, and meets the change of another person. */
export function useRecordForm<Schema extends FieldsSchema, Row extends RecordRow>(
  options: RecordFormOptions<Schema, Row> & { onSaved: () => void },
) {
  const { schema, record, values, save, refresh, draft, onSaved } = options
  const version = useRef(record?.version)
  const [newest, setNewest] = useState(record)
  const [conflict, setConflict] = useState<Conflict<Row> | null>(null)
  const [typed, setTyped] = useState(() => fittingValues(draft, values(record)))
  const refreshLists = useRefresh()

  const form = useContractForm({
    schema,
    values: values(record),
    typed,
    send: (fields, onceKey) => save(fields, { onceKey, version: version.current }),
    onSent: ({ message }) => {
      kept.forget()
      toastSuccess(message)
      refreshLists(refresh)
      onSaved()
    },
    onRefused: (error) => {
      const found = conflictOf<Row>(error)
      if (!found) return false
      setConflict(found)
      setNewest(found.row)
      refreshLists(refresh)
      return true
    },
  })
  const kept = useKeepDraft(draft, form.form.values, form.dirty)

  return {
    ...form,
    /** The record as last heard of: after a conflict, the other person's version. */
    newest,
    /** What was typed before has been put back. */
    restored: typed !== undefined,
    discard() {
      kept.forget()
      form.reset()
      setTyped(undefined)
    },
    conflict,
    keepEditing: () => setConflict(null),
    overwrite() {
      version.current = conflict?.row.version
      setConflict(null)
      void form.submit()
    },
    useTheirs() {
      if (!conflict) return
      version.current = conflict.row.version
      kept.forget()
      setTyped(undefined)
      form.startFrom(values(conflict.row))
      setConflict(null)
    },
  }
}
