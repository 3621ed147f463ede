import { lazy, Suspense } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { OfflineNotice } from './offline-notice.tsx'

const NotFound = lazy(() => import('./error-pages.tsx').then((pages) => ({ default: pages.NotFound })))

/** The root of all routes. An address that cannot be read, as mail programs mangle links, leads nowhere. */
export function Root() {
  const { pathname } = useLocation()
  return (
    <>
      <OfflineNotice />
      <Suspense>{encodesText(pathname) ? <Outlet /> : <NotFound />}</Suspense>
      <ScrollRestoration getKey={({ pathname }) => pathname} />
    </>
  )
}

function encodesText(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
