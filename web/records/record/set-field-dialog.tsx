import { Stack, Text, Textarea, ThemeIcon } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { records, type SetPreview } from '#contract/changes.ts'
import type { Column } from '#contract/column.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType, recordCalls } from '#contract/kinds.ts'
import type { Reference } from '#contract/records.ts'
import { ApiError } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { bulkCall } from '#web/records/change/bulk/bulk-call.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import type { BulkDialogProps } from '#web/records/list/selection/selection-bar.tsx'
import { Planned } from '#web/records/plan/planned.tsx'
import { usePlan } from '#web/records/plan/use-plan.ts'
import { countOf, titleOf } from '#web/records/shared/record-words.ts'
import { DateInput } from '#web/ui/fields/date-field.tsx'
import { asText, type FormOf } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { formatDate, formatNumber } from '#web/ui/format.ts'
import { choicesInput } from './choices-input.ts'
import { timeZone } from './editable.ts'
import { SearchedRecordSelect } from './record-select.tsx'
import classes from './set-field-dialog.module.css'

const DEBOUNCE_MS = 300
/** More changes, and more refusals, are only counted. */
const NAMED = 3

type Values = { field: string; value: string }
/** `clears` says that it may be left empty. */
type Settable = Column<RecordType> & { wire: string; clears: boolean }

/** The fields of a kind in which many records can be given the same value. */
function settable(type: RecordType): Settable[] {
  const { set, columns }: RecordKind<Record<string, Column<RecordType>>> = kinds[type]
  return set.flatMap((column) => {
    const facts = columns[column]
    if (!facts) return []
    const wire = facts.wire ?? column
    return [{ ...facts, wire, clears: facts.type === 'text' && !facts.words && mayBeEmpty(type, wire) }]
  })
}

function mayBeEmpty(type: RecordType, field: string) {
  const { shape } = (recordCalls[type] as typeof recordCalls.models).edit.input
  return shape[field as keyof typeof shape].safeParse('').success
}

/** Gives all selected records the same value in a field; says before what that changes, and which ones refuse it. */
export function SetFieldDialog({ type, matching, selection, action, onClose }: BulkDialogProps) {
  const fields = settable(type)
  const [first] = fields
  const [values, setValues] = useState<Values>({ field: fields.length === 1 ? (first?.wire ?? '') : '', value: '' })
  const field = fields.find(({ wire }) => wire === values.field)
  const [asked] = useDebouncedValue(values, DEBOUNCE_MS)
  const isAsked = asked === values && field !== undefined && isGiven(field, values.value)
  const { count, all, rows } = selection
  const left = rows.map(({ _id }) => _id)
  const input = {
    record_type: type,
    action: 'set',
    fields: { [asked.field]: asked.value, ...(field?.type === 'day' && { time_zone: timeZone() }) },
    ...(all ? { matching, except: left, expect: count } : { ids: left }),
  } as CallInput<typeof records.bulk>
  const plan = usePlan(records.bulk, isAsked && count > 0 ? { ...input, preview: true } : undefined)
  const preview = plan.answer?.data as SetPreview | undefined
  const errors = plan.error instanceof ApiError ? (plan.error.body.errors ?? {}) : {}
  const form = formOf(values, setValues, errors[values.field]?.[0])

  return (
    <ConfirmChangeDialog
      title={`${action.label.replace('…', '')} of ${countOf(type, count)}`}
      text="All of them get this value."
      name=""
      icon={
        <ThemeIcon variant="light" size={44} radius="xl">
          <Pencil size={20} aria-hidden />
        </ThemeIcon>
      }
      action={actionWords(preview)}
      disabled={!preview || preview.count === 0}
      {...bulkCall(selection, { ...input, ...(preview?.refused_count && { leave_obstacles: true }) })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <SelectField
          form={form}
          name="field"
          label="Field"
          options={fields.map(({ wire, label }) => ({ value: wire, label }))}
        />
        {field && <ValueInput key={field.wire} field={field} form={form} title={titleOf(type)} />}
        {field && isGiven(field, values.value) && !errors[values.field] && (
          <Planned plan={plan} label="Checking what would change">
            {({ data }) => <PreviewLines preview={data as SetPreview} field={field} />}
          </Planned>
        )}
      </Stack>
    </ConfirmChangeDialog>
  )
}

/** Whether there is a value, or its absence is one. */
const isGiven = ({ clears }: Settable, value: string) => value !== '' || clears

function formOf(values: Values, setValues: (values: Values) => void, error: string | undefined): FormOf<Values> {
  return {
    values,
    getInputProps: (name) => ({
      value: values[name as keyof Values],
      ...(name === 'value' && error && { error }),
      onChange: (value) =>
        setValues(name === 'field' ? { field: asText(value), value: '' } : { ...values, value: asText(value) }),
    }),
  }
}

function ValueInput({ field, form, title }: { field: Settable; form: FormOf<Values>; title: string }) {
  const { label, refersTo, words, type, clears } = field
  const { value, error, onChange } = form.getInputProps('value')
  if (refersTo) {
    const { list } = recordCalls[refersTo]
    return (
      <SearchedRecordSelect
        form={form}
        name="value"
        label={label}
        from={(search) => query(list as typeof recordCalls.models.list, choicesInput(search) as object)}
        note={apart}
        empty={`There is no active ${title.toLowerCase()} yet.`}
      />
    )
  }
  if (words) {
    const options = Object.entries(words).map(([value, label]) => ({ value, label }))
    return <SelectField form={form} name="value" label={label} options={options} />
  }
  if (type === 'day')
    return <DateInput label={label} value={String(value)} onChange={onChange} error={error} required />
  return (
    <Textarea
      label={label}
      autosize
      minRows={1}
      maxRows={6}
      value={String(value)}
      error={error}
      required={!clears}
      description={clears && 'Leave it empty to clear the field.'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The type and year of a model, which tell it apart from those of the same name. */
function apart(record: Reference & { rv_type?: string; year_name?: string }) {
  return record.rv_type && record.year_name ? `(${record.rv_type} ${record.year_name})` : undefined
}

function actionWords(preview: SetPreview | undefined) {
  if (!preview?.count) return 'Set'
  return preview.refused_count
    ? `Change ${formatNumber(preview.count)}, leave ${formatNumber(preview.refused_count)}`
    : `Change ${formatNumber(preview.count)}`
}

/** What would change, with the first examples, and which records refuse the value, with the reasons. */
function PreviewLines({ preview, field }: { preview: SetPreview; field: Settable }) {
  const { changes, refused, refused_count } = preview
  const changed = changes.map(({ title, from, to }) => `${title}: ${asWords(from, field)} → ${asWords(to, field)}`)
  const left = refused.map(({ title, errors }) => [title, Object.values(errors).flat()[0]].join(': '))
  return (
    <output className={classes.preview}>
      <FirstOf
        head={preview.count ? `Changes ${formatNumber(preview.count)}` : 'Nothing would change.'}
        lines={changed}
        count={preview.count}
      />
      {refused_count > 0 && (
        <FirstOf head={`Leaves ${formatNumber(refused_count)}`} lines={left} count={refused_count} />
      )}
    </output>
  )
}

const FirstOf = ({ head, lines, count }: { head: string; lines: string[]; count: number }) => (
  <>
    <Text size="sm" fw={600}>
      {head}
    </Text>
    <ul>
      {lines.slice(0, NAMED).map((line, place) => (
        <li key={place}>{line}</li>
      ))}
      {count > NAMED && <li>{`and ${formatNumber(count - NAMED)} more`}</li>}
    </ul>
  </>
)

function asWords(value: unknown, { words, type }: Settable) {
  if (value === null || value === '') return 'empty'
  if (typeof value === 'object') return (value as Reference).name
  const text = asText(value)
  return type === 'day' ? formatDate(text) : (words?.[text] ?? text)
}
