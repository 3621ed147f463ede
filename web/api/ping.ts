import { readSettings } from './settings.ts'

const TIME_OUT = 30_000

/** Whether the server answers within 30 seconds, whatever it says. */
export async function canReachServer() {
  try {
    await fetch(`${readSettings().api}/ping`, {
      // Whether something answers is all that matters, so another host need not allow us to read it.
      mode: 'no-cors',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIME_OUT),
    })
    return true
  } catch {
    return false
  }
}
