import { lazy, Suspense } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { PageNotice } from './page-notice.tsx'

const NotFound = lazy(() => import('./error-pages.tsx').then((pages) => ({ default: pages.NotFound })))

/** The address as the page was loaded: the router turns an unreadable one into a readable one. */
const ARRIVED_AT = window.location.pathname

/** The root of all routes. An unreadable address, such as a link mangled by a mail program, leads nowhere. */
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
