import { Outlet, ScrollRestoration } from 'react-router'
import { OfflineNotice } from './offline-notice.tsx'

/** The root of all routes. */
export function Root() {
  return (
    <>
      <OfflineNotice />
      <Outlet />
      <ScrollRestoration getKey={({ pathname }) => pathname} />
    </>
  )
}
