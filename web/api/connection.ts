import { create } from 'zustand'
import { readSettings } from './settings.ts'

const CHECK_MS = 30_000
/** How often it is tried while something waits for the connection. */
const WAITING_CHECK_MS = 2_000

const useConnection = create(() => ({ online: true }))
let started = 0
let latest = 0

const set = (online: boolean) => useConnection.setState({ online })

/** Finds out whether the server can be reached. A check that ends after a newer one does not count. */
export async function checkConnection() {
  started += 1
  const number = started
  const reached = await canReachServer()
  if (number <= latest) return useConnection.getState().online
  latest = number
  set(reached)
  return reached
}

/**
 * Watches the connection until the returned function is called, by a check every 30 seconds and when the browser
 * reports a change. What the browser thinks is only a reason to look: a server on the same machine needs no network.
 */
export function watchConnection() {
  const checkNow = () => void checkConnection()
  if (!navigator.onLine) checkNow()
  const timer = setInterval(checkNow, CHECK_MS)
  window.addEventListener('offline', checkNow)
  window.addEventListener('online', checkNow)
  return () => {
    latest = started
    clearInterval(timer)
    window.removeEventListener('offline', checkNow)
    window.removeEventListener('online', checkNow)
    set(true)
  }
}

/** Whether the server could be reached when it was last tried. */
export const isOnline = () => useConnection.getState().online

/** The same, for what is shown. */
export const useOnline = () => useConnection(({ online }) => online)

/** Resolves when the server can be reached again; rejects with the reason when the signal aborts. */
export async function connectionBack(signal: AbortSignal) {
  do await nextTry(signal)
  while (!(await checkConnection()))
}

/** Waits a moment, or until the browser says that it is online. */
function nextTry(signal: AbortSignal) {
  const tried = new AbortController()
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, WAITING_CHECK_MS)
    tried.signal.addEventListener('abort', () => clearTimeout(timer))
    window.addEventListener('online', () => resolve(), { signal: tried.signal })
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: tried.signal })
  }).finally(() => tried.abort())
}

const TIMEOUT_MS = 30_000

/** Whether the server answers within 30 seconds, with any status. Never throws. */
async function canReachServer() {
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
