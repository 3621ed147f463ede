import { Webhook as Verifier } from 'standardwebhooks'
import type { Posted, PostWebhook } from '../integrations/webhooks/post-webhook.ts'

type Data = { record_type: string; record_id: string; action?: string; version?: number } & Record<string, unknown>
/** What a receiver got, and whether it accepted it. */
export type Received = {
  id: string
  url: string
  type: string
  timestamp: string
  data: Data
  taken: boolean
  headers: Record<string, string>
  body: string
}

/** A receiver's answer: a status, or the whole outcome. */
type Answer = (received: Received) => number | Partial<Posted>

/** An in-memory webhook receiver. `answers` decides about messages from now on. */
export function fakeReceiver() {
  const got: Received[] = []
  let answer: Answer = () => 200
  const post: PostWebhook = async (url, headers, body) => {
    const { type, timestamp, data } = JSON.parse(body) as Pick<Received, 'type' | 'timestamp' | 'data'>
    const received = { id: headers['webhook-id'] ?? '', url, type, timestamp, data, taken: false, headers, body }
    got.push(received)
    const answered = answer(received)
    const { status = null, ...more } = typeof answered === 'number' ? { status: answered } : answered
    received.taken = status !== null && status >= 200 && status < 300
    const problem = received.taken ? null : `The receiver answered ${status}`
    return { status, problem, retryAfter: undefined, milliseconds: 1, ...more }
  }
  return {
    post,
    got,
    /** What was accepted, in order of arrival. */
    taken: () => got.filter(({ taken }) => taken),
    answers: (now: Answer) => void (answer = now),
  }
}

/**
 * Whether a message is signed with this secret, checked by the Standard Webhooks library. Its own clock is the test's.
 */
export function isSignedBy(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>) {
  try {
    new Verifier(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
