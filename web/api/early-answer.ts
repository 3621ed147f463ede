import type { Answer } from './answer.ts'
import { unlessAborted } from './unless-aborted.ts'

/**
 * What web/public/first.js has asked for before the application had loaded. The answer never rejects; `arrivedAt` is by
 * the clock, in milliseconds.
 */
type EarlyAnswer = { url: string; token: string; answer: Promise<Answer>; arrivedAt: number | undefined }

declare global {
  interface Window {
    earlyAnswer?: EarlyAnswer | undefined
  }
}

let taken: EarlyAnswer | undefined

/**
 * The answer to this request, if the page has asked for it already; once. Rejects with the reason of the signal when
 * that aborts first.
 */
export function takeEarlyAnswer(url: string, token: string | undefined, signal: AbortSignal) {
  const early = window.earlyAnswer
  if (early?.url !== url || early.token !== token) return undefined
  window.earlyAnswer = undefined
  taken = early
  return unlessAborted(early.answer, signal)
}

/** When the early answer of the session with this token arrived, by the clock in milliseconds; Infinity without one. */
export const earlyAnswerAt = (token: string | null) => (taken?.token === token && taken?.arrivedAt) || Infinity
