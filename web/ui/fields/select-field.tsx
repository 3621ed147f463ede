import { Button, Group, Select, Text } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { isOfInputMethod } from '#web/ui/keys/pressed-key.ts'
import { type FieldProps, useField } from './fields.tsx'
import { useDropdown } from './use-dropdown.ts'

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
  /** The options are those that the server has found for the typed text; until then they are filtered here too. */
  isSearched?: boolean
  /** Adds what was typed and is not among the options, which they offer themselves. */
  onAdd?: (typed: string) => void
  /** Called when the user chooses an option. */
  onChosen?: (value: string) => void
}

/** The value of the option that adds what is typed. */
const ADDED = 'what is typed'

/** The option that is typed whole first, so that Enter takes it. */
function wholeFirst(options: Option[], text: string) {
  const wanted = text.trim().toLowerCase()
  const isWhole = ({ label }: Option) => label.toLowerCase() === wanted
  return [...options.filter(isWhole), ...options.filter((option) => !isWhole(option))]
}

/** A searchable dropdown, bound to a field of the form. While one types, Enter takes the first match. */
export function SelectField<Values>({
  options,
  loading = false,
  onRetry,
  empty = 'Nothing to choose from yet.',
  onSearch,
  isSearched = true,
  onAdd,
  onChosen,
  ...props
}: SelectFieldProps<Values>) {
  const [typed, setTyped] = useState('')
  const { opened, close, props: dropdown } = useDropdown()
  const isAwaited = useRef(false)
  const { value, onChange, ...field } = useField(
    props,
    (value) => options.find((option) => option.value === value)?.label ?? '',
    'reference',
  )
  const current = options.find((option) => option.value === value)
  const known = typed === current?.label ? options : wholeFirst(options, typed)
  const isKnown = options.some(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  const offersAdding = onAdd && typed.trim() !== '' && !loading && isSearched && !isKnown
  const shown = offersAdding ? [...known, { value: ADDED, label: `Add “${typed.trim()}”` }] : known
  const choose = (chosen: string | null) => {
    if (chosen === ADDED) return onAdd?.(typed.trim())
    onChange(chosen ?? '')
    onChosen?.(chosen ?? '')
  }
  const chooseAwaited = useEffectEvent(() => {
    const [first] = wholeFirst(options, typed)
    isAwaited.current = false
    if (!first) return
    close()
    choose(first.value)
  })
  useEffect(() => {
    if (!isSearched || !isAwaited.current) return
    const found = setTimeout(chooseAwaited)
    return () => clearTimeout(found)
  }, [isSearched, options])

  // Mantine forgets which option it marks when the first letter opens the list, and Enter would save the form instead.
  const takeMarked = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent) || event.ctrlKey || event.metaKey) return
    if (!opened || !isSearched) return
    const list = document.getElementById((event.target as Element).getAttribute('aria-controls') ?? '')
    const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]')
    if (!marked) return
    event.preventDefault()
    event.stopPropagation()
    marked.click()
  }

  return (
    <div onKeyDownCapture={takeMarked}>
      <Select
        {...field}
        data={shown}
        value={typeof value === 'string' && value ? value : null}
        onChange={choose}
        searchable
        {...dropdown}
        onSearchChange={(text) => {
          isAwaited.current = false
          setTyped(text)
          onSearch?.(text)
        }}
        // What is typed takes the place of what was chosen before; in a text that is being typed a click sets the caret.
        onClick={({ currentTarget }) => currentTarget.value === current?.label && currentTarget.select()}
        // What is typed by itself tells which is meant; an arrow key chooses another one.
        selectFirstOptionOnChange={typed.trim() !== '' && isSearched}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent) || !opened || isSearched) return
          // The first match is not known yet, and the form must not be saved without it.
          event.preventDefault()
          isAwaited.current = true
        }}
        {...(onSearch && isSearched && { filter: ({ options }) => options })}
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
