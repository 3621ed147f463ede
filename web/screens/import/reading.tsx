import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import type { Rehearsal } from '#contract/imports.ts'
import { UploadProgress, WorkProgress } from '#web/ui/feedback/upload-progress.tsx'
import { formatCount } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'

type ReadingProps = {
  fileName: string | undefined
  /** How much of it has arrived, while it is sent. */
  uploaded: number | undefined
  /** What is known of it, once its first row was reached. */
  rehearsal: Rehearsal | undefined
  /** How many rows there are, where its rows are checked again. */
  total: number | undefined
  cancelling: boolean
  onCancel: () => void
}

/** How far a file is while it is being sent and read. */
export function Reading({ fileName, uploaded, rehearsal, total, cancelling, onCancel }: ReadingProps) {
  const isSent = uploaded === undefined || uploaded === 1 || rehearsal !== undefined
  const checked = rehearsal?.state === 'reading' ? rehearsal.rows_checked : 0
  const words = !isSent
    ? 'Sending the file…'
    : checked
      ? `${formatCount(checked, 'row')} checked${total ? '' : ' so far'}.`
      : 'Reading the file…'
  return (
    <Card
      title={`Checking ${fileName ?? 'the file'}`}
      text={
        total
          ? 'Nothing is being changed. Cancelling forgets the file, which you would choose again.'
          : 'Nothing is being changed.'
      }
      actions={
        <Button variant="default" loading={cancelling} onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <Stack gap="xs" mt="md">
        <Group gap="xs">
          {isSent && !total && <Loader size="xs" aria-hidden />}
          <Text component="output" size="sm">
            {words}
          </Text>
        </Group>
        {!isSent && <UploadProgress uploaded={uploaded} />}
        {isSent && total !== undefined && total > 0 && (
          <WorkProgress label="Rows checked" done={Math.min(1, checked / total)} />
        )}
      </Stack>
    </Card>
  )
}
