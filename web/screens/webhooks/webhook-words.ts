import { programTypes } from '#contract/keys.ts'
import { counted, plural } from '#contract/plural.ts'
import { type Webhook, type WebhookEvent, type WebhookTried, webhookEvents } from '#contract/webhooks.ts'
import { nounsOf } from '#web/records/shared/record-words.ts'
import { formatDateTime, formatNames, formatNumber } from '#web/ui/format.ts'

/** What an event is called where it is chosen, and where it has happened. */
export const eventWords: Record<WebhookEvent, { choice: string; title: string }> = {
  'record.changed': { choice: 'A record was changed', title: 'Record changed' },
  'notification.finished': { choice: 'A notification was sent to all its recipients', title: 'Notification finished' },
  'pdf.made': { choice: 'The PDF of a manual was generated', title: 'PDF generated' },
  'person.erased': { choice: 'A user was erased', title: 'User erased' },
}

export const deliveriesOf = (count: number) => counted(count, 'delivery', 'deliveries')

/** What a receiver is told of, in a sentence. */
export function toldOf({ events, record_types }: Pick<Webhook, 'events' | 'record_types'>) {
  const kinds =
    record_types.length === programTypes.length ? 'all kinds of records' : record_types.map(nounsOf).join(', ')
  const words = {
    'record.changed': `changes to ${kinds}`,
    'notification.finished': 'finished notifications',
    'pdf.made': 'generated PDFs',
    'person.erased': 'users who were erased',
  }
  // The kinds last, as they are a list of their own.
  return `Told of ${formatNames(webhookEvents.toReversed().flatMap((event) => (events.includes(event) ? words[event] : [])))}.`
}

/** The health of a webhook, in sentences: its state, and what someone should act on. */
export function healthOf(webhook: Webhook): { lines: string[]; warnings: string[] } {
  const { state, why, last_delivered_at, waiting, given_up, failing_since, problem, next_try_at } = webhook
  const wait = waiting ? ` ${deliveriesOf(waiting)} ${plural(waiting, 'waits', 'wait')}.` : ''
  const next = next_try_at ? ` Next try ${formatDateTime(next_try_at)}.` : ''
  return {
    lines: [
      `${last_delivered_at ? `Last delivered ${formatDateTime(last_delivered_at)}.` : 'Nothing delivered yet.'}${wait}`,
      ...(webhook.old_secret_until
        ? [`The old secret signs as well until ${formatDateTime(webhook.old_secret_until)}.`]
        : []),
    ],
    warnings: [
      ...(failing_since ? [`Failing since ${formatDateTime(failing_since)}: ${problem ?? 'no answer'}.${next}`] : []),
      ...(given_up ? [`${deliveriesOf(given_up)} ${plural(given_up, 'was', 'were')} given up.`] : []),
      ...(state === 'paused' && why === 'restored'
        ? ['Paused, as the installation was restored from a backup. Check it, then choose Resume.']
        : []),
      ...(state === 'paused' && why === 'stranger'
        ? ['Paused, as someone who used a stolen account had it told of more. Check it, then choose Resume.']
        : []),
      ...(why === 'gone' ? ['Ended, as the receiver answered that it wants no more (410 Gone).'] : []),
    ],
  }
}

/** What came of a test event, in a sentence. */
export const outcomeOf = ({ delivered, status, milliseconds, problem }: WebhookTried) =>
  delivered
    ? `The receiver took the test event: ${status}, after ${formatNumber(milliseconds)} ms.`
    : `The test event was not taken: ${problem ?? 'no answer'}.`
