import type { OutsideFault } from '../../errors.ts'

/** The message to push. `id` lets the app open it in its inbox. */
export type PushMessage = { id: string; title: string; body: string }

/**
 * The result for one user, and the devices (`gone`) that are no longer registered, `mismatches` of
 * them because they belong to another sender. A `doubt` is a failure that is about
 * our set-up, unless other users are told meanwhile.
 */
export type PushResult = {
  state: 'accepted' | 'inbox' | 'no_device' | 'failed' | 'unknown'
  reason: string | null
  gone: string[]
  mismatches?: number
  doubt?: OutsideFault
}

/**
 * Pushes to one user's devices, given by their tokens. Rejects with an OutsideFault when none of them was asked, or each
 * refusal was about us.
 */
export type Push = (message: PushMessage, tokens: string[]) => Promise<PushResult>
