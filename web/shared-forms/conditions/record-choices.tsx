import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Model, models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { query } from '#web/api/query.ts'
import { choicesInput } from '#web/records/record/choices-input.ts'

type Choice = { value: string; label: string }
type ChoicesProps = { label: string; value: string[]; onChange: (value: string[]) => void }

const named = ({ _id, name }: { _id: string; name: string }): Choice => ({ value: _id, label: name })
const modelNamed = ({ _id, name, rv_type, year_name }: Model): Choice => ({
  value: _id,
  label: `${name} (${rv_type} ${year_name})`,
})

export function RvTypeChoices(props: ChoicesProps) {
  const { data } = useQuery(query(rvTypes.list, choicesInput('')))
  return <Choices {...props} options={data?.data.map(named)} />
}

export function YearChoices(props: ChoicesProps) {
  const { data } = useQuery(query(years.list, choicesInput('')))
  return <Choices {...props} options={data?.data.map(named)} />
}

const DEBOUNCE_MS = 250

/**
 * There are more models than are loaded at once: the server searches them, and says what those are called that are
 * chosen.
 */
export function ModelChoices(props: ChoicesProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const { data } = useQuery(query(models.list, choicesInput(search)))
  const chosen = useQueries({ queries: props.value.map((model_id) => query(models.get, { model_id })) })
  const all = [...(data?.data ?? []), ...chosen.flatMap(({ data }) => data?.data ?? [])]
  const options = [...new Map(all.map((model) => [model._id, modelNamed(model)])).values()]
  return <Choices {...props} options={data && options} onSearch={setTyped} />
}

type AllProps = ChoicesProps & { options: Choice[] | undefined; onSearch?: (text: string) => void }

function Choices({ label, value, onChange, options, onSearch }: AllProps) {
  const known = options ?? []
  // One that is gone stays until somebody removes it.
  const others = value.filter((id) => !known.some((option) => option.value === id))
  const gone = others.map((id) => ({ value: id, label: options ? 'one that is gone' : 'Loading…' }))
  return (
    <MultiSelect
      aria-label={label}
      placeholder={value.length ? undefined : 'Choose one or more'}
      data={[...known, ...gone]}
      value={value}
      onChange={onChange}
      {...(onSearch && { onSearchChange: onSearch })}
      searchable
      hidePickedOptions
      nothingFoundMessage={options ? 'Nothing found' : 'Loading…'}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
