import { Badge, Group, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { deliveryStates, type Notification, type RecipientState } from '#contract/notifications.ts'
import { formatNumber } from '#web/ui/format.ts'

/** Labels, explanations and colours of the states. */
export const stateLabels: Record<RecipientState, { label: string; meaning: string; color: string }> = {
  waiting: { label: 'Waiting', meaning: 'These users are still waiting their turn.', color: 'gray' },
  sending: { label: 'Being sent', meaning: 'Being handed to the push service.', color: 'amber' },
  accepted: {
    label: 'Accepted',
    meaning: 'The push service accepted it, and it is in the app’s inbox.',
    color: 'pine',
  },
  inbox: { label: 'In the inbox', meaning: 'Push is not set up here; it is in the app’s inbox.', color: 'pine' },
  no_device: {
    label: 'No device',
    meaning: 'No device is registered for push; it is in the app’s inbox.',
    color: 'gray',
  },
  failed: { label: 'Failed', meaning: 'The push service refused it. It can be sent again.', color: 'red' },
  unknown: {
    label: 'Unknown',
    meaning: 'The push service’s answer was lost. It is not sent again, so no one gets it twice.',
    color: 'amber',
  },
  no_consent: {
    label: 'No consent',
    meaning: 'These users took back their consent to news before it went. It is not in their inbox.',
    color: 'gray',
  },
}

/** The recipients added so far: for large messages they are added in steps. */
const prepared = ({ counts }: Notification) => deliveryStates.reduce((sum, state) => sum + counts[state], 0)

/** Whether recipients are still being added, or the push service still has to answer for some. */
export const isInProgress = (message: Notification) =>
  prepared(message) < message.recipients || message.counts.waiting + message.counts.sending > 0

/** Badges with the number of recipients in each state, without empty ones. */
export function DeliveryCounts({ notification }: { notification: Notification }) {
  const { counts, recipients } = notification
  const missing = recipients - prepared(notification)
  return (
    <Group gap={6}>
      {missing > 0 && (
        <Tooltip label="These users are being added to the message. It is sent after that." multiline maw={280}>
          <Badge variant="default" tt="none" fw={500} fz={12} leftSection={<Dot color="gray" />}>
            {`${formatNumber(missing)} being prepared`}
          </Badge>
        </Tooltip>
      )}
      {deliveryStates
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <Tooltip key={state} label={stateLabels[state].meaning} multiline maw={280}>
            <StateBadge state={state} count={counts[state]} />
          </Tooltip>
        ))}
    </Group>
  )
}

/** A badge with the label of a state, and optionally a count. */
export function StateBadge({ state, count, ...rest }: { state: RecipientState; count?: number }) {
  const { label, color } = stateLabels[state]
  return (
    <Badge variant="default" tt="none" fw={500} fz={12} leftSection={<Dot color={color} />} {...rest}>
      {count === undefined ? label : `${formatNumber(count)} ${label.toLowerCase()}`}
    </Badge>
  )
}

const Dot = ({ color }: { color: string }) => (
  <span
    aria-hidden
    style={{ display: 'block', width: 8, height: 8, borderRadius: 4, background: `var(--mantine-color-${color}-6)` }}
  />
)

/** The progress of sending a message. */
export function DeliveryProgress({ notification }: { notification: Notification }) {
  const { recipients, counts } = notification
  const added = prepared(notification)
  const preparing = added < recipients
  const inProgress = isInProgress(notification)
  const done = preparing ? added : recipients - counts.waiting - counts.sending
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" component="output">
          {preparing ? 'Being prepared…' : inProgress ? 'Being sent…' : 'Done'}
        </Text>
        <Text size="sm">{`${formatNumber(done)} of ${formatNumber(recipients)}`}</Text>
      </Group>
      {inProgress && (
        <Progress value={(done / recipients) * 100} animated aria-label={preparing ? 'Preparing' : 'Sending'} />
      )}
    </Stack>
  )
}
