import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RecordType } from '#contract/kinds.ts'
import { recordPathOf } from '#contract/paths.ts'
import {
  type MergedField,
  type RecordRow,
  type Reference,
  record as recordSchema,
  reference,
} from '#contract/records.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { type Draft, draftValues, type EarlierVersion, useAutosaveDraft } from '#web/forms/drafts.ts'
import {
  type FieldsSchema,
  type Filled,
  type Output,
  type SendOptions,
  useContractForm,
} from '#web/forms/use-contract-form.ts'
import { type Changed, type Shown, toastChange } from '#web/records/change/toast-change.tsx'
import { useIsElsewhere } from '#web/records/list/state/shown-list.ts'
import { YOURSELF } from './changed-by.ts'
import { keptText } from './kept-text.ts'
import { type Choices, fieldsOfTheirs, mergedValues } from './merged-values.ts'
import { withoutFrench } from './without-french.ts'

/**
 * The current record after somebody else changed it, with who and when. Where the server knows it, `base` is the record
 * as it was read, and `collisions` are the fields that both have changed.
 */
export type Conflict<Row> = {
  row: Row
  by: string | undefined
  at: string | undefined
  base?: Partial<Row> | undefined
  collisions?: string[] | undefined
}

/** The conflict that a 409 carries; undefined for any other error. */
export function conflictOf<Row extends RecordRow>({ status, body }: ApiError): Conflict<Row> | undefined {
  if (status !== 409 || !recordSchema.safeParse(body.data).success) return undefined
  const { data, changed_by, by_yourself, changed_at: at, base, collisions } = body
  const by = by_yourself ? YOURSELF : changed_by
  return { row: data as Row, by, at, ...(base && collisions && { base: base as Partial<Row>, collisions }) }
}

/** What a save gets in addition to the validated fields: the version that was read, and options for the call. */
export type SaveOptions = SendOptions & { version: number | undefined }

export type RecordFormOptions<Schema extends FieldsSchema, Row extends RecordRow> = {
  /** The schema of the fields, or a function of the record as last received. */
  schema: Schema | ((latest: Row | undefined) => Schema)
  /** The record to edit; undefined for a new one. Required, because a form without it edits nothing. */
  record: Row | undefined
  /** The record that a new one starts as a copy of, but for its sequence number. */
  from?: Row | undefined
  /** The field values for a record, or for a new one. */
  values: (record?: Row) => Filled<Schema>
  save: (fields: Output<Schema>, options: SaveOptions) => Promise<Changed & { merged?: MergedField[]; data?: unknown }>
  /** Where what is typed survives. Required, even if undefined. */
  draft: Draft | undefined
  /** What kind of record it is: what was added is shown on its page. */
  type?: RecordType | undefined
  /** How the draft is shown where it can be resumed, with the labels of values that say nothing by themselves. */
  shownAs: (values: object) => {
    title: string
    labels: Record<string, string>
    named: readonly string[]
    apart: string
  }
  /** The label of a field. */
  fieldLabel?: (name: string) => string
}

/**
 * A contract form for one record: saves with the version that was read, autosaves a draft, and offers a choice when
 * somebody else changed the record meanwhile.
 */
export function useRecordForm<Schema extends FieldsSchema, Row extends RecordRow>(
  options: RecordFormOptions<Schema, Row> & { onSaved: (added: Reference | undefined) => void },
) {
  const { record, from, values, save, draft, onSaved, type } = options
  const start = from && !record ? { ...values(from), ...('seq_no' in values() && { seq_no: '' }) } : values(record)
  const seen = useRef(record?.version)
  const navigate = useNavigate()
  const isElsewhere = useIsElsewhere(options.type)
  // What others had changed when collisions were resolved.
  const keptBefore = useRef<MergedField[]>([])
  const [latest, setLatest] = useState(record)
  const [conflict, setConflict] = useState<Conflict<Row> | null>(null)
  const [restoredValues, setRestoredValues] = useState(
    () => draftValues(draft, start) ?? (draft?.version && valuesOf(draft.version, record)),
  )
  const [version, setVersion] = useState(draft?.values ? undefined : draft?.version)

  // Fields that nobody has changed since are those of the current record.
  function valuesOf({ fields }: EarlierVersion, row: Row | undefined) {
    return values(row && { ...row, ...fields })
  }

  function pageOf(added: unknown): Shown | undefined {
    const row = recordSchema.safeParse(added).data
    if (!row || !options.type) return undefined
    const path = recordPathOf(options.type, row._id)
    return { path, go: () => void navigate(path), told: isElsewhere(row._id) ? 'It’s on another page.' : '' }
  }

  const schema = typeof options.schema === 'function' ? options.schema(latest) : options.schema
  const form = useContractForm({
    schema,
    values: start,
    restoredValues,
    draft,
    send: (fields, options) => {
      // The key of what is sent must survive a reload that comes before the answer.
      autosave.saveNow()
      return save(withoutFrench(type, fields), { ...options, version: seen.current })
    },
    onSent: (answer) => {
      autosave.discard()
      const kept = keptText([...keptBefore.current, ...(answer.merged ?? [])], options.fieldLabel)
      toastChange(answer, kept, record ? undefined : pageOf(answer.data))
      onSaved(record ? undefined : reference.safeParse(answer.data).data)
    },
    onRefused: (error) => {
      const found = conflictOf<Row>(error)
      if (!found) return false
      setConflict(found)
      setLatest(found.row)
      return true
    },
  })
  const autosave = useAutosaveDraft(draft, form.form.values, form.dirty, options.shownAs)

  return {
    ...form,
    /** The record as last received: after a conflict, the other person's version. */
    latest,
    /** Whether the fields start with the values of a draft. */
    restored: restoredValues !== undefined,
    /** The earlier version whose values the fields show, if any. */
    version,
    discard() {
      autosave.discard()
      form.reset()
      setRestoredValues(undefined)
      setVersion(undefined)
    },
    /** Shows the values of an earlier version, which are not saved yet. */
    bringBack(earlier: EarlierVersion) {
      form.form.setValues(valuesOf(earlier, latest))
      setVersion(earlier)
    },
    conflict,
    keepEditing: () => setConflict(null),
    overwrite() {
      seen.current = conflict?.row.version
      setConflict(null)
      void form.submit()
    },
    /** Saves what was chosen for the fields that both have changed, and of the others what either has changed. */
    saveChosen(chosen: Choices) {
      if (!conflict?.base) return
      seen.current = conflict.row.version
      const base = values({ ...conflict.row, ...conflict.base })
      const three = { mine: form.form.values, base, theirs: values(conflict.row) }
      const { by = 'someone else', at = '' } = conflict
      keptBefore.current = [...keptBefore.current, ...fieldsOfTheirs(three).map((field) => ({ field, by, at }))]
      form.form.setValues(mergedValues(three, chosen))
      setConflict(null)
      void form.submit()
    },
    useTheirs() {
      if (!conflict) return
      seen.current = conflict.row.version
      keptBefore.current = []
      autosave.discard()
      setRestoredValues(undefined)
      form.startFrom(values(conflict.row))
      setConflict(null)
    },
  }
}
