/** What is pushed: `id` lets the app open the message in its inbox. */
export type PushMessage = { id: string; title: string; body: string }

/** How it ended for one user, and the devices that are no longer registered. */
export type PushResult = {
  state: 'accepted' | 'inbox' | 'no_device' | 'failed' | 'unknown'
  reason: string | null
  gone: string[]
}

/**
 * Tells one user, on all the devices with these tokens. Throws PushUnavailable when the push service could not be asked
 * at all: then nobody has been told.
 */
export type Push = (message: PushMessage, tokens: string[]) => Promise<PushResult>

/** The push service cannot be reached, or lets us in no longer. Worth another try later. */
export class PushUnavailable extends Error {}
