const TOKEN = 'token'

/** Why a session ended: the person left, or the server would not have it any more. */
export type SessionEnd = 'logout' | 'refused'

let lastEnd: SessionEnd = 'refused'
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The stored session token, or null for a visitor. */
export const storedToken = () => localStorage.getItem(TOKEN)

/** Keeps the token of a fresh sign-in on this browser. */
export function storeToken(token: string) {
  localStorage.setItem(TOKEN, token)
  tell()
}

/** Forgets the session on this browser. What forms keep for later (web/forms/drafts.ts) stays. */
export function clearToken(end: SessionEnd) {
  lastEnd = end
  localStorage.removeItem(TOKEN)
  tell()
}

/** Why the last session ended. */
export const lastSessionEnd = () => lastEnd

/** Calls `listener` whenever someone signs in or out, in this tab or another; gives back how to stop. */
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
