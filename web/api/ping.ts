import { readSettings } from './settings.ts'

const TIMEOUT_MS = 30_000

/** Whether the server answers within 30 seconds, with any status. Never throws. */
export async function canReachServer() {
  try {
    await fetch(`${readSettings().api}/ping`, {
      // The answer is not read, so a server on another host needs no CORS header for it.
      mode: 'no-cors',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return true
  } catch {
    return false
  }
}
