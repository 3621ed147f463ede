import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { CircleAlert, MapPin } from 'lucide-react'
import { useState } from 'react'
import type { ImportRow, ImportType } from '#contract/imports.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { ValueDifference } from '#web/ui/difference/differences.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { columnCalled, type FileColumn, fieldInWords, nameOfColumn, outcomeWords } from './words.ts'

type RowNameProps = { type: ImportType; row: ImportRow; withNumber?: boolean; withOutcome: boolean }

const colors = { new: 'green', changed: 'pine', unchanged: 'gray', refused: 'red' }

/** What a row of a file is about. */
export const RowName = ({ type, row, withNumber = false, withOutcome }: RowNameProps) => {
  const { record_id, title, outcome, place } = row
  return (
    <Stack gap={4} align="flex-start" miw={0} fz="sm">
      {withNumber && (
        <Text size="xs" c="dimmed">
          Row {formatNumber(row.row)}
        </Text>
      )}
      {record_id ? (
        <RecordLink type={type} to={{ _id: record_id, name: title }} isStrong />
      ) : (
        <Text size="sm" {...(title ? { fw: 600 } : { c: 'dimmed' })} style={{ overflowWrap: 'anywhere' }}>
          {title || 'Without a name'}
        </Text>
      )}
      {withOutcome && (
        <Badge variant="light" color={colors[outcome]} tt="none">
          {outcomeWords[outcome]}
        </Badge>
      )}
      {place && (
        <Text size="sm">
          <MapPin size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
          Placed in {place}
        </Text>
      )}
    </Stack>
  )
}

type RowDetailsProps = { type: ImportType; row: ImportRow; columns: FileColumn[] }

/** What an import would do with a row, field by field, or why it does nothing. */
export function RowDetails({ type, row, columns }: RowDetailsProps) {
  if (row.outcome === 'refused') return <Reasons row={row} columns={columns} />
  if (row.outcome === 'unchanged')
    return (
      <Text size="sm" c="dimmed">
        Stays as it is.
      </Text>
    )
  return row.outcome === 'new' ? <NewFields type={type} row={row} /> : <ChangedFields type={type} row={row} />
}

const Reasons = ({ row: { errors, cells }, columns }: Pick<RowDetailsProps, 'row' | 'columns'>) => (
  <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
    {Object.entries(errors).map(([field, messages]) => {
      const cell = cells[field]
      const column = cell && columnCalled(columns, cell.column)
      return (
        <Group component="li" key={field} gap={8} wrap="nowrap" align="flex-start">
          <CircleAlert
            size={16}
            aria-hidden
            color="var(--mantine-color-error)"
            style={{ flex: 'none', marginTop: 3 }}
          />
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text span size="sm" fw={600}>
              {column ? nameOfColumn(column) : (cell?.column ?? field)}
            </Text>{' '}
            <Text span size="sm" c="dimmed">
              {cell?.value ? `“${cell.value}”` : column ? 'empty' : 'not in the file'}
            </Text>
            <Text size="sm">{messages.join(' ')}</Text>
          </div>
        </Group>
      )
    })}
  </Stack>
)

const ChangedFields = ({ type, row: { fields } }: Pick<RowDetailsProps, 'type' | 'row'>) => (
  <Stack gap="xs" fz="sm">
    {fields.map((field) => {
      const { label, from, to } = fieldInWords(type, field)
      return (
        <div key={field.field}>
          <Text size="xs" fw={600} c="dimmed">
            {label}
          </Text>
          <ValueDifference from={from} to={to} />
        </div>
      )
    })}
  </Stack>
)

/** How many fields of a new record are shown at first. */
const SHOWN = 4

function NewFields({ type, row: { fields } }: Pick<RowDetailsProps, 'type' | 'row'>) {
  const [isWhole, setWhole] = useState(false)
  const filled = fields.map((field) => fieldInWords(type, field)).filter(({ to }) => to !== '')
  const hidden = filled.length - SHOWN
  return (
    <Stack gap={4} align="flex-start">
      <Group component="dl" gap="4px 16px" m={0} align="flex-start">
        {(isWhole || hidden <= 1 ? filled : filled.slice(0, SHOWN)).map(({ label, to }) => (
          <div key={label} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text component="dt" span c="dimmed" size="sm">
              {label}
            </Text>{' '}
            <Text component="dd" span m={0} size="sm">
              {to}
            </Text>
          </div>
        ))}
      </Group>
      {hidden > 1 && (
        <Button variant="subtle" size="compact-xs" ml={-8} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${formatCount(hidden, 'more field')}`}
        </Button>
      )}
    </Stack>
  )
}
