import { onSessionChange } from '#web/api/session.ts'

/** The ids of the changes that were made in this sign-in and can be undone, the last one at the end. */
const KEY = 'changes'
/** Enough to go back a day's work with Ctrl+Z. */
const MOST = 200

let ids: string[] | undefined

function known(): string[] {
  ids ??= read()
  return ids
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

function set(next: string[]) {
  ids = next.slice(-MOST)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // The storage is full or disabled: the changes are known until the page is loaded again.
  }
}

/** Remembers a change as the last one of this sign-in. */
export const rememberChange = (id: string) => set([...known().filter((other) => other !== id), id])

/** Whether this change was made here, in this sign-in, and can be undone. */
export const isOwnChange = (id: string) => known().includes(id)

/** Forgets a change that was undone or cannot be. Returns whether it was known. */
export function forgetChange(id: string) {
  const was = known().includes(id)
  if (was) set(known().filter((other) => other !== id))
  return was
}

/** The id of the last change of this sign-in that was not undone. */
export const lastChange = () => known().at(-1)

// What one administrator did is not offered to the next.
onSessionChange(() => {
  ids = []
  sessionStorage.removeItem(KEY)
})
