import { keys } from '#contract/keys.ts'
import { webhooks } from '#contract/webhooks.ts'
import { call } from '#web/api/call.ts'
import type { SendOptions } from '#web/forms/use-contract-form.ts'

/** Ends a key. */
export const endKey = {
  title: 'End key',
  text: 'Are you sure you want to end this key? The program that uses it is shut out at once.',
  action: 'End key',
  send: (key_id: string, options?: SendOptions) => call(keys.end, { key_id }, options),
}

/** Ends a webhook. */
export const endWebhook = {
  title: 'End webhook',
  text: 'Are you sure you want to end this webhook? Nothing more is sent, not even what waits.',
  action: 'End webhook',
  send: (webhook_id: string, options?: SendOptions) => call(webhooks.end, { webhook_id }, options),
}
