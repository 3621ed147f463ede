import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { ApiError } from '#web/api/api-error.ts'
import { MessagePage } from '#web/ui/page/message-page.tsx'

type UnreadRecordProps = { type: RecordType; error: Error; list: { title: string; to: string }; onRetry: () => void }

/** Instead of the page of a record that does not exist or could not be read. */
export function UnreadRecord({ type, error, list, onRetry }: UnreadRecordProps) {
  const { noun }: RecordKind = kinds[type]
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <MessagePage
      inside
      title={isMissing ? '404' : 'This page cannot be shown'}
      message={isMissing ? `We can’t find this ${noun[0]}. Check the address.` : error.message}
    >
      <Group justify="center">
        {!isMissing && <Button onClick={onRetry}>Retry</Button>}
        <Button component={Link} to={list.to} variant="default">
          Go to {list.title}
        </Button>
      </Group>
    </MessagePage>
  )
}
