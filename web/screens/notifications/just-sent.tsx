import { Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core'
import { plural } from '#contract/plural.ts'
import { notAgreed } from '#web/shared-forms/conditions/held-back.ts'
import { DeliveryCounts, DeliveryProgress } from './delivery.tsx'
import { useDeliveryStatus } from './use-delivery-status.ts'

type JustSentProps = {
  id: string
  /** How many of the selected users get no message, because they are no longer active. */
  leftOut: number
  onShow: () => void
  onDismiss: () => void
}

/** The message that was sent last, with its progress. */
export function JustSent({ id, leftOut, onShow, onDismiss }: JustSentProps) {
  const { notification } = useDeliveryStatus(id)
  if (!notification) return null
  return (
    <Paper withBorder p="md" mb="lg" component="section" aria-label="Sent just now">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {notification.title}
          </Text>
          <CloseButton aria-label="Dismiss" onClick={onDismiss} />
        </Group>
        <DeliveryProgress notification={notification} />
        {leftOut > 0 && (
          <Text size="sm">
            Left out: {leftOut} of the selected {plural(leftOut, 'users is', 'users are')} no longer active.
          </Text>
        )}
        {notification.held_back.no_consent > 0 && <Text size="sm">{notAgreed(notification.held_back.no_consent)}</Text>}
        {notification.stage === 'scheduled' && (
          <Text size="sm">Under Sent it can be changed and recalled until it goes.</Text>
        )}
        <Group justify="space-between" gap="xs">
          <DeliveryCounts notification={notification} />
          <Button size="compact-sm" variant="default" onClick={onShow}>
            Show recipients
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
