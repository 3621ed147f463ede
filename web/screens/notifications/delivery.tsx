import { Badge, Group, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { deliveryStates, type Notification, type RecipientState } from '#contract/notifications.ts'
import { stateLabels } from '#web/shared-acts/delivery-labels.ts'
import { formatNumber } from '#web/ui/format.ts'
import { whenInWords } from './when-sent.tsx'

/** Whether a message waits for its time, for all or for some. */
const isPutOff = ({ stage }: Notification) => stage === 'scheduled' || stage === 'going'

/** The recipients added so far: for large messages they are added in steps. */
const prepared = ({ counts }: Notification) => deliveryStates.reduce((sum, state) => sum + counts[state], 0)

/** Whether recipients are still being added, or the push service still has to answer for some. */
export const isInProgress = (message: Notification) =>
  (!isPutOff(message) && message.stage !== 'recalled' && prepared(message) < message.recipients) ||
  message.counts.waiting + message.counts.sending > 0

/** Badges with the number of recipients in each state, without empty ones. */
export function DeliveryCounts({ notification }: { notification: Notification }) {
  const { counts, recipients, held_back } = notification
  const missing = recipients - prepared(notification)
  if (notification.stage === 'scheduled' || (notification.stage === 'recalled' && !prepared(notification)))
    return <StageWords notification={notification} />
  return (
    <Group gap={6}>
      {notification.stage !== 'sent' && <StageWords notification={notification} />}
      {missing > 0 && notification.stage === 'sent' && (
        <Tooltip label="These users are being added to the message. It is sent after that." multiline maw={280}>
          <Badge variant="default" tt="none" fw={500} fz={12} leftSection={<Dot color="gray" />}>
            {`${formatNumber(missing)} being prepared`}
          </Badge>
        </Tooltip>
      )}
      {deliveryStates
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <StateCount key={state} state={state} count={counts[state]} />
        ))}
      {leftOut
        .filter((state) => held_back[state] > 0)
        .map((state) => (
          <StateCount key={state} state={state} count={held_back[state]} />
        ))}
    </Group>
  )
}

/** Those who were counted, and to whom it did not go. */
const leftOut = ['not_meant', 'recalled'] as const

const StateCount = ({ state, count }: { state: RecipientState; count: number }) => (
  <Tooltip label={stateLabels[state].meaning} multiline maw={280}>
    <StateBadge state={state} count={count} />
  </Tooltip>
)

/** Says that a message waits, goes to some later than to others, or was recalled. */
function StageWords({ notification }: { notification: Notification }) {
  const text = {
    scheduled: `Goes ${whenInWords(notification)}`,
    going: 'Others get it later',
    recalled: 'Recalled',
    sent: 'Sent',
  }[notification.stage]
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
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

const stageWords = {
  scheduled: 'Waiting for its time',
  going: 'Going to one after the other',
  sent: 'Done',
  recalled: 'Recalled',
}

/** The progress of sending a message. */
export function DeliveryProgress({ notification }: { notification: Notification }) {
  const { recipients, counts } = notification
  const added = prepared(notification)
  const { stage } = notification
  const isReady = stage !== 'sent'
  const preparing = !isReady && added < recipients
  const inProgress = isInProgress(notification)
  const done = (preparing || isReady ? added : recipients) - (preparing ? 0 : counts.waiting + counts.sending)
  return (
    <Stack gap={6}>
      <Group justify={inProgress ? 'space-between' : 'flex-start'} gap="xs">
        <Text size="sm" component="output">
          {preparing ? 'Being prepared…' : inProgress ? 'Being sent…' : stageWords[stage]}
        </Text>
        <Text size="sm">{`${formatNumber(done)} of ${formatNumber(recipients)}`}</Text>
      </Group>
      {inProgress && (
        <Progress value={(done / recipients) * 100} animated aria-label={preparing ? 'Preparing' : 'Sending'} />
      )}
    </Stack>
  )
}
