import { v4 as newId } from 'uuid'

const KEY = 'browser-id'

/**
 * A random id of this browser, by which the server recognizes it at the next sign-in; undefined where nothing can be
 * stored.
 */
export function browserId() {
  try {
    const known = localStorage.getItem(KEY)
    if (known) return known
    const id = newId()
    localStorage.setItem(KEY, id)
    return id
  } catch {
    return undefined
  }
}
