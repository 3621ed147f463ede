import { unlessAborted } from './unless-aborted.ts'

/** What web/public/first.js has asked for before the application had loaded; `arrivedAt` by the clock, in milliseconds. */
type EarlyResponse = { url: string; token: string; response: Promise<Response>; arrivedAt: number | undefined }

declare global {
  interface Window {
    earlyResponse?: EarlyResponse | undefined
  }
}

let taken: EarlyResponse | undefined

/**
 * The response to this request, if the page has asked for it already; once. Rejects as fetch does, and with the reason
 * of the signal when that aborts.
 */
export function takeEarlyResponse(url: string, token: string | undefined, signal: AbortSignal) {
  const early = window.earlyResponse
  if (early?.url !== url || early.token !== token) return undefined
  window.earlyResponse = undefined
  taken = early
  return unlessAborted(early.response, signal)
}

/** When the early response of the session with this token arrived, by the clock in milliseconds; Infinity without one. */
export const earlyAnswerAt = (token: string | null) => (taken?.token === token && taken?.arrivedAt) || Infinity
