import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Notification, notifications, purposeWords } from '#contract/notifications.ts'
import { GridLoading, GridMessage } from '#web/records/list/grid/grid-frame.tsx'
import { notAgreed } from '#web/shared-forms/conditions/held-back.ts'
import { RetryDeliveriesDialog } from '#web/shared-forms/retry-deliveries-dialog.tsx'
import { formatDateTime } from '#web/ui/format.ts'
import { DeliveryCounts, DeliveryProgress } from './delivery.tsx'
import { Recipients } from './recipients.tsx'
import { useDeliveryStatus } from './use-delivery-status.ts'

/** A sent message with its progress and its recipients. */
export function SentMessage({ id, onBack }: { id: string; onBack?: () => void }) {
  const { notification, error, retry } = useDeliveryStatus(id)
  const client = useQueryClient()
  const version = notification?.version
  useEffect(() => {
    if (version !== undefined) void client.invalidateQueries({ queryKey: [notifications.recipients.path] })
  }, [client, version])

  return (
    <Stack>
      {onBack && (
        <Group>
          <Button variant="default" size="xs" leftSection={<ArrowLeft size={14} aria-hidden />} onClick={onBack}>
            All sent messages
          </Button>
        </Group>
      )}
      {notification ? (
        <>
          <MessageSummary notification={notification} />
          <Recipients id={id} />
        </>
      ) : error ? (
        <GridMessage urgent text={error.message} action="Retry" onAction={retry} />
      ) : (
        <GridLoading />
      )}
    </Stack>
  )
}

function MessageSummary({ notification }: { notification: Notification }) {
  const [confirming, setConfirming] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that opened this view is unmounted, so the focus moves to the heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { _id, title, description, sent_by, created_at, counts, purpose, held_back, meant_for } = notification
  return (
    <Paper withBorder p="lg" component="section" aria-label="Sent message">
      <Title order={2} ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere', outline: 'none' }}>
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        Sent by {sent_by} on {formatDateTime(created_at)}
      </Text>
      <Text size="sm" c="dimmed">
        {`Purpose: ${purposeWords[purpose]}.${held_back.no_consent ? ` ${notAgreed(held_back.no_consent)}` : ''}`}
      </Text>
      {meant_for && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {`Meant for: ${meant_for}.`}
        </Text>
      )}
      <Text my="md" maw={720} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {description}
      </Text>
      <Stack gap="sm" maw={720}>
        <DeliveryProgress notification={notification} />
        <DeliveryCounts notification={notification} />
      </Stack>
      {counts.failed > 0 && (
        <Button
          mt="md"
          variant="default"
          leftSection={<RotateCcw size={16} aria-hidden />}
          onClick={() => setConfirming(true)}
        >
          Retry failed only
        </Button>
      )}
      {confirming && (
        <RetryDeliveriesDialog
          notificationId={_id}
          name={title}
          failed={counts.failed}
          onClose={() => setConfirming(false)}
        />
      )}
    </Paper>
  )
}
