import { Button, Group, NativeSelect, Popover, Stack, Text } from '@mantine/core'
import { CalendarSearch } from 'lucide-react'
import { useState } from 'react'
import { numberOps } from '#contract/records.ts'
import type { ColumnFilter, FilterControlProps } from '#web/records/list/column-filters.tsx'
import { isDate } from '#web/ui/fields/calendar-date.ts'
import { DateInput } from '#web/ui/fields/date-field.tsx'
import { formatDate } from '#web/ui/format.ts'

type Op = (typeof numberOps)[number]

const operators: Record<Op, { words: string; sign: string }> = {
  eq: { words: 'Equals', sign: '=' },
  ne: { words: 'Not equal', sign: '≠' },
  lt: { words: 'Less than', sign: '<' },
  lte: { words: 'Less than or equal', sign: '≤' },
  gt: { words: 'Greater than', sign: '>' },
  gte: { words: 'Greater than or equal', sign: '≥' },
  between: { words: 'In range', sign: '' },
  between_inclusive: { words: 'Inclusive range', sign: '' },
}

type Asked = { op: Op; from: string; to: string }
const nothing: Asked = { op: 'eq', from: '', to: '' }

const isRange = (op: Op) => op === 'between' || op === 'between_inclusive'
const isReversed = ({ op, from, to }: Asked) => isRange(op) && isDate(from) && isDate(to) && to < from
const isComplete = (asked: Asked) =>
  isDate(asked.from) && (!isRange(asked.op) || (isDate(asked.to) && !isReversed(asked)))

// In the address: 'lt.2027-03-01', or 'between.2027-03-01.2027-04-01'.
const write = ({ op, from, to }: Asked) => [op, from, ...(isRange(op) ? [to] : [])].join('.')

function read(text: string): Asked | null {
  const [name, from = '', to = ''] = text.split('.')
  const op = numberOps.find((known) => known === name)
  const asked = op && { op, from, to }
  return asked && isComplete(asked) ? asked : null
}

function DueDateControl({ label, value, onChange }: FilterControlProps) {
  const [opened, setOpened] = useState(false)
  const asked = read(value)
  const { words, sign } = operators[asked?.op ?? 'eq']
  const dates = asked ? [asked.from, ...(isRange(asked.op) ? [asked.to] : [])].map(formatDate) : []
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withinPortal position="bottom" width={264}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          fullWidth
          justify="flex-start"
          px={8}
          bd="1px solid var(--field-border)"
          // The cell would cut off a ring around the button.
          style={{ outlineOffset: -2 }}
          leftSection={<CalendarSearch size={13} aria-hidden />}
          aria-label={`${label}: ${asked ? `${words} ${dates.join(' and ')}` : 'any date'}`}
          onClick={() => setOpened((open) => !open)}
        >
          <Text span size="xs" truncate>
            {asked ? `${sign} ${dates.join(' – ')}`.trim() : 'Any date'}
          </Text>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Question
          start={asked ?? nothing}
          onAsk={(next) => onChange(isComplete(next) ? write(next) : '')}
          onReset={() => {
            onChange('')
            setOpened(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

type QuestionProps = { start: Asked; onAsk: (asked: Asked) => void; onReset: () => void }

/** What is asked for, half-typed dates included; it counts as soon as it is complete. */
function Question({ start, onAsk, onReset }: QuestionProps) {
  const [asked, setAsked] = useState(start)
  const change = (part: Partial<Asked>) => {
    const next = { ...asked, ...part }
    setAsked(next)
    onAsk(next)
  }
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Operator"
        size="xs"
        value={asked.op}
        onChange={(event) => change({ op: numberOps.find((op) => op === event.currentTarget.value) ?? 'eq' })}
        data={numberOps.map((op) => ({ value: op, label: operators[op].words }))}
      />
      <DateInput
        label={isRange(asked.op) ? 'From' : 'Date'}
        size="xs"
        value={asked.from}
        onChange={(from) => change({ from })}
      />
      {isRange(asked.op) && (
        <DateInput
          label="To"
          size="xs"
          value={asked.to}
          onChange={(to) => change({ to })}
          error={isReversed(asked) && 'This day is before the first one.'}
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

/** Rows whose due date compares as asked: on, not on, before or after a day, or within a range without or with its ends. */
export const dueDateFilter: ColumnFilter = {
  Control: DueDateControl,
  toInput(field, text) {
    const asked = read(text)
    if (!asked) return {}
    const { op, from, to } = asked
    return { filters: { [field]: { op, value: from, ...(isRange(op) && { value_to: to }) } } }
  },
}
