import { v4 as newId } from 'uuid'

const KEY = 'tab'
const lockName = (tab: string) => `tab:${tab}`

/** The id of this browser tab. It survives a reload, and a crash after which the browser restores the tab. */
export function thisTab() {
  const stored = sessionStorage.getItem(KEY)
  if (stored) return stored
  const id = newId()
  sessionStorage.setItem(KEY, id)
  return id
}

let openTabs: Set<string> | undefined

/** Announces this tab to others with a Web Lock, and tracks which others are open. Does nothing without Web Locks. */
export async function announceOpenTab() {
  if (!('locks' in navigator)) return
  // Never resolves: the browser releases the lock when the tab closes or crashes.
  void navigator.locks.request(lockName(thisTab()), () => new Promise(() => {}))
  const update = async () => {
    const { held = [] } = await navigator.locks.query()
    openTabs = new Set(held.map(({ name }) => name ?? ''))
  }
  document.addEventListener('visibilitychange', () => void update())
  await update()
}

/** Whether the tab with this id is open; undefined in browsers without Web Locks. */
export const isTabOpen = (tab: string) => openTabs?.has(lockName(tab))
