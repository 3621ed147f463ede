import { Table } from '@mantine/core'

/** What is known about one thing, to be read: a name and a value a line. What is empty shows as a dash. */
export function Facts({ facts }: { facts: [name: string, value: string | null | undefined][] }) {
  return (
    <Table variant="vertical" layout="fixed" withTableBorder>
      <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
        {facts.map(([name, value]) => (
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
