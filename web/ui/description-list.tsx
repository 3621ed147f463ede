import { Table } from '@mantine/core'

/** A read-only list of names and values, one per line. An empty value shows as a dash. */
export function DescriptionList({ items }: { items: [name: string, value: string | null | undefined][] }) {
  return (
    <Table variant="vertical" layout="fixed" withTableBorder>
      <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
        {items.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={150}>
              {name}
            </Table.Th>
            <Table.Td>{value?.trim() || '-'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
