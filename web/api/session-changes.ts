import { browserStorage } from '#web/storage/storage.ts'
import { onSessionChange } from './session.ts'

/** The ids of the changes that were made in this sign-in, in any window, and can be undone; the latest is last. */
const KEY = 'changes'
/** Enough to go back a day's work with Ctrl+Z. */
const MOST = 200

/** Those that were made on this page. */
let made: string[] = []

function known(): string[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return made
  }
}

const set = (ids: string[]) => browserStorage.setItem(KEY, JSON.stringify(ids.slice(-MOST)))

const without = (ids: string[], id: string) => ids.filter((other) => other !== id)

/** Remembers a change as the last one of this sign-in. */
export function rememberChange(id: string) {
  made = [...without(made, id), id].slice(-MOST)
  set([...without(known(), id), id])
}

/** Whether this change was made on this page, which reads everything again after it. */
export const isOwnChange = (id: string) => made.includes(id)

/** Forgets a change that was undone or cannot be. Returns whether it was known. */
export function forgetChange(id: string) {
  const was = known().includes(id)
  made = without(made, id)
  if (was) set(without(known(), id))
  return was
}

/** The id of the last change of this sign-in that was not undone, without those in `except`. */
export const lastChange = (except: ReadonlySet<string> = new Set()) => known().findLast((id) => !except.has(id))

// What one administrator did is not offered to the next.
onSessionChange(() => {
  made = []
  browserStorage.removeItem(KEY)
})
