import { Alert, Button, ScrollArea, Table, Text } from '@mantine/core'
import { Users } from 'lucide-react'
import { DialogFooter } from '#web/ui/dialog/dialog-footer.tsx'
import { type FieldRegistry, useFields } from '#web/ui/fields/field-registry.tsx'
import { changedBy } from './changed-by.ts'
import { takeFocus } from './form-focus.ts'
import { readValue } from './merged-values.ts'
import type { Conflict } from './use-record-form.ts'

type ConflictViewProps = {
  conflict: Conflict<{ is_deleted: boolean }>
  registry: FieldRegistry
  mine: object
  theirs: object
  onOverwrite: () => void
  onUseTheirs: () => void
  onKeepEditing: () => void
}

/** Compares the user's values with those of the changed record, field by field, and offers to keep either. */
export function ConflictView({ conflict, registry, mine, theirs, ...choose }: ConflictViewProps) {
  const differing = [...useFields(registry)].filter(([name]) => readValue(mine, name) !== readValue(theirs, name))
  return (
    <>
      <Alert role="alert" color="amber" icon={<Users aria-hidden />} title={changedBy(conflict)} mb="md">
        <span>
          {differing.length
            ? 'Your changes aren’t saved yet. Please choose which version to keep.'
            : 'The current version already holds what you typed.'}
        </span>
        {conflict.row.is_deleted && <Text size="sm">The record is Inactive now.</Text>}
      </Alert>
      {differing.length > 0 && (
        <Table
          layout="fixed"
          withTableBorder
          verticalSpacing="xs"
          horizontalSpacing={8}
          fz="sm"
          aria-label="What differs"
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="20%">Field</Table.Th>
              <Table.Th>Your version</Table.Th>
              <Table.Th>Current version</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
            {differing.map(([name, { label, format }]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fz="xs">
                  {label}
                </Table.Th>
                <Table.Td>
                  <FormattedValue text={format(readValue(mine, name))} />
                </Table.Td>
                <Table.Td>
                  <FormattedValue text={format(readValue(theirs, name))} other={format(readValue(mine, name))} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <DialogFooter>
        <Button variant="default" onClick={choose.onKeepEditing} ref={takeFocus}>
          Keep editing
        </Button>
        <Button variant="default" onClick={choose.onUseTheirs}>
          Use current version
        </Button>
        {differing.length > 0 && <Button onClick={choose.onOverwrite}>Overwrite with mine</Button>}
      </DialogFooter>
    </>
  )
}

// Longer texts may scroll, so the keyboard must reach them.
const MAY_SCROLL = 300

/** A formatted value; long ones scroll. `other` is the value it is compared with. */
function FormattedValue({ text, other }: { text: string; other?: string }) {
  return (
    <ScrollArea.Autosize
      mah={320}
      type="auto"
      offsetScrollbars="present"
      viewportProps={text.length > MAY_SCROLL ? { tabIndex: 0 } : {}}
    >
      <div style={{ whiteSpace: 'pre-line' }}>{text || '(empty)'}</div>
      {text !== '' && text === other && <Text size="xs">Same words, different formatting.</Text>}
    </ScrollArea.Autosize>
  )
}
