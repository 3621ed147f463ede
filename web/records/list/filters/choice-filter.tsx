import { Button, Checkbox, Group, NativeSelect, Popover, Stack } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { Option } from '#web/ui/fields/select-field.tsx'
import type { ColumnFilter, FilterControlProps } from './column-filters.tsx'
import { FilterButton } from './filter-button.tsx'

const chosenOf = (options: Option[], text: string) => {
  const parts = text.split(',')
  return options.filter(({ value }) => parts.includes(value))
}

/** Filters by one of a few values, or by several from a check list. In the URL: 'dealer,service'. */
export const choiceFilter = (options: Option[]): ColumnFilter => ({
  Control: (props) => <ChoiceControl {...props} options={options} />,
  Form: (props) => <ChoiceForm {...props} options={options} />,
  words: ({ text }) =>
    `is ${chosenOf(options, text)
      .map(({ label }) => label)
      .join(' or ')}`,
  toInput(field, { text }) {
    const values = chosenOf(options, text).map(({ value }) => value)
    if (!values.length) return {}
    return { filters: { [field]: values.length === 1 ? { op: 'eq', value: values[0] } : { op: 'in', value: values } } }
  },
})

/** Filters by whether something is so, in these words. */
export const flagFilter = (yes: string, no: string) =>
  choiceFilter([
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ])

/** The entry of the menu that opens the check list. No value has these dots. */
const SEVERAL = '…'

type ChoiceProps = FilterControlProps & { options: Option[] }

function ChoiceForm({ title, value, onChange, options }: ChoiceProps) {
  const toggle = (value: string) =>
    onChange(({ text }) => {
      const before = chosenOf(options, text).map((option) => option.value)
      const after = before.includes(value) ? before.filter((other) => other !== value) : [...before, value]
      return after.length ? { text: after.join(','), op: '' } : null
    })
  return (
    <Checkbox.Group label={title} value={chosenOf(options, value.text).map(({ value }) => value)}>
      <Stack gap="xs" mt="xs">
        {options.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} size="sm" onChange={() => toggle(value)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function ChoiceControl({ title, value, onChange, options }: ChoiceProps) {
  const [opened, setOpened] = useState(false)
  const chosen = chosenOf(options, value.text)
  const choose = (value: string) => onChange(value ? { text: value, op: '' } : null)
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withinPortal position="bottom-start">
      <Popover.Target>
        {opened || chosen.length > 1 ? (
          <FilterButton
            icon={ListChecks}
            label={`Filter ${title}: ${namesOf(chosen)}`}
            text={namesOf(chosen)}
            onClick={() => setOpened((open) => !open)}
          />
        ) : (
          <NativeSelect
            aria-label={`Filter ${title}`}
            size="xs"
            value={chosen[0]?.value ?? ''}
            onChange={({ currentTarget: { value } }) => (value === SEVERAL ? setOpened(true) : choose(value))}
            data={[{ value: '', label: 'All' }, ...options, { value: SEVERAL, label: 'Several…' }]}
          />
        )}
      </Popover.Target>
      <Popover.Dropdown>
        <ChoiceForm {...{ title, value, onChange, options }} />
        <Group justify="flex-end" mt="sm">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              choose('')
              setOpened(false)
            }}
          >
            All
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

const namesOf = (chosen: Option[]) => (chosen.length ? chosen.map(({ label }) => label).join(', ') : 'All')
