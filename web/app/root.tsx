import { Outlet, ScrollRestoration } from 'react-router'
import { OfflineNotice } from './offline-notice.tsx'

/** Around every page, for visitors as well. */
export function Root() {
  return (
    <>
      <OfflineNotice />
      <Outlet />
      <ScrollRestoration getKey={({ pathname }) => pathname} />
    </>
  )
}
