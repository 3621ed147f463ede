import { Stack, Text, Textarea, ThemeIcon } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { type Change, records, type SetPreview } from '#contract/changes.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { Column, RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType, recordCalls } from '#contract/kinds.ts'
import type { Reference } from '#contract/records.ts'
import { ApiError, call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { ApiErrorAlert } from '#web/forms/api-error-alert.tsx'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { toastBulk } from '#web/records/change/toast-change.tsx'
import type { BulkDialogProps } from '#web/records/list/selection/selection-bar.tsx'
import { countOf, titleOf } from '#web/records/shared/record-words.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { DateInput } from '#web/ui/fields/date-field.tsx'
import { asText, type FormOf } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { formatDate } from '#web/ui/format.ts'
import { choicesInput } from './choices-input.ts'
import { SearchedRecordSelect } from './record-select.tsx'
import classes from './set-field-dialog.module.css'

const DEBOUNCE_MS = 300
/** More changes, and more refusals, are only counted. */
const NAMED = 3

type Values = { field: string; value: string }
type Settable = Column<RecordType> & { wire: string }

/** The fields of a kind that many records can be given the same value of. */
function settable(type: RecordType): Settable[] {
  const { set, columns }: RecordKind<Record<string, Column<RecordType>>> = kinds[type]
  return set.flatMap((column) => {
    const facts = columns[column]
    return facts ? [{ ...facts, wire: facts.wire ?? column }] : []
  })
}

/** Gives all selected records the same value in a field; says before what that changes, and which ones refuse it. */
export function SetFieldDialog({ type, matching, selection, action, onClose }: BulkDialogProps) {
  const fields = settable(type)
  const [first] = fields
  const [values, setValues] = useState<Values>({ field: fields.length === 1 ? (first?.wire ?? '') : '', value: '' })
  const field = fields.find(({ wire }) => wire === values.field)
  const [asked] = useDebouncedValue(values, DEBOUNCE_MS)
  const isAsked = asked === values && field !== undefined && isGiven(field, values.value)
  // As it was when this was asked: it is cleared while the dialog fades out.
  const [{ count, all, rows }] = useState(selection)
  const left = rows.map(({ _id }) => _id)
  const input = {
    record_type: type,
    action: 'set',
    fields: { [asked.field]: asked.value, ...(field?.type === 'day' && { time_zone: timeZone() }) },
    ...(all ? { matching, except: left, expect: count } : { ids: left }),
  } as CallInput<typeof records.bulk>
  const preview = useQuery({
    ...query(records.bulk, { ...input, preview: true }),
    enabled: isAsked,
    meta: { refetchAfterChange: false },
    retry: false,
  })
  const outlook = isAsked ? (preview.data?.data as SetPreview | undefined) : undefined
  const errors = preview.error instanceof ApiError && isAsked ? (preview.error.body.errors ?? {}) : {}
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
      action={actionWords(outlook)}
      disabled={!outlook || outlook.count === 0}
      send={async (options) => {
        const answer = await call(
          records.bulk,
          { ...input, ...(outlook?.refused_count && { leave_obstacles: true }) },
          options,
        )
        return { ...answer, data: answer.data as Change | null }
      }}
      announce={toastBulk}
      onSuccess={selection.clear}
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
        {field && isGiven(field, values.value) && !preview.error && <Preview outlook={outlook} field={field} />}
        {preview.error && isAsked && !errors[values.field] && <ApiErrorAlert error={preview.error} />}
      </Stack>
    </ConfirmChangeDialog>
  )
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** An empty text clears a field; of a choice nothing is chosen yet. */
const isGiven = ({ type, words }: Settable, value: string) => value !== '' || (type === 'text' && !words)

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
  const { label, refersTo, words, type } = field
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
      description="Leave it empty to clear the field."
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The type and year of a model, which tell it apart from those of the same name. */
function apart(record: Reference & { rv_type?: string; year_name?: string }) {
  return record.rv_type && record.year_name ? `(${record.rv_type} ${record.year_name})` : undefined
}

function actionWords(outlook: SetPreview | undefined) {
  if (!outlook?.count) return 'Set'
  return outlook.refused_count
    ? `Change ${count(outlook.count)}, leave ${count(outlook.refused_count)}`
    : `Change ${count(outlook.count)}`
}
const count = (number: number) => number.toLocaleString('en-US')

/** What would change, with the first examples, and which records refuse the value, with the reasons. */
function Preview({ outlook, field }: { outlook: SetPreview | undefined; field: Settable }) {
  if (!outlook) return <Loading size="sm" label="Checking what would change" />
  const { changes, refused, refused_count } = outlook
  const more = outlook.count - Math.min(NAMED, changes.length)
  return (
    <output className={classes.outlook}>
      <Text size="sm" fw={600}>
        {outlook.count ? `Changes ${count(outlook.count)}` : 'Nothing would change.'}
      </Text>
      <ul>
        {changes.slice(0, NAMED).map(({ record_id, title, from, to }) => (
          <li key={record_id}>
            {title}: {asWords(from, field)} → {asWords(to, field)}
          </li>
        ))}
        {more > 0 && <li>{`and ${count(more)} more`}</li>}
      </ul>
      {refused_count > 0 && (
        <>
          <Text size="sm" fw={600}>
            {`Leaves ${count(refused_count)}`}
          </Text>
          <ul>
            {refused.slice(0, NAMED).map(({ record_id, title, errors }) => (
              <li key={record_id}>{[title, Object.values(errors).flat()[0]].join(': ')}</li>
            ))}
            {refused_count > NAMED && <li>{`and ${count(refused_count - NAMED)} more`}</li>}
          </ul>
        </>
      )}
    </output>
  )
}

function asWords(value: unknown, { words, type }: Settable) {
  if (value === null || value === '') return 'empty'
  if (typeof value === 'object') return (value as Reference).name
  const text = asText(value)
  return type === 'day' ? formatDate(text) : (words?.[text] ?? text)
}
