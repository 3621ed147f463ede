import { v4 as newId } from 'uuid'
import { tabStorage } from '#web/storage/storage.ts'

const KEY = 'tab'
const lockName = (tab: string) => `tab:${tab}`
/** How long a reloaded page waits for the one before it to let go of its id. */
const RELOAD_MS = 500

/** The id of this browser tab. It survives a reload, and a crash after which the browser restores the tab. */
export function thisTab() {
  const stored = tabStorage.getItem(KEY)
  if (stored) return stored
  const id = newId()
  tabStorage.setItem(KEY, id)
  return id
}

let openTabs: Set<string> | undefined

/**
 * Makes the id of this tab its own and announces it to others with a Web Lock. Browsers copy the storage of a tab that
 * is duplicated, and its id with it: the copy gets another one. Without Web Locks only a reload keeps the id.
 */
export async function claimTab() {
  if (!('locks' in navigator)) {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (load?.type !== 'reload') tabStorage.removeItem(KEY)
    return
  }
  if (!(await holdLock(thisTab()))) {
    tabStorage.removeItem(KEY)
    await holdLock(thisTab())
  }
  await lookForTabs()
}

/** Finds out which tabs are open at the moment. Does nothing without Web Locks. */
export async function lookForTabs() {
  if (!('locks' in navigator)) return
  const { held = [] } = await navigator.locks.query()
  openTabs = new Set(held.map(({ name }) => name ?? ''))
}

/** Whether lookForTabs has found the tab with this id open; undefined in browsers without Web Locks. */
export const isTabOpen = (tab: string) => openTabs?.has(lockName(tab))

/** Holds the lock of a tab for as long as the page is there. Resolves to whether nobody else held it. */
const holdLock = (tab: string) =>
  new Promise<boolean>((resolve) => {
    const granted = () => {
      resolve(true)
      // Never resolves: the browser releases the lock when the tab closes or crashes.
      return new Promise(() => {})
    }
    navigator.locks
      .request(lockName(tab), { signal: AbortSignal.timeout(RELOAD_MS) }, granted)
      .catch(() => resolve(false))
  })
