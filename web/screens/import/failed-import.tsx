import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { changes } from '#contract/changes.ts'
import { query } from '#web/api/query.ts'

/** Says that a large import has failed or was stopped, and what became of what it had written. */
export function FailedImport({ changeId, onCheck }: { changeId: string; onCheck: () => void }) {
  const { data } = useQuery(query(changes.get, { change_id: changeId, page: 1, per_page: 1 }))
  if (!data || (data.change.state !== 'failed' && data.change.state !== 'stopped')) return null
  const { state, reason } = data.change
  return (
    <Alert
      role="alert"
      color="red"
      icon={<CircleAlert aria-hidden />}
      title={state === 'failed' ? 'The import failed.' : 'The import was stopped.'}
    >
      <Text size="sm" mb="xs">
        {reason ?? 'What had been imported was taken back.'}
      </Text>
      <Button variant="default" size="compact-sm" onClick={onCheck}>
        Check again
      </Button>
    </Alert>
  )
}
