import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './description-list.module.css'
import { WarningText } from './warning-text.tsx'

/** A name and its value; one that `warns` wants somebody to act. */
export type Described = [name: string, value: ReactNode, warns?: boolean]

/** A read-only list of names and values, one per line. An empty value shows as a dash. */
export function DescriptionList({ items }: { items: Described[] }) {
  return (
    <Table variant="vertical" layout="fixed" withTableBorder>
      <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
        {items.map(([name, value, warns]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" className={classes.name}>
              {name}
            </Table.Th>
            <Table.Td>
              {warns ? <WarningText>{value}</WarningText> : (typeof value === 'string' ? value.trim() : value) || '-'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
