import { CloseButton, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type ComponentType, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import type { RecordType } from '#contract/kinds.ts'
import { type listInput, needsNoValue } from '#contract/records.ts'
import type { Option } from '#web/ui/fields/select-field.tsx'
import { comparisons } from './comparisons.ts'
import { type Operator, OperatorField, OperatorMenu } from './operator-menu.tsx'

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

type Controls = {
  /** Its input below the header. */
  Control: ComponentType<FilterControlProps>
  /** The same as a form, with the operators in words. */
  Form: ComponentType<FilterControlProps>
}

/** A record of one of these kinds, and the field of a row that shows its name. */
export type ReferredTo = { types: readonly RecordType[]; shownAs: string }

/** The filter of a column: what it is set with, unless only links and switches set it, and what it means. */
export type ColumnFilter = {
  /** The part of the list input for what is typed. */
  toInput: (field: string, filter: Filter) => z.input<typeof listInput>
  /**
   * What it says after the title of the column: 'is Dealer or Service'. `name` is that of the record that it refers to.
   */
  words: (filter: Filter, name?: string) => string
  /** The record whose id it holds. */
  refersTo?: ReferredTo
} & (Controls | { Control?: never; Form?: never })

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
  /** Removes from what is typed what cannot be part of it. */
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
            aria-label={`Remove the filter on ${title}`}
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

/** A typed filter as a form: its operator in words, and what is typed. */
function TypedForm({ title, value, onChange, operators, inputMode, maxLength, clean = String }: TypedFilterProps) {
  const [isChoosing, setChoosing] = useState(false)
  const [typed, setTyped] = useDebouncedInput(value.text, (text) => onChange((now) => ({ ...now, text })))
  const [usual] = operators
  return (
    <Stack gap="xs">
      <OperatorField
        title={title}
        operators={operators}
        chosen={value.op || (usual?.op ?? '')}
        onChoose={(op) => onChange({ text: needsNoValue(op) ? '' : typed, op: op === usual?.op ? '' : op })}
        opened={isChoosing}
        onOpenedChange={setChoosing}
      />
      {!needsNoValue(value.op) && (
        <TextInput
          label="Value"
          data-autofocus
          size="xs"
          {...(inputMode && { inputMode })}
          value={typed}
          onChange={(event) => setTyped(clean(event.currentTarget.value).slice(0, maxLength))}
        />
      )}
    </Stack>
  )
}

type TypedOperator = Operator & {
  /** What stands between the title of the column and the value. */
  verb: string
}

/** The operators of texts, the usual one first. */
export const textOperators: TypedOperator[] = [
  { op: 'contains', name: 'Contains', sign: '', verb: 'contains' },
  { op: 'not_contains', name: 'Does not contain', sign: '∌', verb: 'does not contain' },
  { op: 'equals', name: 'Equals', sign: '=', verb: 'is' },
  { op: 'not_equals', name: 'Does not equal', sign: '≠', verb: 'is not' },
  { op: 'starts_with', name: 'Starts with', sign: 'a…', verb: 'starts with' },
  { op: 'ends_with', name: 'Ends with', sign: '…a', verb: 'ends with' },
  { op: 'is_empty', name: 'Is empty', sign: '∅', verb: 'is empty' },
  { op: 'not_empty', name: 'Is not empty', sign: '∃', verb: 'is not empty' },
]

const numberVerbs = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  lte: 'is at most',
  gt: 'is more than',
  gte: 'is at least',
} as const

export const numberOperators: TypedOperator[] = [
  { op: 'contains', name: 'Contains', sign: '', verb: 'contains' },
  ...Object.entries(numberVerbs).map(([op, verb]) => ({ op, verb, ...comparisons[op as keyof typeof numberVerbs] })),
  { op: 'between_inclusive', name: 'Between, e.g. 5-10', sign: '↔', verb: 'is from' },
]

const typedWords = (operators: TypedOperator[], { text, op: wanted }: Filter) => {
  const op = chosen(operators, wanted)
  const verb = operators.find((operator) => operator.op === op)?.verb ?? ''
  const value = op === 'between_inclusive' ? text.replace('-', ' to ') : text.trim()
  return needsNoValue(op ?? '') ? verb : `${verb} ${value}`
}

const chosen = (operators: Operator[], op: string) =>
  op === '' ? operators[0]?.op : operators.find((operator) => operator.op === op)?.op

/** Leading blanks do not count, so that they push nothing out of a text that is too long. */
const shortened = (text: string) => (text.length > 250 ? text.trim() : text)

const texts = { operators: textOperators, maxLength: 250, clean: shortened }

/** Filters by text: what the field contains, or another operator of texts. */
export const textFilter: ColumnFilter = {
  Control: (props) => <TypedFilter {...props} {...texts} />,
  Form: (props) => <TypedForm {...props} {...texts} />,
  words: (filter) => typedWords(textOperators, filter),
  toInput(field, { text, op: wanted }) {
    const op = chosen(textOperators, wanted)
    if (!op || (!text.trim() && !needsNoValue(op))) return {}
    return { filters: { [field]: needsNoValue(op) ? { op } : { op, value: text } } }
  },
}

/** The text that a filter of texts looks for; none where it looks for its absence. */
export function soughtBy({ text, op } = NO_FILTER) {
  return /^not_|^is_/.test(op) ? undefined : text.trim()
}

const range = /^(\d{1,15})-(\d{1,15})$/

const digits = ({ op }: Filter) => ({
  operators: numberOperators,
  maxLength: 31,
  inputMode: 'numeric' as const,
  clean: (text: string) => text.replace(op === 'between_inclusive' ? /[^\d-]/g : /\D/g, ''),
})

/** Filters by digits that the number contains, or by another operator of numbers; only digits can be typed. */
export const digitsFilter: ColumnFilter = {
  Control: (props) => <TypedFilter {...props} {...digits(props.value)} />,
  Form: (props) => <TypedForm {...props} {...digits(props.value)} />,
  words: (filter) => typedWords(numberOperators, filter),
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
  Form: StatusFilter,
  words: ({ text }) => `is ${text === 'active' ? 'Active' : 'Inactive'}`,
  toInput: (_field, { text }) =>
    text === 'active' ? { is_deleted: false } : text === 'inactive' ? { is_deleted: true } : {},
}
