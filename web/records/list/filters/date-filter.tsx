import { Button, Group, Popover, Stack } from '@mantine/core'
import { CalendarSearch } from 'lucide-react'
import { useState } from 'react'
import { numberOps } from '#contract/records.ts'
import { isDate } from '#web/ui/fields/calendar-date.ts'
import { DateInput } from '#web/ui/fields/date-field.tsx'
import { formatDate } from '#web/ui/format.ts'
import type { ColumnFilter, FilterControlProps } from './column-filters.tsx'
import { comparisons } from './comparisons.ts'
import { FilterButton } from './filter-button.tsx'
import { OperatorField } from './operator-menu.tsx'

type Op = (typeof numberOps)[number]

type Condition = { op: Op; from: string; to: string }
const nothing: Condition = { op: 'eq', from: '', to: '' }

const isRange = (op: Op) => op === 'between' || op === 'between_inclusive'
const isReversed = ({ op, from, to }: Condition) => isRange(op) && isDate(from) && isDate(to) && to < from
const isComplete = (condition: Condition) =>
  isDate(condition.from) && (!isRange(condition.op) || (isDate(condition.to) && !isReversed(condition)))

const operators = numberOps.map((op) => ({ op, ...comparisons[op], ...(isRange(op) && { sign: '↔' }) }))

// In the URL: 'lt.2027-03-01', or 'between.2027-03-01.2027-04-01'.
const write = ({ op, from, to }: Condition) => [op, from, ...(isRange(op) ? [to] : [])].join('.')

function read(text: string): Condition | null {
  const [name, from = '', to = ''] = text.split('.')
  const op = numberOps.find((known) => known === name)
  const condition = op && { op, from, to }
  return condition && isComplete(condition) ? condition : null
}

function DateControl({ title, value, onChange }: FilterControlProps) {
  const [opened, setOpened] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const condition = read(value.text)
  const { name, sign } = comparisons[condition?.op ?? 'eq']
  const dates = condition ? [condition.from, ...(isRange(condition.op) ? [condition.to] : [])].map(formatDate) : []
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      withinPortal
      // Escape closes the menu of operators first.
      closeOnEscape={!isChoosing}
      position="bottom"
      width={264}
    >
      <Popover.Target>
        <FilterButton
          icon={CalendarSearch}
          label={`Filter ${title}: ${condition ? `${name} ${dates.join(' and ')}` : 'any date'}`}
          text={condition ? `${sign} ${dates.join(' – ')}`.trim() : 'Any date'}
          onClick={() => setOpened((open) => !open)}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <ConditionForm
          title={title}
          start={condition ?? nothing}
          isChoosing={isChoosing}
          onChoosing={setChoosing}
          onChange={(next) => onChange(isComplete(next) ? { text: write(next), op: '' } : null)}
          onReset={() => {
            onChange(null)
            setOpened(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

type ConditionFormProps = {
  title: string
  start: Condition
  /** An operator is being chosen. */
  isChoosing: boolean
  onChoosing: (isChoosing: boolean) => void
  onChange: (condition: Condition) => void
  onReset: () => void
}

/** The form of the condition. It may be incomplete; the filter applies as soon as it is complete. */
function ConditionForm({ title, start, isChoosing, onChoosing, onChange, onReset }: ConditionFormProps) {
  const [condition, setCondition] = useState(start)
  const change = (part: Partial<Condition>) => {
    const next = { ...condition, ...part }
    setCondition(next)
    onChange(next)
  }
  return (
    <Stack gap="xs">
      <OperatorField
        title={title}
        operators={operators}
        chosen={condition.op}
        onChoose={(chosen) => change({ op: numberOps.find((op) => op === chosen) ?? 'eq' })}
        opened={isChoosing}
        onOpenedChange={onChoosing}
      />
      <DateInput
        label={isRange(condition.op) ? 'From' : 'Date'}
        size="xs"
        value={condition.from}
        onChange={(from) => change({ from })}
      />
      {isRange(condition.op) && (
        <DateInput
          label="To"
          size="xs"
          value={condition.to}
          onChange={(to) => change({ to })}
          error={isReversed(condition) && 'This day is before the first one.'}
        />
      )}
      <Group justify="flex-end">
        <Button size="xs" variant="default" onClick={onReset}>
          Reset
        </Button>
      </Group>
    </Stack>
  )
}

/** Filters by a day: on, not on, before or after it, or within a range. */
export const dateFilter: ColumnFilter = {
  Control: DateControl,
  toInput(field, { text }) {
    const condition = read(text)
    if (!condition) return {}
    const { op, from, to } = condition
    return { filters: { [field]: { op, value: from, ...(isRange(op) && { value_to: to }) } } }
  },
}
