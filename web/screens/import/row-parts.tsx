import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { CircleAlert, MapPin, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ImportRow } from '#contract/imports.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { ValueDifference } from '#web/ui/difference/differences.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { columnCalled, type FileColumn, fieldInWords, nameOfColumn, outcomeWords } from './words.ts'

type RowNameProps = { row: ImportRow; withNumber?: boolean; withOutcome: boolean }

const colors = { new: 'green', changed: 'pine', unchanged: 'gray', refused: 'red' }

/** What a row of a file is about. */
export const RowName = ({ row, withNumber = false, withOutcome }: RowNameProps) => {
  const { record_type, record_id, title, outcome, place } = row
  return (
    <Stack gap={4} align="flex-start" miw={0} fz="sm">
      {withNumber && (
        <Text size="xs" c="dimmed">
          Row {formatNumber(row.row)}
        </Text>
      )}
      {record_type && record_id ? (
        <RecordLink type={record_type} to={{ _id: record_id, name: title }} isStrong />
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

/** What was typed in place of cells, by the numbers of rows and the keys of columns. */
export type MendedCells = Record<number, Record<string, string>>
type Mending = { cells: MendedCells; onMend: (row: number, key: string, text: string) => void }

type RowDetailsProps = { row: ImportRow; columns: FileColumn[]; mending: Mending }

/** What an import would do with a row, field by field, or why it does nothing; and what looks wrong in it. */
export const RowDetails = ({ row, columns, mending }: RowDetailsProps) => (
  <Stack gap="sm">
    <RowOutcome row={row} columns={columns} mending={mending} />
    {Object.entries(row.warnings).map(([field, messages]) => (
      <Reason key={field} row={row} field={field} columns={columns} messages={messages} isWarning />
    ))}
  </Stack>
)

function RowOutcome({ row, columns, mending }: RowDetailsProps) {
  if (row.outcome === 'refused')
    return (
      <Stack component="ul" gap={10} m={0} p={0} style={{ listStyle: 'none' }}>
        {Object.entries(row.errors).map(([field, messages]) => (
          <li key={field}>
            <Reason row={row} field={field} columns={columns} messages={messages} mending={mending} />
          </li>
        ))}
      </Stack>
    )
  if (row.outcome === 'unchanged')
    return (
      <Text size="sm" c="dimmed">
        {row.same_as === null ? 'Stays as it is.' : `The same as row ${formatNumber(row.same_as)}.`}
      </Text>
    )
  return row.outcome === 'new' ? <NewFields row={row} /> : <ChangedFields row={row} />
}

/** Longer cells are shown in part, and cannot be corrected here. */
const LONGEST_MENDED = 200

type ReasonProps = Pick<RowDetailsProps, 'row' | 'columns'> & {
  field: string
  messages: string[]
  mending?: Mending
  isWarning?: boolean
}

/** Why a cell is refused, with a field to correct it, or what looks wrong in it. */
function Reason({ row, field, columns, messages, mending, isWarning = false }: ReasonProps) {
  const cell = row.cells[field]
  const column = cell && columnCalled(columns, cell.column)
  const name = column ? nameOfColumn(column) : (cell?.column ?? field)
  const Icon = isWarning ? TriangleAlert : CircleAlert
  const canMend = mending && column && cell.value.length <= LONGEST_MENDED
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <Icon
        size={16}
        aria-hidden
        color={isWarning ? 'var(--mantine-color-orange-text)' : 'var(--mantine-color-error)'}
        style={{ flex: 'none', marginTop: 3 }}
      />
      <div style={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>
        {canMend ? (
          <TextInput
            label={name}
            aria-label={`${name} of row ${formatNumber(row.row)}`}
            description={messages.join(' ')}
            inputWrapperOrder={['label', 'input', 'description']}
            placeholder="empty"
            maw={360}
            value={mending.cells[row.row]?.[column.key] ?? cell.value}
            onChange={({ currentTarget }) => mending.onMend(row.row, column.key, currentTarget.value)}
          />
        ) : (
          <>
            <Text span size="sm" fw={600}>
              {name}
            </Text>{' '}
            <Text span size="sm" c="dimmed">
              {cell?.value ? `“${cell.value}”` : column ? 'empty' : 'not in the file'}
            </Text>
            <Text size="sm">{messages.join(' ')}</Text>
          </>
        )}
      </div>
    </Group>
  )
}

const ChangedFields = ({ row: { record_type, fields } }: Pick<RowDetailsProps, 'row'>) => (
  <Stack gap="xs" fz="sm">
    {fields.map((field) => {
      const { label, from, to } = fieldInWords(record_type, field)
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

function NewFields({ row: { record_type, fields } }: Pick<RowDetailsProps, 'row'>) {
  const [isWhole, setWhole] = useState(false)
  const filled = fields.map((field) => fieldInWords(record_type, field)).filter(({ to }) => to !== '')
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
