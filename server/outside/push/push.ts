/** The message to push. `id` lets the app open it in its inbox. */
export type PushMessage = { id: string; title: string; body: string }

/** The result for one user, and the devices (`gone`) that are no longer registered. */
export type PushResult = {
  state: 'accepted' | 'inbox' | 'no_device' | 'failed' | 'unknown'
  reason: string | null
  gone: string[]
}

/**
 * Pushes to one user's devices, given by their tokens. Rejects with PushUnavailable when the service could not be
 * asked at all, so that nobody was told.
 */
export type Push = (message: PushMessage, tokens: string[]) => Promise<PushResult>

/** The push service cannot be reached or denies access; worth another attempt later. */
export class PushUnavailable extends Error {}
