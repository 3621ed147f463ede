const TOKEN = 'token'
/** Stands in the token's place for a moment, to tell other windows that its owner has logged out. */
const LOGGED_OUT = 'logged out'

/** Why a session ended: the user logged out, or the server refused the token. */
export type SessionEnd = 'logout' | 'refused'

let lastEnd: SessionEnd = 'refused'
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The stored session token, or null for a visitor. */
export function storedToken() {
  const token = localStorage.getItem(TOKEN)
  return token === LOGGED_OUT ? null : token
}

/** Stores the token of a new session in this browser. */
export function storeToken(token: string) {
  localStorage.setItem(TOKEN, token)
  tell()
}

/** Removes the token from this browser. Drafts of forms (web/forms/drafts.ts) stay. */
export function clearToken(end: SessionEnd) {
  lastEnd = end
  if (end === 'logout') localStorage.setItem(TOKEN, LOGGED_OUT)
  localStorage.removeItem(TOKEN)
  tell()
}

/** Why the last session in this browser ended, as far as this tab has seen. */
export const lastSessionEnd = () => lastEnd

/** Calls `listener` on every sign-in and sign-out, in this tab or another. Returns the function that unsubscribes. */
export function onSessionChange(listener: () => void) {
  const fromOtherTab = ({ key, newValue }: StorageEvent) => {
    if (key === TOKEN && newValue) lastEnd = newValue === LOGGED_OUT ? 'logout' : 'refused'
    if (key === TOKEN || key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}
