const KEY = 'kept-version'
/**
 * The format of what the application keeps in local storage. A release that changes it increments it and carries over
 * what is there; drafts have a version of their own (web/forms/draft-store.ts).
 */
const VERSION = 1

/** Notes the format of what this browser keeps. What a later release has written keeps its number. */
export function noteKeptVersion() {
  try {
    if (!(Number(localStorage.getItem(KEY)) >= VERSION)) localStorage.setItem(KEY, String(VERSION))
  } catch {
    // Nothing can be stored, so nothing has a format.
  }
}
