const TOKEN = 'token'

/** Why a session ended: the user logged out, or the server refused the token. */
export type SessionEnd = 'logout' | 'refused'

let lastEnd: SessionEnd = 'refused'
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The stored session token, or null for a visitor. */
export const storedToken = () => localStorage.getItem(TOKEN)

/** Stores the token of a new session in this browser. */
export function storeToken(token: string) {
  localStorage.setItem(TOKEN, token)
  tell()
}

/** Removes the token from this browser. Drafts of forms (web/forms/drafts.ts) stay. */
export function clearToken(end: SessionEnd) {
  lastEnd = end
  localStorage.removeItem(TOKEN)
  tell()
}

/** Why the last session in this tab ended. */
export const lastSessionEnd = () => lastEnd

/** Calls `listener` on every sign-in and sign-out, in this tab or another. Returns the function that unsubscribes. */
export function onSessionChange(listener: () => void) {
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key === TOKEN || key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}
