import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Reference } from '#contract/records.ts'
import type { FieldProps } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

type RecordSelectProps<Values, Answer, Key extends readonly unknown[]> = FieldProps<Values, string> & {
  /** Where the choices come from: `query(years.list, { is_deleted: false })`. */
  from: UseQueryOptions<Answer, Error, Answer, Key>
  /** The record that is chosen so far: offered even when it is no longer among the choices. */
  current?: Reference | undefined
  empty?: string
}

/** A choice among records that the server lists, by their names, searched in the browser. */
export function RecordSelect<Values, Answer extends { data: Reference[] }, Key extends readonly unknown[]>({
  from,
  current,
  ...field
}: RecordSelectProps<Values, Answer, Key>) {
  const { data, error, isFetching, refetch } = useQuery({ ...from, networkMode: 'always' })
  const options = (data?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
  if (current && !options.some(({ value }) => value === current._id)) {
    // Until the choices are there nobody knows whether it is inactive.
    options.push({ value: current._id, label: data ? `${current.name} (inactive)` : current.name })
  }
  return (
    <SelectField
      {...field}
      options={options}
      loading={isFetching && !data}
      onRetry={error && !data && !isFetching ? () => void refetch() : undefined}
    />
  )
}
