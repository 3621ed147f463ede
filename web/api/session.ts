import { browserStorage } from '#web/storage/storage.ts'

const TOKEN = 'token'
const RENEWED = 'renewed-token'
/** Where this browser keeps the id of the person who last had drafts here: see web/forms/draft-store.ts. */
export const DRAFTS_OF = 'drafts-of'
/**
 * Why a session ended: the user logged out, somebody ended it on purpose, or the server refused the token for another
 * reason, such as its age.
 */
export type SessionEnd = 'logout' | 'ended' | 'refused'
/** What stands in the token's place for a moment, to tell other windows why it went. */
const MARKS: Partial<Record<SessionEnd, string>> = { logout: 'logged out', ended: 'session ended' }
const endMarkedBy = (mark: string) => (Object.keys(MARKS) as SessionEnd[]).find((end) => MARKS[end] === mark)

type Session = {
  lastEnd: SessionEnd
  /** How many sessions this page has had. */
  count: number
  /** Whether there is unsaved work that must outlast the session. */
  keepsPage: (() => boolean) | undefined
  /** While a page waits for its person to sign in again: resolves to whether it was the same one. */
  held: PromiseWithResolvers<boolean> | undefined
  /** The first token of the session that was continued by signing in again. */
  continued: string | null
  /** The last known token. */
  known: string | null
}

let session: Session = {
  lastEnd: 'refused',
  count: 0,
  keepsPage: undefined,
  held: undefined,
  continued: null,
  known: storedToken(),
}
const listeners = new Set<() => void>()
const note = (more: Partial<Session>) => {
  session = { ...session, ...more }
}
/** Notes that somebody signed in or out, or that a page was held or released. */
function turn(more: Partial<Session>) {
  note(more)
  for (const listener of listeners) listener()
}

/** The stored session token, or null for a visitor. */
export function storedToken() {
  const token = browserStorage.getItem(TOKEN)
  return token !== null && endMarkedBy(token) ? null : token
}

/** Whether the session in this browser ends with the page, as the token could not be stored. */
export const isSessionOnlyInPage = () => browserStorage.isOnlyInPage(TOKEN)

/** Stores the token of a new session in this browser. */
export function storeToken(token: string) {
  browserStorage.removeItem(DRAFTS_OF)
  browserStorage.setItem(TOKEN, token)
  changed()
}

/** Stores another token of the same session. Calls that were made with the previous one are repeated. */
export function renewToken(token: string) {
  const before = storedToken()
  if (before === null) return
  browserStorage.setItem(RENEWED, renewal(before, token))
  note({ known: token, continued: before })
  browserStorage.setItem(TOKEN, token)
}

/** Tells other windows that one token follows another, without containing a token. */
const renewal = (before: string, token: string) => `${before.slice(0, 8)} ${token.slice(0, 8)}`

/** Removes the token from this browser. Drafts of forms (web/forms/draft-store.ts) stay. */
export function clearToken(end: SessionEnd) {
  note({ lastEnd: end })
  const mark = MARKS[end]
  if (mark) browserStorage.setItem(TOKEN, mark)
  browserStorage.removeItem(TOKEN)
  changed()
}

/** Why the last session in this browser ended, if this tab has seen it. */
export const lastSessionEnd = () => session.lastEnd

/** Counts the sessions of this page. One that is continued by signing in again over the page is the same. */
export const sessionNumber = () => session.count

/** Whether the page stays although the session has ended, until somebody signs in. */
export const isPageHeld = () => session.held !== undefined

/** Registers the check for unsaved work; returns the function that unregisters it. */
export function onSessionLost(keeps: () => boolean) {
  note({ keepsPage: keeps })
  return () => {
    if (session.keepsPage === keeps) note({ keepsPage: undefined })
  }
}

/** Ends the wait of a held page: the same person goes on with it, or somebody else has signed in. */
export function releasePage(isSame: boolean) {
  const { held, count } = session
  turn({ held: undefined, ...(!isSame && { count: count + 1, continued: null }) })
  held?.resolve(isSame)
}

/** Says that the server has refused a token, which means nothing for a later session. */
export function sessionRefused(token: string | null, end: SessionEnd) {
  if (token !== null && token === storedToken()) clearToken(end)
}

/**
 * Says the same of a call. Resolves to whether the same person has signed in again, so that the call can be made once
 * more; at once where nothing waits for that.
 */
export async function tokenRefused(token: string | null, end: SessionEnd) {
  sessionRefused(token, end)
  const { held, continued } = session
  if (!held) return token !== null && token === continued && storedToken() !== null
  return held.promise
}

/** Resolves, when no page is held any more, to whether the same person goes on with it. */
export const pageReleased = async () => session.held?.promise ?? true

function changed() {
  const token = storedToken()
  const { lastEnd, keepsPage, held, continued, known, count } = session
  if (!token && held && lastEnd !== 'refused') {
    note({ known: null })
    return releasePage(false)
  }
  if (!token && lastEnd === 'refused' && keepsPage?.()) {
    turn({ known: token, held: held ?? Promise.withResolvers(), continued: held ? continued : known })
  } else if (token && !held) turn({ known: token, count: count + 1, continued: null })
  else turn({ known: token })
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== TOKEN && key !== null) return
  const token = storedToken()
  const { known } = session
  if (token && known && browserStorage.getItem(RENEWED) === renewal(known, token)) {
    return note({ known: token, continued: known })
  }
  if (key === TOKEN && newValue) note({ lastEnd: endMarkedBy(newValue) ?? 'refused' })
  changed()
})

/** Calls `listener` on every sign-in and sign-out, in this tab or another. Returns the function that unsubscribes. */
export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
