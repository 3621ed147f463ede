import { Button, type ComboboxItem, Group, type OptionsFilter, Select, Text } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { folded } from '#web/ui/folded.ts'
import { isOfInputMethod } from '#web/ui/keys/pressed-key.ts'
import { type FieldProps, useField } from './fields.tsx'
import classes from './select-field.module.css'
import { SpokenChoices } from './spoken-choices.tsx'
import { useDropdown } from './use-dropdown.ts'

/** `name` is what it is called if the label says more than that. */
export type Option = { value: string; label: string; name?: string }

/** How what is missing among the choices is added. */
export type AddingChoice = {
  /** What one of them is called. */
  noun: string
  /** Its name is made of others: what is typed does not say it. */
  isNamedByOthers?: boolean
  start: (typed: string) => void
}

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
  /** Adds what is missing: the last of the options. */
  adding?: AddingChoice | undefined
  /** Called when the user chooses an option. */
  onChosen?: (value: string) => void
}

/** The value of the option that adds what is missing. */
const ADDED = 'what is missing'

/** The option that is typed whole first, so that Enter takes it. */
function wholeFirst(options: Option[], text: string) {
  const wanted = folded(text.trim())
  const isWhole = ({ label }: Option) => folded(label) === wanted
  return [...options.filter(isWhole), ...options.filter((option) => !isWhole(option))]
}

const hasText = ({ label }: Option, text: string) => folded(label).includes(folded(text.trim()))

/** Keeps the option that adds what is missing last, behind what was found or the words that nothing was found. */
const addingLast =
  (isFoundElsewhere: boolean, none: string): OptionsFilter =>
  ({ options, search }) => {
    const all = options as ComboboxItem[]
    const found = all.filter((option) => option.value !== ADDED && (isFoundElsewhere || hasText(option, search)))
    const last = all.filter(({ value }) => value === ADDED)
    if (found.length) return [...found, ...last]
    return last.length ? [{ group: none, items: last }] : []
  }

/** A searchable dropdown, bound to a field of the form. While one types, Enter takes the first match. */
export function SelectField<Values>({
  options,
  loading = false,
  onRetry,
  empty = 'Nothing to choose from yet.',
  onSearch,
  isSearched = true,
  adding,
  onChosen,
  ...props
}: SelectFieldProps<Values>) {
  const [typed, setTyped] = useState('')
  const { opened, close, props: dropdown } = useDropdown()
  const isAwaited = useRef(false)
  // While something is added over the form, the typed text stays, in case one comes back without adding it.
  const leftWith = useRef<{ value: unknown }>(undefined)
  const { value, onChange, ...field } = useField(
    props,
    (value) => options.find((option) => option.value === value)?.label ?? '',
    'reference',
  )
  const current = options.find((option) => option.value === value)
  const wanted = typed === current?.label ? '' : typed.trim()
  const known = wanted ? wholeFirst(options, typed) : options
  const isWhole = ({ label, name = label }: Option) => name.toLowerCase() === wanted.toLowerCase()
  const isKnown = options.length > 0 || !loading
  const offersAdding = adding && isKnown && (isSearched || options.some((option) => hasText(option, wanted)))
  const isNamed = wanted !== '' && !adding?.isNamedByOthers && !options.some(isWhole)
  const added = { value: ADDED, label: isNamed ? `Add “${wanted}”` : `Add ${adding?.noun}…` }
  const none = loading ? 'Loading…' : options.length || wanted ? 'Nothing found' : empty
  const choose = (chosen: string | null) => {
    if (chosen === ADDED) {
      leftWith.current = { value }
      return adding?.start(isNamed ? wanted : '')
    }
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
    // A quick Enter comes before the first match is marked.
    const taken = marked ?? (wanted ? list?.querySelector<HTMLElement>('[role="option"]') : undefined)
    if (!taken) return
    event.preventDefault()
    event.stopPropagation()
    taken.click()
  }

  return (
    <div onKeyDownCapture={takeMarked}>
      <SpokenChoices>
        <Select
          {...field}
          data={offersAdding ? [...known, added] : known}
          value={typeof value === 'string' && value ? value : null}
          onChange={choose}
          searchable
          {...dropdown}
          {...(offersAdding && { classNames: { dropdown: classes.adding } })}
          searchValue={typed}
          onFocus={() => {
            leftWith.current = undefined
            field.onFocus?.()
          }}
          onSearchChange={(text) => {
            if (leftWith.current && leftWith.current.value === value) return
            isAwaited.current = false
            setTyped(text)
            onSearch?.(text)
          }}
          // What is typed replaces what was chosen before; in a text that is being typed, a click sets the caret.
          onClick={({ currentTarget }) => currentTarget.value === current?.label && currentTarget.select()}
          // Typing alone tells which is meant; an arrow key chooses another one.
          selectFirstOptionOnChange={typed.trim() !== '' && isSearched && isKnown}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent) || !opened || isSearched) return
            // The first match is not known yet, and the form must not be saved without it.
            event.preventDefault()
            isAwaited.current = true
          }}
          filter={addingLast(onSearch !== undefined && isSearched, none)}
          allowDeselect={false}
          checkIconPosition="right"
          nothingFoundMessage={none}
          rightSection={loading ? <Loading size="xs" /> : undefined}
          comboboxProps={{ withinPortal: true }}
        />
      </SpokenChoices>
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
