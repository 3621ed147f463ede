import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CircleStop } from 'lucide-react'
import { type Change, changes } from '#contract/changes.ts'
import { call } from '#web/api/call.ts'
import { toastError } from '#web/ui/feedback/toast.ts'

/** Ends a running change after the current step; renders nothing for one that is not running. */
export function StopButton({ change: { _id, state, title } }: { change: Pick<Change, '_id' | 'state' | 'title'> }) {
  const stop = useMutation({
    mutationFn: () => call(changes.stop, { change_id: _id }),
    onError: (error) => toastError(error.message),
  })
  return (
    state === 'running' && (
      <Button
        variant="default"
        size="compact-sm"
        flex="none"
        leftSection={<CircleStop size={14} aria-hidden />}
        aria-label={`Stop: ${title}`}
        loading={stop.isPending}
        onClick={() => stop.mutate()}
      >
        Stop
      </Button>
    )
  )
}
