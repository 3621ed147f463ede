import { matchRoutes, type RouteObject } from 'react-router'

/** By then the page that is open has what it needs itself. */
const LATER_MS = 2000

let load: ((path: string) => void) | undefined

/** Loads the chunk of a page when the pointer or the focus comes to a link to it, before it is clicked. */
export function preloadLinks(routes: RouteObject[]) {
  const loaded = new Set<string>()

  load = (path) => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { route } of matchRoutes(routes, path) ?? []) {
      // If that fails, the click asks again and reports it.
      if (typeof route.lazy === 'function') route.lazy().catch(() => loaded.delete(path))
    }
  }

  function preload({ target }: Event) {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (link) load?.(link.pathname)
  }

  document.addEventListener('pointerover', preload, { passive: true })
  document.addEventListener('focusin', preload)
}

/**
 * Loads the chunks of pages, one after the other, when the browser has nothing else to do; not where data is to be
 * saved. The returned function ends it.
 */
export function preloadWhenIdle(paths: string[]) {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return () => {}
  const waiting = [...paths]
  let timer = setTimeout(whenIdle, LATER_MS, next)
  function next() {
    const path = waiting.shift()
    if (path === undefined) return
    load?.(path)
    timer = setTimeout(whenIdle, 0, next)
  }
  return () => {
    clearTimeout(timer)
    waiting.length = 0
  }
}

// Safari has no idle callbacks.
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 100)
