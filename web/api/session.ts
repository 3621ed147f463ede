const TOKEN = 'token'
/** Stands in the token's place for a moment, to tell other windows that its owner has logged out. */
const LOGGED_OUT = 'logged out'

/** Why a session ended: the user logged out, or the server refused the token. */
export type SessionEnd = 'logout' | 'refused'

let lastEnd: SessionEnd = 'refused'
let sessions = 0
let keepsPage: (() => boolean) | undefined
/** While a page waits for its person to sign in again: the answer whether it was the same one. */
let held: PromiseWithResolvers<boolean> | undefined
/** The token with which the session began that was continued by signing in again. */
let continued: string | null = null
let known = storedToken()
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
  changed()
}

/** Removes the token from this browser. Drafts of forms (web/forms/draft-store.ts) stay. */
export function clearToken(end: SessionEnd) {
  lastEnd = end
  if (end === 'logout') localStorage.setItem(TOKEN, LOGGED_OUT)
  localStorage.removeItem(TOKEN)
  changed()
}

/** Why the last session in this browser ended, as far as this tab has seen. */
export const lastSessionEnd = () => lastEnd

/** Counts the sessions of this page. One that is continued by signing in again over the page is the same. */
export const sessionNumber = () => sessions

/** Whether the page stays although the session has ended, until somebody signs in. */
export const isPageHeld = () => held !== undefined

/** Registers the check for unsaved work; returns the function that unregisters it. */
export function onSessionLost(keeps: () => boolean) {
  keepsPage = keeps
  return () => {
    if (keepsPage === keeps) keepsPage = undefined
  }
}

/** Ends the wait of a held page: the same person goes on with it, or somebody else has signed in. */
export function releasePage(isSame: boolean) {
  const waiting = held
  held = undefined
  if (!isSame) {
    sessions += 1
    continued = null
  }
  tell()
  waiting?.resolve(isSame)
}

/**
 * Says that the server has refused a token. Resolves to whether the same person has signed in again, so that the call
 * can be made once more; at once where nothing waits for that.
 */
export async function tokenRefused(token: string | null) {
  if (token !== null && token === storedToken()) clearToken('refused')
  if (!held) return token !== null && token === continued && storedToken() !== null
  return held.promise
}

/** Resolves, when no page is held any more, to whether the same person goes on with it. */
export const pageReleased = async () => held?.promise ?? true

function changed() {
  const token = storedToken()
  if (!token && lastEnd === 'refused' && keepsPage?.()) {
    if (!held) continued = known
    held ??= Promise.withResolvers()
  } else if (!token && held && lastEnd === 'logout') return endHeld()
  else if (token && !held) {
    sessions += 1
    continued = null
  }
  known = token
  tell()
}

function endHeld() {
  known = null
  releasePage(false)
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== TOKEN && key !== null) return
  if (key === TOKEN && newValue) lastEnd = newValue === LOGGED_OUT ? 'logout' : 'refused'
  changed()
})

/** Calls `listener` on every sign-in and sign-out, in this tab or another. Returns the function that unsubscribes. */
export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
