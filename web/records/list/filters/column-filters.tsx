import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { type ComponentType, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { type listInput, needsNoValue } from '#contract/records.ts'
import type { Option } from '#web/ui/fields/select-field.tsx'
import { comparisons } from './comparisons.ts'
import { type Operator, OperatorMenu } from './operator-menu.tsx'

/** A filter as it is typed: its text, and the operator where it is not the first one of the column. */
export type Filter = { text: string; op: string }

export const NO_FILTER: Filter = { text: '', op: '' }

/**
 * What a filter becomes, or a function of its current value: a change may come before the last one has rendered. null
 * removes it.
 */
export type NextFilter = Filter | null | ((now: Filter) => Filter | null)

export type FilterControlProps = {
  /** The title of the column; the accessible name is 'Filter Name'. */
  title: string
  value: Filter
  onChange: (next: NextFilter) => void
}

/** The filter of a column: its input below the header, and the part of the list input for what is typed. */
export type ColumnFilter = {
  Control: ComponentType<FilterControlProps>
  toInput: (field: string, filter: Filter) => z.input<typeof listInput>
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

type TypedFilterProps = FilterControlProps & {
  operators: Operator[]
  inputMode?: 'numeric'
  maxLength: number
  /** Leaves out of what is typed what cannot be part of it. */
  clean?: (text: string) => string
}

/** A filter to type into, with a small menu of operators in front: by mouse, or by Alt+Down in the input. */
function TypedFilter({ title, value, onChange, operators, inputMode, maxLength, clean = String }: TypedFilterProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [typed, setTyped] = useDebouncedInput(value.text, (text) => onChange((now) => ({ ...now, text })))
  const operator = operators.find(({ op }) => op === value.op) ?? operators[0]
  const complete = needsNoValue(value.op)

  function openMenu(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' || !event.altKey) return
    event.preventDefault()
    // The menu would close again by the key that opens it.
    event.stopPropagation()
    setChoosing(true)
  }

  return (
    <TextInput
      ref={input}
      aria-label={`Filter ${title}`}
      aria-keyshortcuts="Alt+ArrowDown"
      type="search"
      {...(inputMode && { inputMode })}
      size="xs"
      leftSectionPointerEvents="all"
      leftSection={
        <OperatorMenu
          title={title}
          operators={operators}
          chosen={value.op}
          onChoose={(op) => onChange({ text: needsNoValue(op) ? '' : typed, op })}
          input={input}
          opened={isChoosing}
          onOpenedChange={setChoosing}
        />
      }
      {...(value.op && {
        rightSection: (
          <CloseButton
            size="xs"
            aria-label={`Remove filter of ${title}`}
            tabIndex={-1}
            onClick={() => onChange(null)}
          />
        ),
      })}
      readOnly={complete}
      placeholder={complete ? operator?.name : undefined}
      value={complete ? '' : typed}
      onChange={(event) => setTyped(clean(event.currentTarget.value).slice(0, maxLength))}
      onKeyDown={openMenu}
    />
  )
}

/** The operators of texts, the usual one first. */
export const textOperators: Operator[] = [
  { op: 'contains', name: 'Contains', sign: '' },
  { op: 'not_contains', name: 'Does not contain', sign: '∌' },
  { op: 'equals', name: 'Equals', sign: '=' },
  { op: 'not_equals', name: 'Does not equal', sign: '≠' },
  { op: 'starts_with', name: 'Starts with', sign: 'a…' },
  { op: 'ends_with', name: 'Ends with', sign: '…a' },
  { op: 'is_empty', name: 'Is empty', sign: '∅' },
  { op: 'not_empty', name: 'Is not empty', sign: '∃' },
]

export const numberOperators: Operator[] = [
  { op: 'contains', name: 'Contains', sign: '' },
  ...(['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const).map((op) => ({ op, ...comparisons[op] })),
  { op: 'between_inclusive', name: 'Between, e.g. 5-10', sign: '↔' },
]

const chosen = (operators: Operator[], op: string) =>
  op === '' ? operators[0]?.op : operators.find((operator) => operator.op === op)?.op

/** Blanks in front count for nothing, so that they push nothing out of a text that is too long. */
const shortened = (text: string) => (text.length > 250 ? text.trim() : text)

/** Filters by text: what the field contains, or another operator of texts. */
export const textFilter: ColumnFilter = {
  Control: (props) => <TypedFilter {...props} operators={textOperators} maxLength={250} clean={shortened} />,
  toInput(field, { text, op: wanted }) {
    const op = chosen(textOperators, wanted)
    if (!op || (!text.trim() && !needsNoValue(op))) return {}
    return { filters: { [field]: needsNoValue(op) ? { op } : { op, value: text } } }
  },
}

const range = /^(\d{1,15})-(\d{1,15})$/

/** Filters by digits that the number contains, or by another operator of numbers; only digits can be typed. */
export const digitsFilter: ColumnFilter = {
  Control: (props) => (
    <TypedFilter
      {...props}
      operators={numberOperators}
      maxLength={31}
      inputMode="numeric"
      clean={(text) => text.replace(props.value.op === 'between_inclusive' ? /[^\d-]/g : /\D/g, '')}
    />
  ),
  toInput(field, { text, op: wanted }) {
    const op = chosen(numberOperators, wanted)
    if (op === 'between_inclusive') {
      const [, value, value_to] = range.exec(text) ?? []
      return value && value_to ? { filters: { [field]: { op, value, value_to } } } : {}
    }
    return op && /^\d{1,15}$/.test(text) ? { filters: { [field]: { op, value: text } } } : {}
  },
}

const oneOf = (options: Option[]) =>
  function OneOfFilter({ title, value, onChange }: FilterControlProps) {
    return (
      <NativeSelect
        aria-label={`Filter ${title}`}
        size="xs"
        value={value.text}
        onChange={({ currentTarget: { value: text } }) => onChange(text ? { text, op: '' } : null)}
        data={[{ value: '', label: 'All' }, ...options]}
      />
    )
  }

/** The choice between active, inactive and all rows. */
export const StatusFilter = oneOf([
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
])

/** Filters by active, inactive or all rows. */
export const statusFilter: ColumnFilter = {
  Control: StatusFilter,
  toInput: (_field, { text }) =>
    text === 'active' ? { is_deleted: false } : text === 'inactive' ? { is_deleted: true } : {},
}
