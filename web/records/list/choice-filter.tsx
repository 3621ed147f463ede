import { Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { Option } from '#web/ui/fields/select-field.tsx'
import type { ColumnFilter, FilterControlProps } from './column-filters.tsx'

const chosenOf = (options: Option[], text: string) => {
  const parts = text.split(',')
  return options.filter(({ value }) => parts.includes(value))
}

/** Filters by one or several of a few values, as a check list. In the URL: 'DEALER,SERVICE'. */
export const choiceFilter = (options: Option[]): ColumnFilter => ({
  Control: (props) => <ChoiceControl {...props} options={options} />,
  toInput(field, { text }) {
    const values = chosenOf(options, text).map(({ value }) => value)
    if (!values.length) return {}
    return { filters: { [field]: values.length === 1 ? { op: 'eq', value: values[0] } : { op: 'in', value: values } } }
  },
})

function ChoiceControl({ title, value, onChange, options }: FilterControlProps & { options: Option[] }) {
  const [opened, setOpened] = useState(false)
  const chosen = chosenOf(options, value.text)
  const words = chosen.length ? chosen.map(({ label }) => label).join(', ') : 'All'
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withinPortal position="bottom-start">
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          fullWidth
          justify="flex-start"
          px={8}
          bd="1px solid var(--field-border)"
          // The cell clips an outline outside the button.
          style={{ outlineOffset: -2 }}
          leftSection={<ListChecks size={13} aria-hidden />}
          aria-label={`Filter ${title}: ${words}`}
          onClick={() => setOpened((open) => !open)}
        >
          <Text span size="xs" truncate>
            {words}
          </Text>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group
          label={title}
          value={chosen.map(({ value }) => value)}
          onChange={(values) => onChange(values.length ? { text: values.join(','), op: '' } : null)}
        >
          <Stack gap="xs" mt="xs">
            {options.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} size="sm" />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end" mt="sm">
          <Button size="xs" variant="default" disabled={!chosen.length} onClick={() => onChange(null)}>
            All
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
