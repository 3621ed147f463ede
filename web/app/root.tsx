import { lazy, Suspense } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { PageNotice } from './page-notice.tsx'

const NotFound = lazy(() => import('./error-pages.tsx').then((pages) => ({ default: pages.NotFound })))

/** The address of the page as it was loaded: of one that cannot be read, the router makes one that can. */
const ARRIVED_AT = window.location.pathname

/** The root of all routes. An address that cannot be read, as mail programs mangle links, leads nowhere. */
export function Root() {
  const { pathname } = useLocation()
  return (
    <>
      <PageNotice />
      <Suspense>{isReadable(pathname) ? <Outlet /> : <NotFound />}</Suspense>
      <ScrollRestoration getKey={({ pathname }) => pathname} />
    </>
  )
}

function isReadable(path: string) {
  const read = textOf(path)
  return read !== undefined && (read !== ARRIVED_AT || textOf(ARRIVED_AT) !== undefined)
}

function textOf(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
