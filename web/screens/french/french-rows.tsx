import { Checkbox, Table, Text } from '@mantine/core'
import { frenchWords } from '#contract/french.ts'
import type { Unfinished } from '#contract/french-calls.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { titleOf } from '#web/records/shared/record-words.ts'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import classes from './french.module.css'
import { fieldsInWords, keyOf } from './french-words.ts'

type FrenchRowsProps = { rows: Unfinished[]; chosen: Unfinished[]; onChoose: (chosen: Unfinished[]) => void }

/**
 * The rows of a page, on phones as cards. One change is about one kind: older rows of other kinds wait until it is
 * made.
 */
export function FrenchRows({ rows, chosen, onChoose }: FrenchRowsProps) {
  const isNarrow = useNarrowerThan('sm')
  const type = chosen[0]?.record_type
  const isChosen = (row: Unfinished) => chosen.some((one) => keyOf(one) === keyOf(row))
  const checkbox = (row: Unfinished) =>
    row.state === 'older' && (
      <Checkbox
        size="sm"
        aria-label={`Select ${row.title}`}
        checked={isChosen(row)}
        disabled={type !== undefined && type !== row.record_type}
        onChange={() => onChoose(isChosen(row) ? chosen.filter((one) => keyOf(one) !== keyOf(row)) : [...chosen, row])}
      />
    )
  const link = ({ record_type, record_id, title }: Unfinished) => (
    <RecordLink type={record_type} to={{ _id: record_id, name: title }} />
  )
  if (isNarrow)
    return (
      <ul className={classes.cards} aria-label="What is left in French">
        {rows.map((row) => (
          <li key={keyOf(row)} className={classes.card}>
            <div>
              <Text fw={600} size="sm">
                {link(row)}
              </Text>
              <Text size="sm" c="dimmed">
                {`${titleOf(row.record_type)}. ${fieldsInWords(row)}: ${formatCount(row.words, 'word')}. ${frenchWords[row.state]}.`}
              </Text>
            </div>
            {checkbox(row)}
          </li>
        ))}
      </ul>
    )
  return (
    <Table aria-label="What is left in French" verticalSpacing={8} horizontalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Td w={44} />
          <Table.Th w={170}>Kind</Table.Th>
          <Table.Th>Title</Table.Th>
          <Table.Th>Fields</Table.Th>
          <Table.Th w={100}>State</Table.Th>
          <Table.Th w={100} ta="right">
            Words
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            <Table.Td>{checkbox(row)}</Table.Td>
            <Table.Td>{titleOf(row.record_type)}</Table.Td>
            <Table.Td>{link(row)}</Table.Td>
            <Table.Td>{fieldsInWords(row)}</Table.Td>
            <Table.Td>{frenchWords[row.state]}</Table.Td>
            <Table.Td ta="right">{formatNumber(row.words)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
