import { NativeSelect } from '@mantine/core'
import type { ColumnFilter } from '#web/records/column-filters.tsx'
import type { Option } from '#web/ui/select-field.tsx'

/** Rows that hold one of a few words. */
export const choiceFilter = (options: Option[]): ColumnFilter => ({
  Control: ({ label, value, onChange }) => (
    <NativeSelect
      aria-label={label}
      size="xs"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: 'All' }, ...options]}
    />
  ),
  toInput: (field, text) =>
    options.some(({ value }) => value === text) ? { filters: { [field]: { op: 'eq', value: text } } } : {},
})
