import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reference } from '#contract/records.ts'
import { useOnline } from '#web/api/connection.ts'
import { useRestoredReference } from '#web/ui/fields/field-registry.tsx'
import type { FieldProps } from '#web/ui/fields/fields.tsx'
import { type Option, SelectField } from '#web/ui/fields/select-field.tsx'
import { type Adding, useAddInPlace } from './add-in-place.tsx'

/** `total` counts all choices, where the answer may be only the first of them. */
type Answer = { data: Reference[]; total?: number }
type Choices<A extends Answer, Key extends readonly unknown[]> = UseQueryOptions<A, Error, A, Key>

/** The props of a field that holds the id of a record. */
export type ReferenceFieldProps<Values> = FieldProps<Values, string> & {
  /** The record that is selected at first; offered even when it is not among the choices. */
  current?: Reference | undefined
}

type SharedProps<Values> = ReferenceFieldProps<Values> & {
  /** The message when there is nothing to choose from. */
  empty?: string
  /** Adds a record that is missing, in a form over this one; it is then chosen. */
  add?: Adding
  /** A note after the name of a choice. */
  note?: ((record: Reference) => string | undefined) | undefined
}

type RecordSelectProps<Values, A extends Answer, Key extends readonly unknown[]> = SharedProps<Values> & {
  /** The query for the choices that contain a text; an empty text asks for the first of all. */
  from: (search: string) => Choices<A, Key>
}

/**
 * A dropdown of records by name. Loads the choices once and filters them in the browser, or has the server search when
 * there are more than it loads.
 */
export function RecordSelect<Values, A extends Answer, Key extends readonly unknown[]>(
  props: RecordSelectProps<Values, A, Key>,
) {
  const { from, current, note, add, ...field } = props
  const [added, setAdded] = useState<Reference>()
  const restored = useRestoredReference(field.name)
  const chosen = restored?._id === field.form.values[field.name] ? restored : undefined
  const choices = useQuery({ ...from(''), meta })
  const { data = [], total = data.length } = choices.data ?? {}
  const adding = useAddInPlace(add, chooseAdded(field, setAdded))
  if (total > data.length) return <SearchedRecordSelect {...props} />
  const listed = choices.data?.data ?? []
  const isNew = added && !listed.some(({ _id }) => _id === added._id)
  const options = toOptions(isNew ? [...listed, added] : listed, note)
  for (const { _id, name } of [current, chosen].filter((record) => record !== undefined)) {
    if (options.some(({ value }) => value === _id)) continue
    // Before the choices are loaded it is unknown whether the record is inactive.
    options.push({ value: _id, name, label: choices.data ? `${name} (inactive)` : name })
  }
  return (
    <QuerySelect
      {...field}
      choices={choices}
      options={options}
      loading={choices.isFetching && !choices.data}
      adding={adding}
    />
  )
}

const DEBOUNCE_MS = 250

/** A dropdown of records by name for lists of any length: the server searches them while the user types. */
export function SearchedRecordSelect<Values, A extends Answer, Key extends readonly unknown[]>({
  from,
  current,
  empty,
  note,
  add,
  onChosen,
  ...field
}: RecordSelectProps<Values, A, Key> & { onChosen?: (value: string) => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(current)
  const value = field.form.values[field.name]
  const restored = useRestoredReference(field.name)
  const selected = [chosen, current, restored].find((record) => record?._id === value)
  // Mantine reports the label of the selected option as typed text as well.
  const wanted = selected && typed === labelOf(selected, note) ? '' : typed.trim()
  const [search] = useDebouncedValue(wanted, DEBOUNCE_MS)
  const choices = useQuery({ ...from(search), meta, enabled: !field.disabled, placeholderData: keepPreviousData })
  const found = choices.data?.data ?? []
  const adding = useAddInPlace(add, (record) => {
    chooseAdded(field, setChosen)(record)
    onChosen?.(record._id)
  })
  const isMissing = selected && !found.some(({ _id }) => _id === selected._id)
  const records = isMissing ? [selected, ...found] : found
  return (
    <QuerySelect
      {...field}
      choices={choices}
      options={toOptions(records, note)}
      loading={choices.isFetching}
      {...(search ? { empty: 'Nothing found' } : empty !== undefined && { empty })}
      onSearch={setTyped}
      adding={adding}
      isSearched={wanted === search && !choices.isPlaceholderData}
      onChosen={(value) => {
        setChosen(records.find(({ _id }) => _id === value))
        onChosen?.(value)
      }}
    />
  )
}

/** Makes a select show a record that was added, and chooses it. */
const chooseAdded =
  <Values,>({ form, name }: FieldProps<Values, string>, show: (record: Reference) => void) =>
  (record: Reference) => {
    show(record)
    form.getInputProps(name).onChange(record._id)
  }

// A save closes the dialog, and with it the dropdown: the choices are read again when a dialog opens the next time.
const meta = { refetchAfterChange: false }

type Note = SharedProps<unknown>['note']

const labelOf = (record: Reference, note: Note) => [record.name, note?.(record)].filter(Boolean).join(' ')
const toOptions = (records: Reference[] = [], note?: Note): Option[] =>
  records.map((record) => ({ value: record._id, name: record.name, label: labelOf(record, note) }))

type QuerySelectProps<Values> = Parameters<typeof SelectField<Values>>[0] & { choices: UseQueryResult<unknown> }

/**
 * The base of both: a select whose choices come from a query, with a Retry button when it failed. Without a connection
 * the notice on top says why there are none, and they are read when there is one.
 */
function QuerySelect<Values>({
  choices: { data, error, isFetching, refetch },
  adding,
  ...field
}: QuerySelectProps<Values>) {
  const online = useOnline()
  const isUnread = error !== null && !data && !isFetching
  return (
    <SelectField
      {...field}
      adding={isUnread ? undefined : adding}
      {...(isUnread && !online && { empty: 'The choices will load once you are back online.' })}
      onRetry={isUnread && online ? () => void refetch() : undefined}
    />
  )
}
