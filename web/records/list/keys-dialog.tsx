import { Kbd, Table } from '@mantine/core'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { LIST_KEYS } from './use-list-keys.ts'

/** Shows all keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title="Keys" dialog={dialog} size="lg">
      <Table verticalSpacing={6} aria-label="Keys">
        <Table.Tbody>
          {LIST_KEYS.map(([keys, meaning]) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row" w={210}>
                <Kbd>{keys}</Kbd>
              </Table.Th>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
