import { NativeSelect, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import type { listInput } from '#contract/records.ts'
import type { Option } from '#web/ui/fields/select-field.tsx'

export type FilterControlProps = {
  /** The accessible name: 'Filter Name'. */
  label: string
  /** The text of the filter in the URL; '' for none. */
  value: string
  onChange: (text: string) => void
}

/** The filter of a column: its input below the header, and the part of the list input for a text. */
export type ColumnFilter = {
  Control: ComponentType<FilterControlProps>
  toInput: (field: string, text: string) => z.input<typeof listInput>
}

const DEBOUNCE_MS = 300

// Debounces typing, and follows the URL when it changes by other means.
function useDebouncedInput(value: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const send = useEffectEvent(onChange)

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed
      send(typed)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return [typed, setTyped] as const
}

function TextControl({ label, value, onChange }: FilterControlProps) {
  const [typed, setTyped] = useDebouncedInput(value, onChange)
  return (
    <TextInput
      aria-label={label}
      type="search"
      size="xs"
      leftSection={<Search size={13} aria-hidden />}
      maxLength={250}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

function DigitsControl({ label, value, onChange }: FilterControlProps) {
  const [typed, setTyped] = useDebouncedInput(value, onChange)
  return (
    <TextInput
      aria-label={label}
      type="search"
      inputMode="numeric"
      size="xs"
      leftSection={<Search size={13} aria-hidden />}
      maxLength={15}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
    />
  )
}

const choiceControl = (options: Option[]) =>
  function ChoiceControl({ label, value, onChange }: FilterControlProps) {
    return (
      <NativeSelect
        aria-label={label}
        size="xs"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[{ value: '', label: 'All' }, ...options]}
      />
    )
  }

/** Filters by text that the field contains. */
export const textFilter: ColumnFilter = {
  Control: TextControl,
  toInput: (field, text) => ({ filters: { [field]: { op: 'contains', value: text } } }),
}

/** Filters by digits that the number contains; only digits can be typed. */
export const digitsFilter: ColumnFilter = {
  Control: DigitsControl,
  toInput: (field, text) => (/^\d{1,15}$/.test(text) ? { filters: { [field]: { op: 'contains', value: text } } } : {}),
}

/** Filters by one of several values. */
export const choiceFilter = (options: Option[]): ColumnFilter => ({
  Control: choiceControl(options),
  toInput: (field, text) =>
    options.some(({ value }) => value === text) ? { filters: { [field]: { op: 'eq', value: text } } } : {},
})

/** Filters by active, inactive or all rows. */
export const statusFilter: ColumnFilter = {
  Control: choiceControl([
    { value: 'active', label: 'Active' },
    { value: 'inactive', label: 'Inactive' },
  ]),
  toInput: (_field, text) =>
    text === 'active' ? { is_deleted: false } : text === 'inactive' ? { is_deleted: true } : {},
}
