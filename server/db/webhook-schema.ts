import type { Generated } from 'kysely'
import type { RecordType } from '#contract/kinds.ts'
import type { WebhookEvent } from '#contract/webhooks.ts'

/**
 * What gives someone control over what a webhook sends: adding it, its address, its secret, or widening what it gets.
 */
export type Touch = { did: 'added' | 'moved' | 'secret' | 'widened'; by: string; at: string }

/** The tables of webhooks; see server/webhooks/. */
export type WebhookTables = {
  /** Lists are JSON, secrets are sealed. `touches` says when each administrator last did what to it: see `Touch`. */
  webhooks: {
    id: string
    url: string
    record_types: string
    events: string
    secret: string
    old_secret: string | null
    old_secret_until: string | null
    state: 'active' | 'paused' | 'ended'
    why: 'restored' | 'gone' | 'stranger' | null
    made_by: string
    created_at: string
    touches: string
    ended_at: string | null
  }
  /** The state of a webhook: nothing is sent before `next_at`. */
  webhook_states: {
    webhook_id: string
    /** Failed tries since the last successful one. */
    failures: number
    failing_since: string | null
    next_at: string
    problem: string | null
    last_delivered_at: string | null
    /** How many events were dropped while it was paused. */
    missed: number
  }
  /** What is sent to whom, in the order of `seq`, and the outcome. */
  webhook_deliveries: {
    seq: Generated<number>
    id: string
    webhook_id: string
    type: WebhookEvent
    record_type: RecordType
    record_id: string
    /** JSON. */
    data: string
    at: string
    state: 'waiting' | 'delivered' | 'given_up'
    tries: number
    first_tried_at: string | null
    next_at: string
    status: number | null
    problem: string | null
    done_at: string | null
  }
}
