import { Button, Group, Loader, Select, Text } from '@mantine/core'
import { type FieldProps, useField } from './fields.tsx'

export type Option = { value: string; label: string }

type SelectFieldProps<Values> = FieldProps<Values, string> & {
  options: Option[]
  /** The options are on their way. */
  loading?: boolean
  /** The options did not come; the person may try again. */
  onRetry?: (() => void) | undefined
  /** Said when there is nothing to choose from. */
  empty?: string
  /** Told what is typed, when the choices are searched elsewhere; without it they are searched among the options. */
  onSearch?: (text: string) => void
  /** Told when another choice was made by hand. */
  onChosen?: (value: string) => void
}

/** A choice from a list that can be searched by typing, bound to a field of the form. */
export function SelectField<Values>({
  options,
  loading = false,
  onRetry,
  empty = 'Nothing to choose from yet.',
  onSearch,
  onChosen,
  ...props
}: SelectFieldProps<Values>) {
  const { value, onChange, ...field } = useField(
    props,
    (shown) => options.find((option) => option.value === shown)?.label ?? '',
  )
  return (
    <div>
      <Select
        {...field}
        data={options}
        value={typeof value === 'string' && value ? value : null}
        onChange={(chosen) => {
          onChange(chosen ?? '')
          onChosen?.(chosen ?? '')
        }}
        searchable
        {...(onSearch && { onSearchChange: onSearch, filter: ({ options }) => options })}
        openOnFocus={false}
        allowDeselect={false}
        checkIconPosition="right"
        nothingFoundMessage={loading ? 'Loading…' : options.length ? 'Nothing found' : empty}
        rightSection={loading ? <Loader size="xs" aria-label="Loading" /> : undefined}
        comboboxProps={{ withinPortal: true }}
      />
      {onRetry && (
        <Group role="alert" gap="xs" mt={4}>
          <Text size="sm" c="var(--mantine-color-error)">
            The choices could not be loaded.
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={onRetry}>
            Retry
          </Button>
        </Group>
      )}
    </div>
  )
}
