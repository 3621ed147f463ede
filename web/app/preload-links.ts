import { matchRoutes, type RouteObject } from 'react-router'

/** Loads the chunk of a page when the pointer or the focus comes to a link to it, before it is clicked. */
export function preloadLinks(routes: RouteObject[]) {
  const loaded = new Set<string>()

  function preload({ target }: Event) {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (!link || loaded.has(link.pathname)) return
    loaded.add(link.pathname)
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      // If that fails, the click asks again and reports it.
      if (typeof route.lazy === 'function') route.lazy().catch(() => loaded.delete(link.pathname))
    }
  }

  document.addEventListener('pointerover', preload, { passive: true })
  document.addEventListener('focusin', preload)
}
