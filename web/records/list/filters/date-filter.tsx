import { Button, Group, Popover, Stack } from '@mantine/core'
import { CalendarSearch } from 'lucide-react'
import { useState } from 'react'
import { numberOps } from '#contract/records.ts'
import { addDays, isDate } from '#web/ui/fields/calendar-date.ts'
import { DateInput } from '#web/ui/fields/date-field.tsx'
import { formatDate } from '#web/ui/format.ts'
import type { ColumnFilter, Filter, FilterControlProps } from './column-filters.tsx'
import { comparisons } from './comparisons.ts'
import { FilterButton } from './filter-button.tsx'
import { OperatorField } from './operator-menu.tsx'

type Op = (typeof numberOps)[number]

type Condition = { op: Op; from: string; to: string }

const verbs: Record<Op, string> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is before',
  lte: 'is on or before',
  gt: 'is after',
  gte: 'is on or after',
  between: 'is between',
  between_inclusive: 'is from',
}

/** Spans up to today that can be chosen at once, in days. */
const SPANS = [7, 30]
const todayInUtc = () => new Date().toISOString().slice(0, 10)
// In the URL: 'last.7', which means other days tomorrow.
const spanOf = (text: string) => SPANS.find((days) => text === `last.${days}`)

const nothing: Condition = { op: 'eq', from: '', to: '' }

const isRange = (op: Op) => op === 'between' || op === 'between_inclusive'
const isReversed = ({ op, from, to }: Condition) => isRange(op) && isDate(from) && isDate(to) && to < from
const isComplete = (condition: Condition) =>
  isDate(condition.from) && (!isRange(condition.op) || (isDate(condition.to) && !isReversed(condition)))

const operators = numberOps.map((op) => ({ op, ...comparisons[op], ...(isRange(op) && { sign: '↔' }) }))

// In the URL: 'lt.2027-03-01', or 'between.2027-03-01.2027-04-01'.
const write = ({ op, from, to }: Condition) => [op, from, ...(isRange(op) ? [to] : [])].join('.')

function read(text: string): Condition | null {
  const span = spanOf(text)
  if (span) return { op: 'gte', from: addDays(todayInUtc(), 1 - span), to: '' }
  const [name, from = '', to = ''] = text.split('.')
  const op = numberOps.find((known) => known === name)
  const condition = op && { op, from, to }
  return condition && isComplete(condition) ? condition : null
}

const datesOf = ({ op, from, to }: Condition) => [from, ...(isRange(op) ? [to] : [])].map(formatDate)

function wordsOf({ text }: Filter) {
  const condition = read(text)
  const span = spanOf(text)
  if (span) return `in the last ${span} days`
  if (!condition) return ''
  return `${verbs[condition.op]} ${datesOf(condition).join(condition.op === 'between' ? ' and ' : ' to ')}`
}

function DateControl({ title, value, onChange }: FilterControlProps) {
  const [opened, setOpened] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const condition = read(value.text)
  const span = spanOf(value.text)
  const { name, sign } = comparisons[condition?.op ?? 'eq']
  const dates = condition ? datesOf(condition) : []
  const said = span ? `last ${span} days` : condition ? `${name} ${dates.join(' and ')}` : 'any date'
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
          label={`Filter ${title}: ${said}`}
          text={span ? `Last ${span} days` : condition ? `${sign} ${dates.join(' – ')}`.trim() : 'Any date'}
          onClick={() => setOpened((open) => !open)}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <ConditionForm
          {...{ title, value, onChange, isChoosing }}
          onChoosing={setChoosing}
          onReset={() => {
            onChange(null)
            setOpened(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function DateForm(props: FilterControlProps) {
  const [isChoosing, setChoosing] = useState(false)
  return <ConditionForm {...props} isChoosing={isChoosing} onChoosing={setChoosing} />
}

type ConditionFormProps = FilterControlProps & {
  /** An operator is being chosen. */
  isChoosing: boolean
  onChoosing: (isChoosing: boolean) => void
  onReset?: () => void
}

/** The form of the condition. It may be incomplete; the filter applies as soon as it is complete. */
function ConditionForm({ title, value, isChoosing, onChoosing, onChange, onReset }: ConditionFormProps) {
  const [condition, setCondition] = useState(read(value.text) ?? nothing)
  const change = (part: Partial<Condition>) => {
    const next = { ...condition, ...part }
    setCondition(next)
    onChange(isComplete(next) ? { text: write(next), op: '' } : null)
  }
  const chooseSpan = (days: number) => {
    const text = `last.${days}`
    setCondition(read(text) ?? nothing)
    onChange({ text, op: '' })
  }
  return (
    <Stack gap="xs">
      <Group gap="xs" grow>
        {SPANS.map((days) => (
          <Button
            key={days}
            size="compact-xs"
            variant="default"
            aria-pressed={spanOf(value.text) === days}
            onClick={() => chooseSpan(days)}
          >
            {`Last ${days} days`}
          </Button>
        ))}
      </Group>
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
          error={isReversed(condition) && 'This day is before the first day.'}
        />
      )}
      {onReset && (
        <Group justify="flex-end">
          <Button size="xs" variant="default" onClick={onReset}>
            Reset
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** Filters by a day: on, not on, before or after it, or within a range. */
export const dateFilter: ColumnFilter = {
  Control: DateControl,
  Form: DateForm,
  words: wordsOf,
  toInput(field, { text }) {
    const condition = read(text)
    if (!condition) return {}
    const { op, from, to } = condition
    return { filters: { [field]: { op, value: from, ...(isRange(op) && { value_to: to }) } } }
  },
}
