import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { folded } from '#web/ui/folded.ts'
import { formatNumber } from '#web/ui/format.ts'
import classes from './rollover.module.css'

type Choice = { _id: string; name: string; note: string }

type TickListProps = {
  /** What they are called: 'Models'. */
  title: string
  choices: Choice[]
  /** The ids of those that are not ticked. */
  left: readonly string[]
  onChange: (left: string[]) => void
}

/** More are found by searching. */
const MOST_SHOWN = 200
/** With this many, people search for the one they want. */
const SEARCHED_FROM = 8

/** Records to tick, of which all are at first. */
export function TickList({ title, choices, left, onChange }: TickListProps) {
  const [search, setSearch] = useState('')
  const untouched = new Set(left)
  const wanted = folded(search.trim())
  const found = choices.filter(({ name, note }) => folded(`${name} ${note}`).includes(wanted))
  const ids = new Set(found.map(({ _id }) => _id))
  const ticked = choices.filter(({ _id }) => !untouched.has(_id)).length
  const tickedFound = found.filter(({ _id }) => !untouched.has(_id)).length
  const others = left.filter((id) => !ids.has(id))
  const nouns = title.toLowerCase()
  return (
    <fieldset className={classes.ticks}>
      <legend>{title}</legend>
      <Group justify="space-between" gap="xs" mb={choices.length >= SEARCHED_FROM ? 8 : 0}>
        <Text component="output" size="sm" c="dimmed">
          {choices.length
            ? `${formatNumber(ticked)} of ${formatNumber(choices.length)} chosen`
            : `There are no ${nouns} to copy.`}
        </Text>
        {choices.length > 1 && (
          <Group gap={4}>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Choose all ${nouns}${wanted && ' found'}`}
              disabled={tickedFound === found.length}
              onClick={() => onChange(others)}
            >
              All
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Choose none of the ${nouns}${wanted && ' found'}`}
              disabled={tickedFound === 0}
              onClick={() => onChange([...others, ...ids])}
            >
              None
            </Button>
          </Group>
        )}
      </Group>
      {choices.length >= SEARCHED_FROM && (
        <TextInput
          type="search"
          size="xs"
          aria-label={`Search ${nouns}`}
          placeholder="Search"
          leftSection={<Search size={14} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          // Enter would send the form around it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {choices.length > 0 && (
        <ul className={classes.choices} aria-label={title}>
          {found.slice(0, MOST_SHOWN).map(({ _id, name, note }) => (
            <li key={_id}>
              <Checkbox
                size="xs"
                label={name}
                description={note}
                checked={!untouched.has(_id)}
                onChange={({ currentTarget }) =>
                  onChange(currentTarget.checked ? left.filter((id) => id !== _id) : [...left, _id])
                }
              />
            </li>
          ))}
          {found.length === 0 && (
            <Text component="li" size="sm" c="dimmed">
              Nothing found
            </Text>
          )}
          {found.length > MOST_SHOWN && (
            <Text component="li" size="sm" c="dimmed">
              {`And ${formatNumber(found.length - MOST_SHOWN)} more. Search to find them.`}
            </Text>
          )}
        </ul>
      )}
    </fieldset>
  )
}
