import { Kbd, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { isLetterKey, useLetterKeys } from '#web/ui/keys/letter-keys.ts'
import { focusFirstFilter, LIST_KEYS, useListKeys } from './use-list-keys.ts'

/** The keys of a screen with a list: what they do, a function that shows them, and the dialog that does. */
export function useKeys(onNew?: () => void) {
  const [shown, setShown] = useState(false)
  const showKeys = () => setShown(true)
  useListKeys({ '/': focusFirstFilter, n: onNew, '?': showKeys })
  return { showKeys, keysDialog: shown && <KeysDialog onClose={() => setShown(false)} /> }
}

type KeysDialogProps = { keys?: [keys: string, meaning: string][]; onClose: () => void }

/** The dialog that lists keys, by default those of a list. */
export function KeysDialog({ keys = LIST_KEYS, onClose }: KeysDialogProps) {
  const dialog = useDialog(onClose)
  const areOn = useLetterKeys()
  return (
    <Dialog title="Keyboard shortcuts" dialog={dialog} size="lg">
      <Table verticalSpacing={6} aria-label="Keyboard shortcuts">
        <Table.Tbody>
          {keys
            .filter(([key]) => areOn || !isLetterKey(key))
            .map(([key, meaning]) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" w={210}>
                  <Kbd>{key}</Kbd>
                </Table.Th>
                <Table.Td>{meaning}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="sm">
        {areOn
          ? 'Single-key shortcuts can be turned off in Edit Profile.'
          : 'Single-key shortcuts are turned off in Edit Profile.'}
      </Text>
    </Dialog>
  )
}
