import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useOnline, watchConnection } from '#web/api/connection.ts'
import classes from './page-notice.module.css'

/**
 * A notice while the connection is lost: reported by the browser, or found by a request every 30 seconds. When it is
 * back, what is on screen is read again.
 */
export function PageNotice() {
  const online = useOnline()
  useEffect(() => watchConnection(), [])
  useReadAgain(online)
  return (
    <div role="alert" className={classes.place}>
      {!online && (
        <p className={classes.notice}>
          <CircleAlert size={16} aria-hidden />
          No Internet! Please check your internet connectivity.
        </p>
      )}
    </div>
  )
}

/** Reads again what is on screen once the connection is back. */
function useReadAgain(online: boolean) {
  const client = useQueryClient()
  const wasOnline = useRef(online)
  useEffect(() => {
    if (online && !wasOnline.current) void client.refetchQueries({ type: 'active' })
    wasOnline.current = online
  }, [online, client])
}
