import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reference } from '#contract/records.ts'
import type { FieldProps } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

const PAUSE = 250

type SearchSelectProps<Values, Answer, Key extends readonly unknown[]> = FieldProps<Values, string> & {
  /** Where the choices for a typed text come from; an empty text asks for the first of them. */
  from: (search: string) => UseQueryOptions<Answer, Error, Answer, Key>
  /** The record that is chosen at first, which may not be among the choices. */
  current?: Reference | undefined
  empty?: string
  onChosen?: (value: string) => void
}

/** A choice among records, by their names, that the server searches while one types. */
export function SearchSelect<Values, Answer extends { data: Reference[] }, Key extends readonly unknown[]>({
  from,
  current,
  empty,
  onChosen,
  ...field
}: SearchSelectProps<Values, Answer, Key>) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(current)
  // The name of what is chosen stands in the field; it is nothing to search for.
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed.trim(), PAUSE)
  const { data, error, isFetching, refetch } = useQuery({
    ...from(search),
    enabled: !field.disabled,
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })
  const value = field.form.values[field.name]
  const found = data?.data ?? []
  const kept = chosen ?? current
  const shown = kept && kept._id === value && !found.some(({ _id }) => _id === kept._id) ? [kept, ...found] : found
  return (
    <SelectField
      {...field}
      options={shown.map(({ _id, name }) => ({ value: _id, label: name }))}
      loading={isFetching}
      {...(search ? { empty: 'Nothing found' } : empty !== undefined && { empty })}
      onSearch={setTyped}
      onChosen={(value) => {
        setChosen(shown.find(({ _id }) => _id === value))
        onChosen?.(value)
      }}
      onRetry={error && !data && !isFetching ? () => void refetch() : undefined}
    />
  )
}
