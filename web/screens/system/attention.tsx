import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Condition, type SystemStatus, system } from '#contract/system.ts'
import { call } from '#web/api/call.ts'
import { ConfirmCallDialog } from '#web/forms/confirm-call-dialog.tsx'
import { whenOnline } from '#web/forms/when-online.ts'
import { toastError, toastSuccess } from '#web/ui/feedback/toast.ts'
import { Card } from '#web/ui/page/card.tsx'
import { conditionEntry } from '#web/ui/page/condition-entry.tsx'
import { Entries } from '#web/ui/page/entries.tsx'

type Question = 'dismiss' | 'remove devices'

/** What an operator should know and act on, with the actions that can be taken here. */
export function Attention({ status }: { status: SystemStatus }) {
  const { conditions, jobs } = status
  const client = useQueryClient()
  const [question, setQuestion] = useState<Question>()
  const until = jobs.last_given_up_at ?? ''
  const readAgain = () => void client.invalidateQueries({ queryKey: [system.status.path] })
  const retry = useMutation({
    meta: { changesRecords: false },
    mutationFn: () => call(system.givenUp, { until, again: true }),
    onSuccess: ({ message }) => {
      toastSuccess(message)
      readAgain()
    },
    onError: (error) => toastError(error.message),
  })
  const actions: Record<string, React.ReactNode> = {
    jobs_given_up: until && (
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          loading={retry.isPending}
          onClick={() => whenOnline(() => retry.mutate())}
        >
          Try Again
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setQuestion('dismiss')}>
          Dismiss
        </Button>
      </Group>
    ),
    push_refused: (
      <Button variant="default" size="compact-sm" onClick={() => setQuestion('remove devices')}>
        Remove Devices
      </Button>
    ),
  }
  const onClose = () => setQuestion(undefined)
  return (
    <Card title="Attention" {...(!conditions.length && { text: 'Everything is in order.' })}>
      {conditions.length > 0 && (
        <Entries
          label="Attention"
          entries={conditions.map((condition: Condition) => conditionEntry(condition, actions[condition.name]))}
        />
      )}
      {question === 'dismiss' && (
        <ConfirmCallDialog
          title="Dismiss jobs"
          text="Their emails will not be sent, and their other work will not be done. Dismiss them?"
          name="Jobs that were given up"
          action="Dismiss"
          danger
          send={(options) => call(system.givenUp, { until, again: false }, options)}
          onSuccess={readAgain}
          onClose={onClose}
        />
      )}
      {question === 'remove devices' && (
        <ConfirmCallDialog
          title="Remove devices"
          text="For one day, every device that Firebase calls unregistered will be removed. Its owner gets no more notifications there until the app registers it again."
          name="Devices that look unregistered"
          action="Remove"
          danger
          send={(options) => call(system.removeDevices, {}, options)}
          onSuccess={readAgain}
          onClose={onClose}
        />
      )}
    </Card>
  )
}
