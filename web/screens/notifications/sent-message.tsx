import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { linkTypeWords, purposeWords } from '#contract/message-fields.ts'
import { type Notification, notifications } from '#contract/notifications.ts'
import { recordPathOf } from '#contract/paths.ts'
import { GridLoading, GridMessage } from '#web/records/list/grid/grid-frame.tsx'
import { notAgreed } from '#web/shared-forms/conditions/held-back.ts'
import { useLinkName } from '#web/shared-forms/message-links.tsx'
import { RetryDeliveriesDialog } from '#web/shared-forms/retry-deliveries-dialog.tsx'
import { formatCount, formatDateTime } from '#web/ui/format.ts'
import { DeliveryCounts, DeliveryProgress } from './delivery.tsx'
import { Opened } from './opened.tsx'
import { Recipients } from './recipients.tsx'
import { useDeliveryStatus } from './use-delivery-status.ts'
import { whenInWords } from './when-sent.tsx'

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

/** What was counted before, and who was told. */
function ledgerWords(notification: Notification) {
  const { counted, recipients, stage, held_back } = notification
  const at = `To go on ${whenInWords(notification)}. Counted when it was written: ${formatCount(counted ?? 0, 'user')}.`
  if (stage === 'scheduled') return `${at} Who is told is counted again when it goes.`
  if (stage === 'going') return `${at} It goes on to others.`
  if (stage === 'recalled')
    return `${at} It was recalled.${recipients ? ` Told before: ${formatCount(recipients, 'user')}.` : ''}`
  const { not_meant } = held_back
  const lost = not_meant ? ` Of those counted, ${formatCount(not_meant, 'is', 'are')} not meant any more.` : ''
  const more = recipients + not_meant - (counted ?? 0)
  const joined = more > 0 ? ` ${formatCount(more, 'was', 'were')} not meant yet when it was counted.` : ''
  return `${at} Told when it went: ${formatCount(recipients, 'user')}.${lost}${joined}`
}

/** The record to which a message leads, or led until that was gone. */
function LeadsTo({ notification: { link, link_lost_at } }: { notification: Notification }) {
  const name = useLinkName(link)
  if (!link) return null
  return (
    <Text size="sm" mb="md" style={{ overflowWrap: 'anywhere' }}>
      <span>Leads to: </span>
      <Anchor component={Link} to={recordPathOf(link.type, link.id)} inherit>
        {name ?? linkTypeWords[link.type]}
      </Anchor>
      {link_lost_at && (
        <span>{`. It went without this link from ${formatDateTime(link_lost_at)} on, as owners did not see the record.`}</span>
      )}
    </Text>
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
        {notification.send_at ? 'Written' : 'Sent'} by {sent_by} on {formatDateTime(created_at)}
      </Text>
      <Text size="sm" c="dimmed">
        {`Purpose: ${purposeWords[purpose]}.${held_back.no_consent ? ` ${notAgreed(held_back.no_consent)}` : ''}`}
      </Text>
      {notification.send_at && (
        <Text size="sm" c="dimmed">
          {ledgerWords(notification)}
        </Text>
      )}
      {meant_for && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {`Meant for: ${meant_for}.`}
        </Text>
      )}
      <Text my="md" maw={720} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {description}
      </Text>
      <LeadsTo notification={notification} />
      <Stack gap="sm" maw={720}>
        <DeliveryProgress notification={notification} />
        <DeliveryCounts notification={notification} />
      </Stack>
      <Opened notification={notification} />
      {counts.failed > 0 && (
        <Button
          mt="md"
          variant="default"
          leftSection={<RotateCcw size={16} aria-hidden />}
          onClick={() => setConfirming(true)}
        >
          Send again to those who failed
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
