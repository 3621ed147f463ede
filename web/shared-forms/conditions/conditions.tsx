import { ActionIcon, Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import type { AudienceField } from '#contract/audience.ts'
import { ConditionValue } from './condition-value.tsx'
import { audienceOf, fieldWords, isLine, type Line, lineOf, linesOf } from './conditions.ts'

const fieldOptions = Object.entries(fieldWords).map(([value, label]) => ({ value, label }))
const ways = [
  { value: 'all', label: 'All of these' },
  { value: 'any', label: 'Any of these' },
]

/** The conditions of an audience, a line each: added, filled in and removed. */
export function Conditions({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  const { way, parts } = linesOf(value)
  const add = useRef<HTMLButtonElement>(null)
  const put = (parts: object[]) => onChange(audienceOf({ way, parts }))
  // A line has no name of its own: its place is what it is known by.
  const lines = parts.map((part, place) => ({
    part,
    key: `line ${place}`,
    label: `Condition ${place + 1}`,
    change: (to: Line) => put(parts.map((other) => (other === part ? to : other))),
    remove() {
      put(parts.filter((other) => other !== part))
      add.current?.focus()
    },
  }))
  return (
    <Stack gap="xs">
      {lines.length > 1 && (
        <Select
          aria-label="Which conditions owners meet"
          w={180}
          data={ways}
          value={way}
          onChange={(to) => onChange(audienceOf({ way: to === 'any' ? 'any' : 'all', parts }))}
          allowDeselect={false}
        />
      )}
      {lines.map(({ part, key, label, change, remove }) => (
        <Paper key={key} component="fieldset" withBorder p="xs" m={0} miw={0} aria-label={label}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            {isLine(part) ? (
              <Stack gap="xs" style={{ flex: 1, minWidth: 0 }}>
                <Select
                  aria-label="What is asked"
                  data={fieldOptions}
                  value={part.field}
                  onChange={(field) => field && field !== part.field && change(lineOf(field as AudienceField))}
                  allowDeselect={false}
                />
                <ConditionValue line={part} onChange={change} />
              </Stack>
            ) : (
              <Text size="sm" style={{ flex: 1 }}>
                A group of conditions. It stays as it is; the sentence says what it asks.
              </Text>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove ${label.toLowerCase()}`}
              onClick={remove}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
      <Group>
        <Button
          ref={add}
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => put([...parts, lineOf('rv_type_id')])}
        >
          Add condition
        </Button>
      </Group>
    </Stack>
  )
}
