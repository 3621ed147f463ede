import { ActionIcon, Badge, Button, Group, Menu, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { EllipsisVertical, Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { type Webhook, webhooks } from '#contract/webhooks.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { ConfirmCallDialog } from '#web/forms/confirm-call-dialog.tsx'
import { helpOf } from '#web/navigation/help.ts'
import { programsAndSafety, screens } from '#web/navigation/screens.ts'
import { Unread } from '#web/records/list/grid/grid-frame.tsx'
import { endWebhook } from '#web/shared-acts/end-program.ts'
import { HandOverDialog } from '#web/ui/dialog/hand-over-dialog.tsx'
import { toastSuccess, toastWarning } from '#web/ui/feedback/toast.ts'
import { formatDateTime } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Entries } from '#web/ui/page/entries.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { healthOf, outcomeOf, toldOf } from './webhook-words.ts'

/** How a webhook is doing changes by itself. */
const EVERY_MS = 10_000

type Act = 'edit' | 'deliveries' | 'pause' | 'resume' | 'secret' | 'again' | 'dismiss' | 'end'
type Open = { act: Act; webhook: Webhook }

/** The webhooks: adds, changes, tries and ends them, and shows their deliveries. */
export function WebhooksScreen() {
  const { data, error, refetch } = useQuery({ ...query(webhooks.list, {}), refetchInterval: EVERY_MS })
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<string>()
  const rows = data?.data
  const onChanged = () => void refetch()
  const onClose = () => setOpen(undefined)
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      New webhook
    </Button>
  )
  return (
    <Page title={screens.webhooks.title} help={helpOf(screens.webhooks)} parent={programsAndSafety} actions={add}>
      <Card
        title="Receivers"
        text="Each event is sent at least once, signed by the rules of Standard Webhooks. Failed deliveries are retried for two days."
      >
        <Unread of={{ data, error, refetch }}>
          <Skeleton h={90} mt="md" />
        </Unread>
        {rows?.length === 0 && (
          <Text c="dimmed" mt="md">
            No webhooks yet. Add one for each program that wants to know of changes as they happen.
          </Text>
        )}
        {rows && rows.length > 0 && (
          <Entries
            label="Webhooks"
            entries={rows.map((webhook) => entryOf(webhook, (act) => setOpen({ act, webhook }), onChanged))}
          />
        )}
      </Card>
      {adding && secret === undefined && (
        <WebhookDialog
          onSaved={(shown) => {
            setSecret(shown)
            onChanged()
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {open?.act === 'edit' && <WebhookDialog webhook={open.webhook} onSaved={onChanged} onClose={onClose} />}
      {open?.act === 'deliveries' && <DeliveriesDialog webhook={open.webhook} onClose={onClose} />}
      {open && open.act in questions && (
        <ConfirmCallDialog
          key={`${open.act} ${open.webhook._id}`}
          {...questions[open.act as keyof typeof questions]}
          name={open.webhook.url}
          send={() => sendOf(open)}
          onSuccess={(answer) => {
            if ('secret' in answer) setSecret(answer.secret)
            onChanged()
          }}
          onClose={onClose}
        />
      )}
      {secret !== undefined && (
        <HandOverDialog
          title="Secret of the webhook"
          text="Give it to the receiver, which checks by it that events are yours. You won’t see it again."
          secret={secret}
          onClose={() => {
            setSecret(undefined)
            setAdding(false)
          }}
        />
      )}
    </Page>
  )
}

const questions = {
  pause: {
    title: 'Pause webhook',
    text: 'Are you sure you want to pause this webhook? Its events are kept until you resume it.',
    action: 'Pause',
  },
  resume: {
    title: 'Resume webhook',
    text: 'Are you sure you want to resume this webhook? Its receiver gets what has waited.',
    action: 'Resume',
  },
  secret: {
    title: 'New secret',
    text: 'Are you sure you want to replace the secret? The old one signs as well for 24 hours.',
    action: 'Replace',
  },
  again: {
    title: 'Send again',
    text: 'Are you sure you want to send again what was given up?',
    action: 'Send again',
  },
  dismiss: {
    title: 'Dismiss',
    text: 'Are you sure you want to dismiss what was given up? The receiver will not get it.',
    action: 'Dismiss',
    danger: true,
  },
  end: { title: endWebhook.title, text: endWebhook.text, action: endWebhook.action, danger: true },
} satisfies Partial<Record<Act, object>>

function sendOf({ act, webhook: { _id: webhook_id } }: Open): Promise<{ message: string; secret?: string }> {
  if (act === 'secret') return call(webhooks.newSecret, { webhook_id })
  if (act === 'end') return endWebhook.send(webhook_id)
  if (act === 'again' || act === 'dismiss') return call(webhooks.givenUp, { webhook_id, again: act === 'again' })
  return call(webhooks.edit, { webhook_id, is_paused: act === 'pause' })
}

const states = {
  active: { label: 'Active', color: 'pine' },
  failing: { label: 'Failing', color: 'red' },
  paused: { label: 'Paused', color: 'amber' },
  ended: { label: 'Ended', color: 'gray' },
} as const

function entryOf(webhook: Webhook, onAct: (act: Act) => void, onTried: () => void) {
  const { _id, url, state, made_by, created_at, ended_at } = webhook
  const { label, color } = states[state]
  const { lines, warnings } = healthOf(webhook)
  const ended = ended_at ? ` Ended ${formatDateTime(ended_at)}.` : ''
  return {
    id: _id,
    icon: <WebhookIcon size={16} aria-hidden />,
    title: url,
    badge: (
      <Badge variant="light" color={color} tt="none">
        {label}
      </Badge>
    ),
    lines: [toldOf(webhook), `Added ${formatDateTime(created_at)} by ${made_by.name}.${ended}`, ...lines],
    warnings,
    action: <Actions webhook={webhook} onAct={onAct} onTried={onTried} />,
  }
}

type ActionsProps = { webhook: Webhook; onAct: (act: Act) => void; onTried: () => void }

function Actions({ webhook, onAct, onTried }: ActionsProps) {
  const { _id: webhook_id, url, state, given_up } = webhook
  const goesOn = state !== 'ended'
  const trying = useMutation({
    mutationFn: () => call(webhooks.try, { webhook_id }),
    onSuccess: ({ data }) => {
      if (data.delivered) toastSuccess(outcomeOf(data))
      else toastWarning(outcomeOf(data), { stays: true })
      onTried()
    },
  })
  return (
    <Group gap="xs" wrap="nowrap">
      {goesOn && (
        <Button
          size="compact-sm"
          variant="default"
          loading={trying.isPending}
          aria-label={`Try ${url}`}
          onClick={() => trying.mutate()}
        >
          Try
        </Button>
      )}
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More for ${url}`}>
            <EllipsisVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onAct('deliveries')}>Deliveries</Menu.Item>
          {goesOn && (
            <>
              <Menu.Item onClick={() => onAct('edit')}>Edit</Menu.Item>
              <Menu.Item onClick={() => onAct(state === 'paused' ? 'resume' : 'pause')}>
                {state === 'paused' ? 'Resume' : 'Pause'}
              </Menu.Item>
              <Menu.Item onClick={() => onAct('secret')}>New secret</Menu.Item>
            </>
          )}
          {given_up > 0 && (
            <>
              {goesOn && <Menu.Item onClick={() => onAct('again')}>Send again what was given up</Menu.Item>}
              <Menu.Item onClick={() => onAct('dismiss')}>Dismiss what was given up</Menu.Item>
            </>
          )}
          {goesOn && (
            <Menu.Item color="red" onClick={() => onAct('end')}>
              End
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
