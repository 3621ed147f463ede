import { ActionIcon, Button, Checkbox, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { AudienceField } from '#contract/audience.ts'
import { ConditionValue } from './condition-value.tsx'
import { audienceOf, fieldWords, isGroup, lineOf, linesOf, type OneLine, oneLineIn, partOf } from './conditions.ts'
import { useMeant } from './use-meant.ts'

const fieldOptions = Object.entries(fieldWords).map(([value, label]) => ({ value, label }))
const ways = [
  { value: 'all', label: 'All of these' },
  { value: 'any', label: 'Any of these' },
]

const ASKED = 'What is asked'

/** `within` is the number of the group whose conditions they are, `remove` its button. */
type ConditionsProps = {
  value: unknown
  onChange: (value: unknown) => void
  within?: number
  remove?: ReactNode
}

/** The conditions of an audience or of a group in it, a line each: added, filled in, turned round and removed. */
export function Conditions({ value, onChange, within, remove }: ConditionsProps) {
  const { way, parts } = linesOf(value)
  const add = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const isInside = within !== undefined
  const put = (parts: object[]) => onChange(audienceOf({ way, parts }))
  function append(part: object) {
    flushSync(() => put([...parts, part]))
    list.current?.lastElementChild?.querySelector<HTMLElement>(`[aria-label="${ASKED}"]`)?.focus()
  }
  // A line has no name of its own: its place is what it is known by.
  const lines = parts.map((part, place) => ({
    part,
    key: `line ${place}`,
    number: place + 1,
    label: isInside ? `Condition ${within}.${place + 1}` : `${oneLineIn(part) ? 'Condition' : 'Group'} ${place + 1}`,
    change: (to: object) => put(parts.map((other) => (other === part ? to : other))),
    remove() {
      put(parts.filter((other) => other !== part))
      add.current?.focus()
    },
  }))
  return (
    <Stack gap="xs">
      {(lines.length > 1 || isInside) && (
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Select
            aria-label={isInside ? 'Which conditions of the group owners meet' : 'Which conditions owners meet'}
            w={180}
            data={ways}
            value={way}
            onChange={(to) => onChange(audienceOf({ way: to === 'any' ? 'any' : 'all', parts }))}
            allowDeselect={false}
          />
          {remove}
        </Group>
      )}
      {lines.length > 0 && (
        <Stack ref={list} gap="xs">
          {lines.map(({ part, key, number, label, change, remove }) => (
            <Paper key={key} component="fieldset" withBorder p="xs" m={0} miw={0} aria-label={label}>
              <PartFields
                part={part}
                number={number}
                onChange={change}
                remove={<Remove label={label} onClick={remove} />}
              />
            </Paper>
          ))}
        </Stack>
      )}
      <Group gap="xs">
        <Button
          ref={add}
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => append(lineOf('rv_type_id'))}
        >
          {isInside ? 'Add condition to this group' : 'Add condition'}
        </Button>
        {!isInside && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => append({ [way === 'all' ? 'any' : 'all']: [lineOf('rv_type_id')] })}
          >
            Add group
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${label.toLowerCase()}`} onClick={onClick}>
    <X size={16} aria-hidden />
  </ActionIcon>
)

type PartProps = { part: object; number: number; onChange: (part: object) => void; remove: ReactNode }

function PartFields({ part, number, onChange, remove }: PartProps) {
  const asked = oneLineIn(part)
  if (asked) return <LineFields {...asked} onChange={(to) => onChange(partOf(to))} remove={remove} />
  if (!isGroup(part)) return <KeptPart part={part} remove={remove} />
  return <Conditions value={part} within={number} onChange={(to) => onChange(to as object)} remove={remove} />
}

type LineProps = OneLine & { onChange: (to: OneLine) => void; remove: ReactNode }

function LineFields({ line, isNot, onChange, remove }: LineProps) {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Checkbox
          label="Not"
          checked={isNot}
          onChange={({ currentTarget }) => onChange({ line, isNot: currentTarget.checked })}
        />
        {/* Where the longest name would be cut off, both go below the "not". */}
        <Group gap="xs" wrap="nowrap" flex="1 1 240px" miw={0}>
          <Select
            aria-label={ASKED}
            flex={1}
            miw={0}
            data={fieldOptions}
            value={line.field}
            onChange={(field) =>
              field && field !== line.field && onChange({ line: lineOf(field as AudienceField), isNot })
            }
            allowDeselect={false}
          />
          {remove}
        </Group>
      </Group>
      <ConditionValue line={line} onChange={(line) => onChange({ line, isNot })} />
    </Stack>
  )
}

/** What is nested deeper than the form shows, as its sentence. */
function KeptPart({ part, remove }: { part: object; remove: ReactNode }) {
  const { meant } = useMeant(part, 'service')
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Stack gap={4} flex={1} miw={0}>
        {meant && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {`${meant.words}.`}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          This group stays as it is: it is nested deeper than the form shows.
        </Text>
      </Stack>
      {remove}
    </Group>
  )
}
