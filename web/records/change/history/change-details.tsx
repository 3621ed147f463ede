import { Badge, Group, Paper, Stack, Text } from '@mantine/core'
import { type Change, type ChangedRecord, changes } from '#contract/changes.ts'
import { ChangeState } from '#web/records/change/change-state.tsx'
import { Person } from '#web/records/change/person.tsx'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { StopButton } from '#web/records/change/stop-button.tsx'
import { UndoButton } from '#web/records/change/undo/undo-button.tsx'
import { useUndoRequest } from '#web/records/change/undo/undo-requests.ts'
import { When } from '#web/records/change/when.tsx'
import { kindWords, nounOf } from '#web/records/shared/record-words.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { FieldDifference } from './field-difference.tsx'
import { GrowingList } from './growing-list.tsx'
import { useGrowingPages } from './use-growing-pages.ts'

/** The dialog that shows what a change did, record by record and field by field. */
export function ChangeDetails({ changeId, onClose }: { changeId: string; onClose: () => void }) {
  const dialog = useDialog(onClose)
  const isAskedToUndo = useUndoRequest() !== null
  const pages = useGrowingPages(changes.get, { change_id: changeId }, ({ change }) => change.state === 'running')
  const change = pages.first?.change

  return (
    <Dialog title={change?.sentence ?? 'Change'} dialog={dialog} frame="sheet" locked={isAskedToUndo}>
      {change && <Summary change={change} />}
      <GrowingList pages={pages} empty="This change has no records.">
        {pages.rows.map((record) => (
          <RecordDifference key={`${record.record_type} ${record.record_id} ${record.version}`} record={record} />
        ))}
      </GrowingList>
    </Dialog>
  )
}

const Summary = ({ change }: { change: Change }) => (
  <Group justify="space-between" align="flex-start" mb="md" gap="sm">
    <Text size="sm" c="dimmed">
      <Person by={change.by} />, <When at={change.at} />
    </Text>
    <Group gap="sm">
      <ChangeState change={change} />
      <StopButton change={change} />
      <UndoButton change={change} />
    </Group>
  </Group>
)

/** One record of a change: what it is called, what happened to it, and its fields. */
function RecordDifference({
  record: { entry_id, record_type, record_id, title, kind, fields },
}: {
  record: ChangedRecord
}) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={title}>
      <Group gap="xs" mb={fields.length ? 'xs' : 0}>
        <Badge variant="light" tt="none">
          {kindWords[kind]}
        </Badge>
        <RecordLink type={record_type} to={{ _id: record_id, name: title }} isStrong />
        <Text size="sm" c="dimmed">
          {nounOf(record_type)}
        </Text>
      </Group>
      <Stack gap="xs">
        {fields.map((change) => (
          <FieldDifference key={change.field} change={change} entryId={entry_id} />
        ))}
      </Stack>
    </Paper>
  )
}
