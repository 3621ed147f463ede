import type { OutsideFault } from '../../errors.ts'

/** The message to push. `id` lets the app open it in its inbox. */
export type PushMessage = {
  id: string
  title: string
  body: string
  /** The record of the app that it links to. */
  link?: { type: string; id: string } | null
}

/**
 * The result for one user, and the devices that are `gone`, no longer registered; `mismatches` of them belong to
 * another sender. A `doubt` is a failure of our set-up, unless other users are reached meanwhile.
 */
export type PushResult = {
  state: 'accepted' | 'inbox' | 'no_device' | 'failed' | 'unknown'
  reason: string | null
  gone: string[]
  mismatches?: number
  doubt?: OutsideFault
}

/**
 * Pushes to one user's devices, given by their tokens. Rejects with an OutsideFault if none of them was tried, or each
 * refusal was about us.
 */
export type Push = (message: PushMessage, tokens: string[]) => Promise<PushResult>
