import { Button, Group, Select, Text } from '@mantine/core'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { type FieldProps, useField } from './fields.tsx'

export type Option = { value: string; label: string }

type SelectFieldProps<Values> = FieldProps<Values, string> & {
  options: Option[]
  /** The options are being loaded. */
  loading?: boolean
  /** Set when loading failed: shows an error with a Retry button. */
  onRetry?: (() => void) | undefined
  /** The message when there are no options. */
  empty?: string
  /** Called with the typed text when the server searches; without it the options are filtered here. */
  onSearch?: (text: string) => void
  /** Called when the user chooses an option. */
  onChosen?: (value: string) => void
}

/** A searchable dropdown, bound to a field of the form. */
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
    (value) => options.find((option) => option.value === value)?.label ?? '',
    'reference',
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
        rightSection={loading ? <Loading size="xs" /> : undefined}
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
