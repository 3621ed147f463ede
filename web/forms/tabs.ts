import { v4 as newId } from 'uuid'

const KEY = 'tab'
const lockOf = (tab: string) => `tab:${tab}`

/** The name of this browser tab, the same over reloads and after a crash that the browser recovers from. */
export function thisTab() {
  const known = sessionStorage.getItem(KEY)
  if (known) return known
  const name = newId()
  sessionStorage.setItem(KEY, name)
  return name
}

let openTabs: Set<string> | undefined

/** Lets other tabs see that this one is open, and keeps an eye on them. Where browsers offer no locks, nothing is known. */
export async function showThatTabIsOpen() {
  if (!('locks' in navigator)) return
  // Held for as long as the tab lives; a crash lets it go.
  void navigator.locks.request(lockOf(thisTab()), () => new Promise(() => {}))
  const look = async () => {
    const { held = [] } = await navigator.locks.query()
    openTabs = new Set(held.map(({ name }) => name ?? ''))
  }
  document.addEventListener('visibilitychange', () => void look())
  await look()
}

/** Whether another tab of this name is open; undefined where that cannot be known. */
export const isTabOpen = (tab: string) => openTabs?.has(lockOf(tab))
